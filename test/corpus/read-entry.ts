import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Contract, resolveService } from '../../src/contract/model/index.ts';
import type { ServiceChoice } from '../../src/contract/wsdl/index.ts';
import type { Diagnostic } from '../../src/diagnostics/index.ts';
import { emit, emitHandlers } from '../../src/emit/index.ts';
import type { PortOfEntry } from './load-entry.ts';
import { type EntryRecord, failedRecord, type KeptDiagnostic, keptDiagnostics } from './records.ts';

/** Reads a WSDL by its path in the corpus. @param choice what the code is for; by default what the reader chooses. */
export type LoadEntry = (
  path: string,
  choice?: ServiceChoice,
) => {
  readonly contract?: Contract;
  readonly diagnostics: readonly Diagnostic[];
};

export interface ReadEntryOptions {
  readonly load: LoadEntry;
  /** Further ports of an entry to generate code for; by default none. */
  readonly ports?: ((path: string) => readonly PortOfEntry[]) | undefined;
  /** Where the generated files are written, in a folder of the entry's id; nowhere by default. */
  readonly output?: string | undefined;
}

/** Reads a WSDL and generates all files from it. Never throws: a crash is a result. */
export async function readEntry(
  { id, path }: { readonly id: string; readonly path: string },
  { load, ports, output }: ReadEntryOptions,
): Promise<EntryRecord> {
  const started = cpuMilliseconds();
  try {
    const { contract, diagnostics } = load(path);
    const loaded = cpuMilliseconds();
    const found = { id, ...counted(diagnostics), readMilliseconds: loaded - started };
    if (contract === undefined) {
      return { ...found, outcome: 'diagnosed', operations: 0, generatedBytes: 0, generateMilliseconds: 0 };
    }
    const folder = output === undefined ? undefined : join(output, id);
    const { operations, bytes } = await generate(contract, folder);
    const generateMilliseconds = cpuMilliseconds() - loaded;
    const others = await generateOthers(ports?.(path) ?? [], contract, { load: (port) => load(path, port), folder });
    const generatedBytes = bytes + others.bytes;
    return { ...found, ...others.found, outcome: 'read', operations, generatedBytes, generateMilliseconds };
  } catch (error) {
    return { ...failedRecord(id, 'crashed', stackOf(error)), readMilliseconds: cpuMilliseconds() - started };
  }
}

/** CPU time of the process: other processes of a busy machine do not count. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Others {
  readonly bytes: number;
  readonly found: Pick<EntryRecord, 'otherOperations' | 'otherFailures'>;
}

/** Generates code for the ports that the contract does not have. */
async function generateOthers(
  ports: readonly PortOfEntry[],
  { services }: Contract,
  {
    load,
    folder,
  }: { readonly load: (port: PortOfEntry) => ReturnType<LoadEntry>; readonly folder: string | undefined },
): Promise<Others> {
  const isDone = ({ service, port }: PortOfEntry): boolean =>
    services.some(({ name, ports: own }) => name === service && own.some((one) => one.name === port));
  let [bytes, otherOperations] = [0, 0];
  const otherFailures: string[] = [];
  for (const [index, port] of ports.entries()) {
    if (isDone(port)) continue;
    try {
      const { contract, diagnostics } = load(port);
      const error = diagnostics.find(({ severity }) => severity === 'error');
      if (error !== undefined) otherFailures.push(`port ${port.port}: ${error.code} ${error.message}`);
      if (contract === undefined) continue;
      const found = await generate(contract, folder === undefined ? undefined : join(folder, `port-${index}`));
      bytes += found.bytes;
      otherOperations += found.operations;
    } catch (error) {
      otherFailures.push(`port ${port.port}: ${stackOf(error)}`);
    }
  }
  return { bytes, found: { otherOperations, otherFailures } };
}

async function generate(
  contract: Contract,
  folder: string | undefined,
): Promise<{ readonly operations: number; readonly bytes: number }> {
  const { operations } = resolveService(contract);
  let bytes = 0;
  const options = { source: 'service.wsdl', importExtension: 'ts', reading: 'tolerant' } as const;
  for (const { path, text } of [...(await emit(contract, options)), ...handlersOf(contract)]) {
    bytes += text.length;
    if (folder === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { operations: operations.length, bytes };
}

/** The files of somebody who implements the service. */
function handlersOf(contract: Contract): readonly { readonly path: string; readonly text: string }[] {
  const { handlers, index, context } = emitHandlers(contract, { importExtension: 'ts', server: '../server.ts' });
  return [...handlers, index, context].map(({ path, text }) => ({ path: `handlers/${path}`, text }));
}

function counted(all: readonly Diagnostic[]): Pick<EntryRecord, 'diagnostics' | 'warnings' | 'errors'> {
  const of = (severity: Diagnostic['severity']): readonly Diagnostic[] =>
    all.filter((diagnostic) => diagnostic.severity === severity);
  const [errors, warnings] = [of('error'), of('warning')];
  const diagnostics = [...errors, ...warnings].slice(0, keptDiagnostics).map(kept);
  return { diagnostics, warnings: warnings.length, errors: errors.length };
}

function kept({ code, severity, message, remedy, file, line, column }: Diagnostic): KeptDiagnostic {
  return { code, severity, message, remedy, file, line, column };
}

/** The message with the innermost places, by which crashes are grouped. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const places = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const functions = places.slice(0, 4).map((line) => line.trim().split(' ')[1]);
  return `${error.name}: ${error.message.split('\n')[0]} [${functions.join(' < ')}]`;
}
