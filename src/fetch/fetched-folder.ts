import { type Diagnostic, fetching as kinds, Report, report } from '../diagnostics/index.ts';
import type { Change, FilePath, FolderChanges } from '../project/index.ts';
import {
  byCodeUnits,
  type Content,
  type Folder,
  readBytes,
  readText,
  reportOutputError,
  sameText,
} from '../project/index.ts';
import type { Crawl, CrawledFile } from './crawl.ts';
import {
  type FetchLock,
  fetchLockName,
  type LockedFile,
  parseFetchLock,
  printFetchLock,
  servedDigest,
  writtenDigest,
} from './fetch-lock.ts';
import { fileNames } from './file-names.ts';
import { rewrite } from './rewrite.ts';

/** The content of a folder after a fetch. */
export interface FolderContent {
  readonly lock: FetchLock;
  /** Bytes by name, with locations that lead to files of the folder. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Name of the WSDL. */
  readonly main: string;
}

/**
 * The lock file of a folder; undefined if it is missing or invalid.
 *
 * @param to where an invalid one is reported.
 * @param force an invalid one is as good as none.
 */
export function readFetchLock(folder: Folder, to: Report | undefined, force = false): FetchLock | undefined {
  const file = folder.show(fetchLockName);
  try {
    const text = readText(folder.resolve(fetchLockName), file);
    const lock = text === undefined ? undefined : parseFetchLock(text);
    if (typeof lock !== 'string') return lock;
    if (!force) to?.add(report(kinds.invalidLock, { file, reason: lock }, { file }));
  } catch (error) {
    reportOutputError(error, to ?? new Report());
  }
  return undefined;
}

/** Names the files and lets their references lead to one another. @param before the lock file of the last fetch. */
export function contentOfCrawl(
  { files, aliases, standards }: Crawl,
  source: { readonly address: URL; readonly allowHosts: readonly string[] },
  before: FetchLock | undefined,
): FolderContent {
  const known = new Map([...(before?.files ?? [])].map(([name, { address }]) => [address, name]));
  const named = [...files.values()].map(({ address, kind }) => ({ address: address.href, kind }));
  const names = fileNames(named, known);
  const fileName = (key: string): string | undefined => names.get(aliases.get(key) ?? key);
  const locationOf = (key: string): string | undefined => fileName(key) ?? standards.get(key);
  const written = new Map<string, Buffer>();
  const locked = new Map<string, LockedFile>();
  for (const [key, file] of files) {
    const name = fileName(key) ?? '';
    const bytes = relocated(file, locationOf);
    written.set(name, bytes);
    locked.set(name, {
      address: key,
      digest: servedDigest(file.bytes),
      size: file.bytes.length,
      written: writtenDigest(bytes),
    });
  }
  const { address, allowHosts } = source;
  const lock = { address: address.href, allowHosts, files: locked, incomplete: false };
  return { lock, files: written, main: fileName(address.href) ?? '' };
}

/** Locations that lead to files of the folder, wherever these were served. A file that was left out keeps its location. */
function relocated({ bytes, links }: CrawledFile, locationOf: (key: string) => string | undefined): Buffer {
  const rewritings = links.flatMap(({ location, range, target, fragment }) => {
    const found = locationOf(target);
    if (found === undefined || location === `./${found}${fragment}`) return [];
    return [{ range, value: `${found}${fragment.replaceAll('&', '%26').replaceAll("'", '%27')}` }];
  });
  return rewrite(bytes, rewritings);
}

/** The changes that make a folder hold this content. Reports files that are not to be overwritten. */
export function planFetched(
  folder: Folder,
  { lock, files }: FolderContent,
  before: FetchLock | undefined,
  force: boolean,
  to: Report,
): FolderChanges & { readonly unchanged: number } {
  const changes: Change[] = [];
  let unchanged = 0;
  for (const name of [...files.keys()].sort(byCodeUnits)) {
    const bytes = files.get(name) ?? Buffer.alloc(0);
    const locked = before?.files.get(name);
    // After an interrupted run a listed file is the old one or the new one.
    const mayOverwrite = force || (locked !== undefined && before?.incomplete === true);
    const change = planFile(fileIn(folder, name), bytes, locked, mayOverwrite);
    if (change === undefined) unchanged++;
    else if ('kind' in change) changes.push(change);
    else to.add(change);
  }
  for (const [name, file] of before?.files ?? []) {
    if (files.has(name)) continue;
    const change = planDeletion(fileIn(folder, name), file, before?.incomplete === true || force);
    if (change === undefined) continue;
    if ('kind' in change) changes.push(change);
    else to.add(change);
  }
  const lockFile = fileIn(folder, fetchLockName);
  const text = printFetchLock(lock);
  const current = readText(lockFile.path, lockFile.shown);
  if (current !== undefined && sameText(current, text) && changes.length === 0) return { folder, changes, unchanged };
  // An interrupted run leaves no file that the lock file does not list.
  const all = new Map([...(before?.files ?? []), ...lock.files]);
  const during = printFetchLock({ ...lock, files: all, incomplete: true });
  return { folder, changes, unchanged, manifest: { ...lockFile, during, text } };
}

function planFile(
  { path, shown }: FilePath,
  bytes: Buffer,
  locked: LockedFile | undefined,
  mayOverwrite: boolean,
): Change | Diagnostic | undefined {
  const content: Content = { digest: writtenDigest(bytes), bytes: () => [bytes] };
  const current = readBytes(path, shown);
  if (current === undefined) return { kind: 'create', path, shown, content, exclusive: false };
  const digest = writtenDigest(current);
  if (digest === content.digest) return undefined;
  if (mayOverwrite || locked?.written === digest) return { kind: 'update', path, shown, content };
  return report(locked === undefined ? kinds.notFetched : kinds.edited, { file: shown }, { file: shown });
}

function planDeletion(
  { path, shown }: FilePath,
  { written }: LockedFile,
  isCertain: boolean,
): Change | Diagnostic | undefined {
  const current = readBytes(path, shown);
  if (current === undefined) return undefined;
  if (isCertain || writtenDigest(current) === written) return { kind: 'delete', path, shown };
  return report(kinds.editedAndGone, { file: shown }, { file: shown });
}

function fileIn(folder: Folder, name: string): FilePath {
  return { path: folder.resolve(name), shown: folder.show(name) };
}
