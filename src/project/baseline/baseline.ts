import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ComponentNames, Contract } from '../../contract/index.ts';
import { decodeSource, type FileSystem, isAddress, loadInput, openInput } from '../../contract/index.ts';
import { type Diagnostic, breaking as kinds, report, type Source } from '../../diagnostics/index.ts';
import { atNames, loadConfig, type Target } from '../config/index.ts';
import { componentNamesIn, Folder } from '../output/index.ts';
import { type Commit, findCommit } from './git-repository.ts';

/** A contract to compare, and how it is read. */
export type ComparedTarget = Pick<Target, 'schema' | 'overrides'> &
  Partial<Pick<Target, 'out' | 'choice' | 'overlay' | 'allowedPaths' | 'strict' | 'internalEntities' | 'places'>>;

/** Where the old contracts are. */
export type Baseline =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'commit'; readonly commit: Commit; readonly targets: FormerTargets };

/** The entries of the configuration in a commit: none where it has no such file, undefined where they are unknown. */
type FormerTargets = readonly Target[] | undefined;

export interface OpenedBaseline {
  readonly baseline?: Baseline;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds what `--against` names: a file, or else a commit.
 *
 * @param config path of the configuration, whose former content says where contracts were; undefined for --schema.
 * @param current the folder that paths are relative to; absolute.
 */
export function openBaseline(against: string, config: string | undefined, current: string): OpenedBaseline {
  if (isAddress(against)) return { diagnostics: [report(kinds.againstAddress, { against })] };
  if (isFile(resolve(current, against))) return { baseline: { kind: 'file', path: against }, diagnostics: [] };
  const found = findCommit(against, current);
  if ('problem' in found) return { diagnostics: [found.problem] };
  const { commit } = found;
  return { baseline: { kind: 'commit', commit, targets: formerTargets(commit, config, current) }, diagnostics: [] };
}

function isFile(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isDirectory();
}

/** Whether a baseline is older than the configuration, so that it need not have any of its contracts. */
export function isBeforeConfiguration(baseline: Baseline): boolean {
  return baseline.kind === 'commit' && baseline.targets?.length === 0;
}

function formerTargets({ files, has }: Commit, config: string | undefined, current: string): FormerTargets {
  if (config === undefined) return undefined;
  if (!has(resolve(current, config))) return [];
  const source = sourceIn(files, config, current);
  return source && loadConfig(source).config?.targets;
}

function sourceIn(files: FileSystem, path: string, current: string): Source | undefined {
  const { bytes } = files.readBytes(resolve(current, path), path);
  return bytes && decodeSource(bytes, path).source;
}

/** An old contract. */
export interface OldContract {
  /** Absent with errors, and for a contract that is new. */
  readonly contract?: Contract;
  /** How messages name it: `schema/shop.yaml`, or the commit as well. */
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts by the names of files as the positions in the contract have them. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Loads the old contract of a target. */
export function loadOld(target: ComparedTarget, baseline: Baseline, current: string): OldContract {
  if (baseline.kind === 'file') {
    return load({ ...target, schema: baseline.path, overlay: undefined }, { name: baseline.path, current });
  }
  const { commit, targets } = baseline;
  const former = formerOf(target, targets);
  const schema = former?.schema ?? target.schema;
  const name = `${commit.name}:${schema}`;
  if (!commit.has(resolve(current, schema))) {
    const isNew = targets !== undefined && former === undefined;
    const file = target.schema;
    const problem = isNew
      ? report(kinds.contractAdded, { schema: file, commit: commit.name })
      : report(kinds.notInCommit, { file: schema, commit: commit.name });
    return { name, diagnostics: [problem], sources: new Map() };
  }
  const loaded = load(former === undefined ? target : { ...target, ...former }, { name, current, commit });
  if (schema === target.schema) return loaded;
  const moved = report(kinds.contractMoved, { schema: target.schema, old: schema, commit: commit.name });
  return { ...loaded, diagnostics: [moved, ...loaded.diagnostics] };
}

/** The entry of a former configuration with the same folder, or with the same contract. */
function formerOf(target: ComparedTarget, targets: readonly Target[] = []): Target | undefined {
  return (
    targets.find(({ out, schema }) => out === target.out && schema === target.schema) ??
    targets.find(({ out }) => out === target.out) ??
    targets.find(({ schema }) => schema === target.schema)
  );
}

interface Loading {
  readonly name: string;
  readonly current: string;
  readonly commit?: Commit;
}

function load(target: ComparedTarget, { name, current, commit }: Loading): OldContract {
  const { contract, diagnostics, sources } = loadContractOf(target, current, commit?.files);
  if (contract !== undefined) return { contract, name, diagnostics: [], sources };
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map((error) => namedIn(error, commit));
  return { name, diagnostics: [...errors, report(kinds.oldContractInvalid, { name })], sources };
}

/** A diagnostic of a file of a commit: its text is another one than that of the file on disk. */
function namedIn(diagnostic: Diagnostic, commit: Commit | undefined): Diagnostic {
  if (commit === undefined || diagnostic.file === undefined) return diagnostic;
  return { ...diagnostic, file: `${commit.name}:${diagnostic.file}`, related: [] };
}

export interface LoadedTarget {
  /** Absent with errors. */
  readonly contract?: Contract | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

/** Loads a contract. @param files where it is read from; by default the disk. */
export function loadContractOf(target: ComparedTarget, current: string, files?: FileSystem): LoadedTarget {
  const { schema, overrides, overlay, allowedPaths, choice, strict, internalEntities, out } = target;
  const { input, diagnostics: unread } = openInput(schema, { current, overlay, allowedPaths, files });
  // The configuration names files on disk.
  const diagnostics = files === undefined ? atNames(unread, target) : unread;
  if (input === undefined) return { diagnostics, sources: new Map() };
  const names: ComponentNames | undefined =
    input.wsdl === undefined || out === undefined
      ? undefined
      : componentNamesIn(new Folder(resolve(current, out), out));
  const loaded = loadInput(input, { overrides, choice, strict, internalEntities, names });
  return { contract: loaded.contract, diagnostics: [...diagnostics, ...loaded.diagnostics], sources: loaded.sources };
}
