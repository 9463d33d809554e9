import type { Contract } from '../../contract/index.ts';
import {
  componentDifferences,
  type ImportedContract,
  type ImportOptions,
  type InFull,
  importContract,
  type LoadedContract,
  loadContract,
} from '../../contract/index.ts';
import { type Diagnostic, hasErrors, cli as messages, report } from '../../diagnostics/index.ts';
import { contractChanges } from './contract-changes.ts';
import { placeInWsdl, wholeWsdl } from './imported-places.ts';

/** Without the options that the check determines by itself. */
export type CheckedImportOptions = Omit<ImportOptions, 'forgiving' | 'inFull'>;

export interface CheckedImport {
  readonly imported: ImportedContract;
  /** The contract in YAML, loaded; undefined if it has errors. */
  readonly loaded: Contract | undefined;
  /** A warning for each component that the contract lacks or has otherwise, and for each error in it. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The YAML of the contract of a WSDL, loaded and compared. It is `forgiving` only if it has errors otherwise, and gives
 * messages and header blocks in full only where their short form means others.
 */
export function checkedImport(contract: Contract, schema: string, options: CheckedImportOptions = {}): CheckedImport {
  const short = tolerant(contract, options);
  const inFull = short.loaded.contract && differing(contract, short.loaded.contract);
  const { imported, loaded } = inFull === undefined ? short : tolerant(contract, { ...options, inFull });
  return { imported, loaded: loaded.contract, diagnostics: findings(contract, { imported, loaded }, schema) };
}

interface Attempt {
  readonly imported: ImportedContract;
  readonly loaded: LoadedContract;
}

function tolerant(contract: Contract, options: Omit<ImportOptions, 'forgiving'>): Attempt {
  const strict = attempt(contract, options);
  return hasErrors(strict.loaded.diagnostics) ? attempt(contract, { ...options, forgiving: true }) : strict;
}

function attempt(contract: Contract, options: ImportOptions): Attempt {
  const imported = importContract(contract, options);
  const texts = new Map(imported.files.map(({ file, text }) => [file, text]));
  const [main] = imported.files;
  const loaded = loadContract(main, {
    read: (file) => {
      const text = texts.get(file);
      return text === undefined ? { diagnostics: [] } : { source: { file, text }, diagnostics: [] };
    },
  });
  return { imported, loaded };
}

/** The messages and operations whose short form would be read differently; undefined without any. */
function differing(before: Contract, after: Contract): InFull | undefined {
  const names = new Set<string>();
  const headers = new Set<string>();
  for (const { path } of componentDifferences(before, after, { names: false })) {
    const [, message] = /^messages\/\{[^{}]*\}([^/]+)/.exec(path) ?? [];
    if (message !== undefined) names.add(message);
    const [, operation] = /^bindings\/\{[^{}]*\}[^/]+\/operations\/([^/]+)\/(?:in|out)put\/headers/.exec(path) ?? [];
    if (operation !== undefined) headers.add(operation.replace(/ \(\d+\)$/, ''));
  }
  return names.size + headers.size === 0 ? undefined : { messages: names, headers };
}

function findings(contract: Contract, { imported, loaded }: Attempt, file: string): readonly Diagnostic[] {
  const errors = loaded.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((error) => {
      const { code, message: problem } = error;
      const place = placeInWsdl(error, imported.files, contract, file);
      return report(messages.importInvalid, { code, problem, file }, place);
    });
  if (loaded.contract === undefined) return errors;
  const changes = contractChanges(contract, loaded.contract, { names: false });
  return [
    ...errors,
    ...changes.map(({ component, where, origins: [origin] }) => {
      const detail = where.length === 0 ? component : `${component}: ${where.join(', ')}`;
      return report(messages.importDiffers, { component: detail, file }, origin ?? wholeWsdl(contract, file));
    }),
  ];
}
