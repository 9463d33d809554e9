import { existsSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Contract, ImportedContract, Remark } from '../../contract/index.ts';
import { type LoadInputOptions, loadInput, openInput } from '../../contract/index.ts';
import { type Diagnostic, cli as messages, type Report, report } from '../../diagnostics/index.ts';
import {
  type Change,
  type ChangedFile,
  commit,
  contentOf,
  Folder,
  hasLeftovers,
  readText,
  removeLeftovers,
  reportOutputError,
  whileLocked,
} from '../output/index.ts';
import { checkedImport } from './checked-import.ts';
import { type ContractChange, contractChanges } from './contract-changes.ts';
import { wholeWsdl } from './imported-places.ts';

export interface ImportOptions extends Pick<LoadInputOptions, 'choice' | 'strict' | 'internalEntities'> {
  /** The folder that paths are relative to; absolute. */
  readonly current: string;
  /** Path of the YAML contract; undefined to write nothing. */
  readonly out: string | undefined;
  readonly overlay?: string | undefined;
  readonly allowedPaths?: readonly string[] | undefined;
  readonly force: boolean;
  /** In milliseconds: how long to wait for another run on the same folder. */
  readonly patience: number;
  readonly report: Report;
}

export interface ImportOutcome {
  /** Of the WSDL; undefined after an error. */
  readonly contract?: Contract;
  /** Number of files that the WSDL consists of. */
  readonly read: number;
  readonly imported?: ImportedContract;
  /** Files that were written. */
  readonly written: readonly ChangedFile[];
  /** Differences of an existing contract of the same service; undefined without such a contract. */
  readonly changes?: readonly ContractChange[];
}

/** Reads a WSDL and writes its contract in YAML, or compares it with an existing contract of the same service. */
export async function importWsdl(schema: string, options: ImportOptions): Promise<ImportOutcome> {
  const { out, report: to } = options;
  const loaded = loadWsdlFile(schema, options);
  if (loaded === undefined) return { read: 0, written: [] };
  const { contract, read, remarks } = loaded;
  const { imported, diagnostics } = checkedImport(contract, schema, {
    file: out === undefined ? undefined : basename(out),
    remarks,
  });
  to.add(...diagnostics);
  for (const what of imported.gaps) {
    to.add(report(messages.importIncomplete, { what, file: schema }, wholeWsdl(contract, schema)));
  }
  const outcome = { contract, read, imported };
  if (out === undefined) return { ...outcome, written: [] };
  const path = resolve(options.current, out);
  if (existsSync(path) && !options.force) return { ...outcome, written: [], ...compare(contract, out, options) };
  return { ...outcome, written: await write(imported, out, options) };
}

interface LoadedWsdl {
  readonly contract: Contract;
  readonly read: number;
  readonly remarks: readonly Remark[];
}

function loadWsdlFile(schema: string, options: ImportOptions): LoadedWsdl | undefined {
  const { report: to, ...others } = options;
  const { input, diagnostics } = openInput(schema, others);
  to.add(...diagnostics);
  if (input === undefined) return undefined;
  if (input.wsdl === undefined) {
    to.add(report(messages.importOfContract, { file: schema }, { file: schema, line: 1, column: 1 }));
    return undefined;
  }
  const { choice, strict, internalEntities } = options;
  const { contract, ...loaded } = loadInput(input, {
    // The contract language has one port type.
    choice: { extent: 'port type', ...choice },
    strict,
    internalEntities,
  });
  to.add(...loaded.diagnostics);
  for (const [file, text] of loaded.sources) to.sources.set(file, text);
  if (contract === undefined) return undefined;
  const remarks = loaded.diagnostics.filter(isForgivenInWsdl);
  return { contract, read: loaded.sources.size, remarks };
}

/** Whether a warning is about a mistake of the WSDL or of its schemas. */
function isForgivenInWsdl({ code, severity }: Diagnostic): boolean {
  return severity === 'warning' && code.startsWith('SW63');
}

/** The differences of an existing contract, which stays as it is. */
function compare(
  contract: Contract,
  out: string,
  options: ImportOptions,
): { readonly changes?: readonly ContractChange[] } {
  const { report: to, current } = options;
  const existing = existingContract(out, current);
  if (existing?.name !== contract.name) {
    to.add(report(messages.importOverOther, { file: out, service: contract.name }, { file: out, line: 1, column: 1 }));
    return {};
  }
  // Names in TypeScript are not components of the WSDL.
  const changes = contractChanges(existing, contract, { names: false });
  to.add(...changes.map((change) => changeDiagnostic(change, out)));
  return { changes };
}

/** Undefined unless the file is a contract. */
function existingContract(out: string, current: string): Contract | undefined {
  const { input } = openInput(out, { current });
  return input && loadInput(input).contract;
}

function changeDiagnostic({ kind, component, where, origins }: ContractChange, out: string): Diagnostic {
  const at = origins.at(-1) ?? { file: out, line: 1, column: 1 };
  switch (kind) {
    case 'added':
      return report(messages.onlyInWsdl, { component }, at);
    case 'removed':
      return report(messages.onlyInContract, { component }, at);
    default:
      return report(messages.otherInWsdl, { component, where: where.join(', ') }, at);
  }
}

async function write(imported: ImportedContract, out: string, options: ImportOptions): Promise<readonly ChangedFile[]> {
  const { current, patience, report: to } = options;
  const path = dirname(resolve(current, out));
  const shown = relative(current, path).replaceAll(sep, '/');
  const folder = new Folder(path, shown === '' ? '.' : shown);
  try {
    const changes = imported.files.flatMap(({ file, text }): readonly Change[] => {
      const absolute = folder.resolve(file);
      const before = readText(absolute, folder.show(file));
      if (before === text) return [];
      const change = { path: absolute, shown: folder.show(file), content: contentOf(text) };
      return before === undefined ? [{ kind: 'create', ...change, exclusive: false }] : [{ kind: 'update', ...change }];
    });
    if (changes.length === 0) return [];
    await whileLocked([folder], patience, () => {
      if (hasLeftovers([folder])) removeLeftovers(folder);
      commit([{ folder, changes }]);
    });
    return changes;
  } catch (error) {
    reportOutputError(error, to);
    return [];
  }
}
