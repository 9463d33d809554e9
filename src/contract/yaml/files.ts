import {
  type Diagnostic,
  Findings,
  contract as kinds,
  type Range,
  type Source,
  source as sourceKinds,
} from '../../diagnostics/index.ts';
import { type Entries, readConstruct } from './entries.ts';
import { isNoContract } from './other-documents.ts';
import type { ReadSource } from './source.ts';
import { checkVersion, readMap, readNames } from './values.ts';
import { readYaml } from './yaml.ts';
import type { MapNode, YamlNode } from './yaml-node.ts';

/** One of the files of a contract, with its top-level entries. */
export interface ContractFile {
  readonly findings: Findings;
  readonly root: MapNode;
  readonly entries: Entries;
  /** The position of its first key, where missing keys are reported. */
  readonly start: Range;
  /** The file that included this one first; undefined for the main file. */
  readonly includedBy: ContractFile | undefined;
}

/** Reads a file by its path, which is relative to the same folder as that of the contract. */
export type ReadIncluded = (file: string) => ReadSource;

export interface ContractFiles {
  /** The main file first, then in the order in which they are included, each once. */
  readonly files: readonly ContractFile[];
  /** Of each file that could be read. */
  readonly findings: readonly Findings[];
  /** Texts by paths. */
  readonly sources: ReadonlyMap<string, string>;
  /** Whether every file could be read, so that an unknown name is an error. */
  readonly complete: boolean;
}

/** Reads a file and all that it includes. */
export function readFiles(source: Source, findings: Findings, read: ReadIncluded): ContractFiles {
  const reading = new Reading(read);
  reading.readAll(source, findings);
  return reading;
}

class Reading implements ContractFiles {
  readonly files: ContractFile[] = [];
  readonly findings: Findings[] = [];
  readonly sources: Map<string, string> = new Map();
  complete = true;
  readonly #paths: Set<string> = new Set();
  readonly #read: ReadIncluded;

  constructor(read: ReadIncluded) {
    this.#read = read;
  }

  /** Not recursive, so that a chain of files does not exhaust the stack. */
  readAll(source: Source, findings: Findings): void {
    const waiting = this.#file(source, findings, undefined);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const included = this.#open(next);
      if (included !== undefined) waiting.push(...this.#file(included, new Findings(included), next.by));
    }
  }

  #file(source: Source, findings: Findings, includedBy: ContractFile | undefined): Include[] {
    this.findings.push(findings);
    this.sources.set(source.file, source.text);
    this.#paths.add(normalise(source.file));
    const root = readYaml(findings);
    const file = root && readEntries(root, findings, includedBy);
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
    if (this.#paths.has(file)) return undefined;
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

function readEntries(
  root: YamlNode,
  findings: Findings,
  includedBy: ContractFile | undefined,
): ContractFile | undefined {
  const map = readMap(root, 'A contract', findings);
  if (map === undefined || isNoContract(map, findings) || !checkVersion(map, 'a contract', findings)) return undefined;
  return {
    findings,
    root: map,
    entries: readConstruct(map, 'contract', findings),
    start: map.entries[0]?.key.at ?? map.at,
    includedBy,
  };
}

function includesOf(by: ContractFile): Include[] {
  const entry = by.entries.get('include');
  const paths = entry === undefined ? [] : readNames(entry, by.findings);
  return paths.map(({ text, at }) => ({ path: text, at, by }));
}

/** A file that cannot be read is reported where it is included, unless the diagnostic has its own position. */
function placed(found: Diagnostic, file: string, findings: Findings, at: Range): Diagnostic {
  if (found.line !== undefined) return found;
  if (found.code !== sourceKinds.notFound.code) return { ...found, ...findings.place(at) };
  const missing = new Findings(findings.source);
  missing.add(sourceKinds.includeNotFound, { file }, at);
  return missing.diagnostics[0] ?? found;
}

/** A relative path, from the folder of a file; undefined for any other path. */
function joined(from: string, path: string): string | undefined {
  if (/^(?:[\\/]|[A-Za-z][A-Za-z0-9+.-]*:)/.test(path) || path.includes('\\')) return undefined;
  const folder = /^(.*)[\\/]/s.exec(from)?.[0] ?? '';
  return normalise(`${folder}${path}`);
}

/** Without `.`, and without `..` after a folder. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split(/[\\/]/)) {
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    const last = parts.at(-1);
    if (part === '..' && last !== undefined && last !== '..' && last !== '') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
