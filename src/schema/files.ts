import { type Diagnostic, contract as kinds, source as sourceKinds } from '../diagnostics/index.ts';
import { Findings, type Source } from './findings.ts';
import { contractKeys } from './keys.ts';
import type { MapEntry, Node, Range } from './node.ts';
import { readKeys, readList, readMap, readName } from './shape.ts';
import type { ReadSource } from './source.ts';
import { checkVersion } from './version.ts';
import { readYaml } from './yaml.ts';

/** One of the files that make up a contract, as far as its keys go. */
export interface ContractFile {
  readonly findings: Findings;
  readonly keys: ReadonlyMap<(typeof contractKeys)[number], MapEntry>;
  /** Of its first key: where a key that is missing is missed. */
  readonly start: Range | undefined;
  /** The file that named this one first; undefined for the one that the contract begins with. */
  readonly includedBy: ContractFile | undefined;
}

/** Reads a file by its path, which is relative as the path of the contract is. */
export type ReadIncluded = (file: string) => ReadSource;

export interface ContractFiles {
  /** The contract's own first, then in the order in which they are named, each once. */
  readonly files: readonly ContractFile[];
  /** Of each file that could be read. */
  readonly findings: readonly Findings[];
  /** Texts by paths. */
  readonly sources: ReadonlyMap<string, string>;
  /** Every file could be read: a name that stands for nothing is a mistake. */
  readonly complete: boolean;
}

/** A file and all that it includes. Undefined when the contract itself is none of this version. */
export function readFiles(source: Source, findings: Findings, read: ReadIncluded): ContractFiles {
  const reading = new Reading(read);
  reading.take(source, findings, undefined);
  return reading;
}

class Reading implements ContractFiles {
  readonly files: ContractFile[] = [];
  readonly findings: Findings[] = [];
  readonly sources: Map<string, string> = new Map();
  complete = true;
  readonly #read: ReadIncluded;

  constructor(read: ReadIncluded) {
    this.#read = read;
  }

  /** Its own list, so that a chain of files does not exhaust the stack. */
  take(source: Source, findings: Findings, includedBy: ContractFile | undefined): void {
    const waiting = this.#file(source, findings, includedBy);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const included = this.#open(next);
      if (included !== undefined) waiting.push(...this.#file(included, new Findings(included), next.by));
    }
  }

  #file(source: Source, findings: Findings, includedBy: ContractFile | undefined): Include[] {
    this.findings.push(findings);
    this.sources.set(source.file, source.text);
    const root = readYaml(findings);
    const file = root && readKeysOf(root, findings, includedBy);
    if (file === undefined) {
      this.complete = false;
      return [];
    }
    this.files.push(file);
    return includesOf(file);
  }

  #open({ path, at, by }: Include): Source | undefined {
    const file = joined(by.findings.source.file, path);
    if (file === undefined) {
      this.complete = false;
      by.findings.add(kinds.badInclude, { path }, at);
      return undefined;
    }
    if ([...this.sources.keys()].some((known) => normal(known) === file)) return undefined;
    const { source, diagnostics } = this.#read(file);
    if (source === undefined) this.complete = false;
    if (source === undefined && diagnostics.length === 0) by.findings.add(sourceKinds.includeNotFound, { file }, at);
    by.findings.addAll(diagnostics.map((found) => placed(found, file, by.findings, at)));
    return source !== undefined && this.sources.has(source.file) ? undefined : source;
  }
}

interface Include {
  readonly path: string;
  readonly at: Range;
  readonly by: ContractFile;
}

function readKeysOf(root: Node, findings: Findings, includedBy: ContractFile | undefined): ContractFile | undefined {
  const map = readMap(root, 'A contract', findings);
  if (map === undefined || !checkVersion(map, 'a contract', findings)) return undefined;
  return {
    findings,
    keys: readKeys(map, contractKeys, 'a contract', findings),
    start: map.entries[0]?.key.at,
    includedBy,
  };
}

function includesOf(by: ContractFile): Include[] {
  const entry = by.keys.get('include');
  const list = entry && readList(entry, by.findings);
  if (entry === undefined || list === undefined) return [];
  const paths = new Set<string>();
  return list.items.flatMap((item): Include[] => {
    const text = readName({ key: entry.key, value: item }, by.findings);
    if (text === undefined) return [];
    if (paths.has(text.text)) by.findings.add(sourceKinds.listedTwice, { value: text.text }, text.at);
    paths.add(text.text);
    return [{ path: text.text, at: text.at, by }];
  });
}

/** What could not be read is said where it is included, unless it has a place of its own. */
function placed(found: Diagnostic, file: string, findings: Findings, at: Range): Diagnostic {
  if (found.line !== undefined) return found;
  if (found.code !== sourceKinds.notFound.code) return { ...found, ...findings.place(at) };
  const missing = new Findings(findings.source);
  missing.add(sourceKinds.includeNotFound, { file }, at);
  return missing.diagnostics[0] ?? found;
}

/** A relative path from the folder of a file; undefined for any other. */
function joined(from: string, path: string): string | undefined {
  if (/^(?:[\\/]|[A-Za-z][A-Za-z0-9+.-]*:)/.test(path) || path.includes('\\')) return undefined;
  const folder = /^(.*)[\\/]/s.exec(from)?.[0] ?? '';
  return normal(`${folder}${path}`);
}

/** Without `.`, and without a step back where there is one to take. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split(/[\\/]/)) {
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    const last = parts.at(-1);
    if (part === '..' && last !== undefined && last !== '..' && last !== '') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
