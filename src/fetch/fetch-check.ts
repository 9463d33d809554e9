import { readDocument } from '../contract/index.ts';
import { fetching as kinds, type Report, report } from '../diagnostics/index.ts';
import { type Folder, readBytes, reportOutputError } from '../project/index.ts';
import { affectedOperations } from './affected-operations.ts';
import { type ComponentChange, compareComponents } from './compare-components.ts';
import type { Crawl } from './crawl.ts';
import { type FetchSettings, type FetchTask, fetchFiles } from './fetch.ts';
import { type FetchLock, fetchLockName, servedDigest, writtenDigest } from './fetch-lock.ts';
import { componentsOf, type WsdlComponent } from './wsdl-components.ts';

export interface CheckSettings extends FetchSettings {
  /** The command that fetches the files again, for the diagnostics. */
  readonly command: string;
}

export interface CheckTask extends FetchTask {
  readonly lock: FetchLock;
}

/** Changes at a provider. */
export interface CheckedContract {
  readonly folder: Folder;
  readonly changes: readonly ComponentChange[];
  /** Number of files that have other bytes than at the last fetch, were added or are gone. */
  readonly otherFiles: number;
  /** Number of files of the provider. */
  readonly files: number;
}

/** Fetches all, and compares the components with those of the files in the folders. Writes nothing. */
export async function checkAll(
  tasks: readonly CheckTask[],
  settings: CheckSettings,
): Promise<readonly CheckedContract[]> {
  const checked: CheckedContract[] = [];
  for (const task of tasks) {
    const found = await fetchFiles(task, settings);
    if (found === undefined) continue;
    try {
      const one = checkFetched(task, found, settings);
      if (one !== undefined) checked.push(one);
    } catch (error) {
      reportOutputError(error, settings.report);
    }
  }
  return checked;
}

function checkFetched(task: CheckTask, found: Crawl, settings: CheckSettings): CheckedContract | undefined {
  const { folder, lock } = task;
  const { report: to, command } = settings;
  const { bytes, edited } = filesIn(folder, lock, command, to);
  if (bytes === undefined) return undefined;
  const otherFiles = countDifferent(lock, found);
  if (otherFiles === 0 && !edited) return { folder, changes: [], otherFiles, files: found.files.size };
  const before = components(folder, bytes, settings);

  if (before === undefined) return undefined;
  const after = [...found.files.values()].flatMap(
    (file) => componentsIn(file.bytes, file.address.href, settings) ?? [],
  );
  const changes = compareComponents(before, after);
  const location = { file: folder.show(fetchLockName) };
  for (const { kind, component, where } of changes) {
    to.add(report(kinds[kind], { component, where: where.join(', '), command }, location));
  }
  const affected = affectedOperations([...before, ...after], changes);
  if (affected.length > 0) to.add(report(kinds.affected, { operations: listed(affected) }, location));
  return { folder, changes, otherFiles, files: found.files.size };
}

/** The others are counted. */
const operationsAtMost = 8;

function listed(operations: readonly string[]): string {
  const rest = operations.length - operationsAtMost;
  return `${operations.slice(0, operationsAtMost).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The files that the lock file lists; undefined if one of them is missing. */
function filesIn(
  folder: Folder,
  lock: FetchLock,
  command: string,
  to: Report,
): { readonly bytes: ReadonlyMap<string, Buffer> | undefined; readonly edited: boolean } {
  const files = new Map<string, Buffer>();
  let isMissing = false;
  let edited = false;
  for (const [name, { written }] of lock.files) {
    const file = folder.show(name);
    const bytes = readBytes(folder.resolve(name), file);
    if (bytes === undefined) {
      isMissing = true;
      to.add(report(kinds.compareImpossible, { file, reason: 'it does not exist', command }, { file }));
      continue;
    }
    files.set(name, bytes);
    if (writtenDigest(bytes) === written) continue;
    edited = true;
    to.add(report(kinds.editedSinceFetch, { file }, { file }));
  }
  return { bytes: isMissing ? undefined : files, edited };
}

function countDifferent(lock: FetchLock, { files }: Crawl): number {
  const old = new Map([...lock.files.values()].map(({ address, digest }) => [address, digest]));
  let count = 0;
  for (const [address, { bytes }] of files) {
    if (old.get(address) !== servedDigest(bytes)) count++;
    old.delete(address);
  }
  return count + old.size;
}

function components(
  folder: Folder,
  files: ReadonlyMap<string, Buffer>,
  { command, internalEntities, report: to }: CheckSettings,
): readonly WsdlComponent[] | undefined {
  const all: WsdlComponent[] = [];
  let isComplete = true;
  for (const [name, bytes] of files) {
    const file = folder.show(name);
    const found = componentsIn(bytes, name, { internalEntities });
    if (found !== undefined) all.push(...found);
    else {
      isComplete = false;
      to.add(report(kinds.compareImpossible, { file, reason: 'it is no longer XML', command }, { file }));
    }
  }
  return isComplete ? all : undefined;
}

function componentsIn(
  bytes: Buffer,
  location: string,
  { internalEntities }: Pick<CheckSettings, 'internalEntities'>,
): readonly WsdlComponent[] | undefined {
  const { document } = readDocument({ location, name: location, bytes }, { internalEntities });
  return document && componentsOf(document);
}
