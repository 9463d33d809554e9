import { access, constants, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ensureFolder, exists, syncFolder, usingFile } from '../../common/file-system.ts';
import { asStorageError, StorageError, withStorageErrors } from '../../common/storage-error.ts';

/**
 * The layout of a data folder. It is on one volume, so that publishing a file is a rename.
 *
 * ```
 * database.sqlite       all entities of the service; with -wal and -shm beside it while a process has it open
 * service.key           the service keys (mode 0600), the newest first, unless the settings name another source
 * spool/UPLOAD.N        an unfinished upload: its acknowledged bytes, possibly followed by unacknowledged ones
 * spool/.reserve        space that is freed when the disk is full, so that the database opens and can delete rows
 * folder.id             a random id, which the database has too, so that it is not exchanged unnoticed
 * files/UP/UPLOAD.N     a published file, by its upload's id and the first two characters of that;
 *                       the table `entries` has its name and folder (column `content`)
 * SHA256SUMS            in a backup: of database and key, as sha256sum writes it; removed when the folder is opened
 * ```
 */
export interface DataFolder {
  readonly path: string;
  readonly database: string;
  readonly key: string;
  readonly id: string;
  readonly spool: string;
  readonly files: string;
  readonly sums: string;
}

/** The paths in a data folder; nothing is created or checked. */
export function dataFolderAt(given: string): DataFolder {
  const path = resolve(given);
  return {
    path,
    database: join(path, 'database.sqlite'),
    key: join(path, 'service.key'),
    id: join(path, 'folder.id'),
    spool: join(path, 'spool'),
    files: join(path, 'files'),
    sums: join(path, 'SHA256SUMS'),
  };
}

/**
 * Creates the missing parts of a data folder, readable by its owner only.
 *
 * @param startAnew creates the database, too, when other parts show that there was one.
 * @throws {StorageError} `lost-database` otherwise.
 */
export async function openDataFolder(
  given: string,
  { startAnew = false }: { readonly startAnew?: boolean | undefined } = {},
): Promise<DataFolder> {
  const folder = dataFolderAt(given);
  const { path } = folder;
  if (!startAnew) await rejectLostDatabase(folder);
  try {
    await ensureFolder(folder.spool);
    await ensureFolder(folder.files);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    // From here on the database differs from its backup.
    await rm(folder.sums, { force: true });
    // Created here so that other users cannot read it; SQLite gives its -wal and -shm files the same mode.
    await (await open(folder.database, 'a', 0o600)).close();
    await syncFolder(path);
    await syncFolder(dirname(path));
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot use the data folder ${path}: ${message}`, error);
  }
  return folder;
}

/** Refuses to begin with an empty database where files or a key of a service are. */
async function rejectLostDatabase(folder: DataFolder): Promise<void> {
  const { size } = (await stat(folder.database).catch(() => undefined)) ?? { size: undefined };
  // An empty one may be that of a first start that was killed.
  if (size !== undefined && size > 0) return;
  const found = (await hasFiles(folder.files))
    ? 'files'
    : size === undefined && (await hasKey(folder))
      ? 'a key'
      : undefined;
  if (found === undefined) return;
  throw new StorageError(
    'lost-database',
    `The data folder ${folder.path} has ${found} of a service, and no database: restore database.sqlite from a backup. To begin with an empty database, use --start-anew of serve or provision; the files stay on the disk.`,
  );
}

async function hasKey({ key }: DataFolder): Promise<boolean> {
  return await exists(key).catch(() => false);
}

/** Whether something was published. */
async function hasFiles(path: string): Promise<boolean> {
  for (const shard of await readdir(path).catch(() => [])) {
    const names = await readdir(join(path, shard)).catch(() => []);
    if (names.length > 0) return true;
  }
  return false;
}

/** Name prefix of probe files. */
export const probePrefix = '.probe-';

/** Fails when no file can be created and written in a folder. Writes content, since an empty file needs no space. */
export async function probeFolder(path: string): Promise<void> {
  const probe = join(path, `${probePrefix}${process.pid}-${Math.random().toString(36).slice(2)}`);
  await withStorageErrors(() =>
    usingFile(probe, { flags: 'wx', mode: 0o600 }, async (file) => {
      // Removed at once, so that a kill rarely leaves it behind; the sweep removes those.
      await rm(probe);
      await file.writeFile('probe');
      await file.sync();
    }),
  );
}

/**
 * An existing data folder. Most commands do not create one: a mistyped folder would become an empty service.
 *
 * @throws {StorageError}
 */
export async function existingFolder(path: string): Promise<DataFolder> {
  const folder = dataFolderAt(path);
  if (await hasDatabase(folder)) return folder;
  await rejectLostDatabase(folder);
  throw new StorageError(
    'failed',
    `There is no data folder at ${folder.path}. Name it with --data; serve and provision create one.`,
  );
}

/** Whether the folder has a database: a service has used it. */
export async function hasDatabase({ database }: DataFolder): Promise<boolean> {
  return await withStorageErrors(() => exists(database));
}
