import { chmod, lstat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ensureFolder, ensureOneFolder, exists } from '../common/file-system.ts';
import { withStorageErrors } from '../common/storage-error.ts';
import { accountRoots, descendantsOf, findPath, type TreeEntry } from './entry-tree.ts';
import { OperatorError } from './operator-context.ts';
import { type StoredFiles, storedBytes, withFile } from './read-file.ts';
import { alreadyThere, rightsOf, UniqueNames, writeFile } from './write-file.ts';

export interface ExportOptions {
  /** A file, or a folder with its descendants; `/`: the files of all accounts. */
  readonly path: string;
  /** Folder on the disk; created if it does not exist. */
  readonly target: string;
  /** Whether existing files may be replaced. */
  readonly force: boolean;
  readonly platform?: NodeJS.Platform | undefined;
}

/** A written file. */
export interface ExportedFile {
  readonly path: string;
  /** Path on the disk. */
  readonly file: string;
  readonly size: bigint;
  /** Whether its name on the disk differs. */
  readonly renamed: boolean;
}

interface Planned {
  readonly entry: TreeEntry;
  readonly target: string;
  readonly renamed: boolean;
}

/**
 * Writes files and folders to the disk, with the times of files as far as the file system supports them. The entries of a
 * folder are written directly into the target.
 *
 * @throws {OperatorError} `no-such-file`, or `already-there` before anything is written; {@link Rejection} `InvalidPath`.
 * @throws {StorageError}
 */
export async function* exportFiles(stored: StoredFiles, options: ExportOptions): AsyncGenerator<ExportedFile> {
  const target = resolve(options.target);
  const plan = await planOf(stored, options, target);
  await checkOverwriting(plan, options.force);
  // Exported files are those of users: a new folder is the operator's alone, as the data folder is.
  await withStorageErrors(() => ensureFolder(target));
  for (const { entry, target: file, renamed } of plan) {
    if (entry.kind === 'folder') {
      await ensureLike(dirname(file), file);
      continue;
    }
    const written = await withFile(stored, entry, async (current) => {
      const bytes = storedBytes(stored, current);
      await writeFile(file, { bytes, writtenTicks: current.writtenTicks, force: options.force });
      return current;
    });
    yield { path: entry.path, file, size: written.size ?? 0n, renamed };
  }
}

/** Creates a folder with the rights of its parent, unless it exists. */
async function ensureLike(parent: string, folder: string): Promise<void> {
  await withStorageErrors(async () => {
    if (await exists(folder)) return;
    await ensureOneFolder(folder);
    await chmod(folder, await rightsOf(parent));
  });
}

async function planOf(stored: StoredFiles, options: ExportOptions, target: string): Promise<readonly Planned[]> {
  const plan: Planned[] = [];
  const folders = new Map<string, { readonly path: string; readonly names: UniqueNames }>();
  const platform = options.platform ?? process.platform;
  const open = (path: string, onDisk: string): void => {
    folders.set(path, { path: onDisk, names: new UniqueNames(platform) });
  };
  const add = (entry: TreeEntry): void => {
    const folder = folders.get(dirnameOf(entry.path));
    if (folder === undefined) return;
    const name = folder.names.take(entry.name);
    const planned = { entry, target: join(folder.path, name), renamed: name !== entry.name };
    plan.push(planned);
    if (entry.kind === 'folder') open(entry.path, planned.target);
  };
  for await (const { start, entries } of startsOf(stored, options.path)) {
    if (!folders.has(start)) open(start, target);
    for await (const entry of entries) add(entry);
  }
  return plan;
}

/** The entries to export, with the path of the folder that corresponds to the target. */
async function* startsOf(
  { db }: StoredFiles,
  path: string,
): AsyncGenerator<{ readonly start: string; readonly entries: AsyncIterable<TreeEntry> | readonly TreeEntry[] }> {
  if (path === '/') {
    for await (const root of accountRoots(db)) {
      yield { start: '', entries: [root] };
      yield { start: root.path, entries: descendantsOf(db, root) };
    }
    return;
  }
  const entry = await findPath(db, path);
  if (entry === undefined) throw new OperatorError('no-such-file', `There is no file or folder ${path}.`);
  if (entry.kind === 'folder') yield { start: entry.path, entries: descendantsOf(db, entry) };
  else yield { start: dirnameOf(entry.path), entries: [entry] };
}

function dirnameOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

async function checkOverwriting(plan: readonly Planned[], force: boolean): Promise<void> {
  const taken: string[] = [];
  for (const { entry, target } of plan) {
    const there = await lstat(target).catch(() => undefined);
    if (there === undefined) continue;
    // A link could lead out of the target.
    if (entry.kind === 'folder' ? !there.isDirectory() : !force || !there.isFile()) taken.push(target);
  }
  if (taken.length > 0) throw alreadyThere(taken);
}
