import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What another program sees of a WSDL; `error` when it cannot read it. */
export interface ReadByZeep {
  readonly error?: string;
  /** Names of operations by their ports. */
  readonly operations?: Readonly<Record<string, readonly string[]>>;
}

export interface ReadByPhp {
  readonly error?: string;
  /** Signatures, an operation once for each port. */
  readonly functions?: readonly string[];
  readonly types?: readonly string[];
}

/** Signatures that zeep reads from a WSDL, with namespaces instead of prefixes. */
export interface ComponentsByZeep {
  readonly error?: string;
  /** By `service/port`. */
  readonly ports?: Readonly<Record<string, PortByZeep>>;
  readonly types?: readonly string[];
  readonly elements?: readonly string[];
}

export interface PortByZeep {
  readonly binding: string;
  readonly portType: string;
  readonly kind: string;
  readonly operations: Readonly<Record<string, OperationByZeep>>;
}

/** With the signatures of `input`, `output` and each fault. */
export interface OperationByZeep {
  /** Null where the WSDL has no soapAction. */
  readonly action: string | null;
  readonly style: string;
  readonly [message: string]: string | null;
}

/** @param paths of WSDLs. The results are in the same order. */
export function readByZeep(paths: readonly string[]): readonly ReadByZeep[] {
  return run('/usr/bin/python3', 'operations.py', paths) as readonly ReadByZeep[];
}

/** @param paths of WSDLs, or their addresses. The results are in the same order. */
export function componentsByZeep(paths: readonly string[]): readonly ComponentsByZeep[] {
  return run('/usr/bin/python3', 'components.py', paths) as readonly ComponentsByZeep[];
}

export function readByPhp(paths: readonly string[]): readonly ReadByPhp[] {
  return run('php', 'operations.php', paths) as readonly ReadByPhp[];
}

function run(command: string, script: string, paths: readonly string[]): unknown {
  const file = fileURLToPath(new URL(`clients/${script}`, import.meta.url));
  const options = { encoding: 'utf8', maxBuffer: 64 * 2 ** 20, timeout: 120_000 } as const;
  const { status, stdout, stderr } = spawnSync(command, [file, ...paths], options);
  if (status !== 0) throw new Error(`${command} exited with ${status}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}
