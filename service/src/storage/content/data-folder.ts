import { randomBytes } from 'node:crypto';
import { access, constants, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ensureFolder, exists, syncFolder } from '../../common/file-system.ts';
import { asStorageError, StorageError } from '../../common/storage-error.ts';

/**
 * The layout of a data folder. All of it lies on one volume, so that publishing a file is a rename.
 *
 * ```
 * database.sqlite       every noun of the service; with -wal and -shm beside it while a process has it open
 * service.key           what stored hashes of secrets are keyed with (mode 0600), unless the key comes from elsewhere
 * spool/UPLOAD.N        an upload that is not finished: its bytes so far, and perhaps more that do not count yet
 * spool/.reserve        room that is given up when the disk is full, so that the database can still delete
 * files/UP/UPLOAD.N     a published file, by the upload that brought it and the first two letters of that;
 *                       the table `entries` says which name in which folder it has (column `content`)
 * ```
 */
export interface DataFolder {
  readonly path: string;
  readonly database: string;
  readonly key: string;
  readonly spool: string;
  readonly files: string;
}

/** Where what lies in a folder; nothing is made or looked at. */
export function dataFolderAt(given: string): DataFolder {
  const path = resolve(given);
  return {
    path,
    database: join(path, 'database.sqlite'),
    key: join(path, 'service.key'),
    spool: join(path, 'spool'),
    files: join(path, 'files'),
  };
}

/**
 * Makes the folder with its parts, where they are not there, readable by its owner alone.
 *
 * @throws {StorageError}
 */
export async function openDataFolder(given: string): Promise<DataFolder> {
  const folder = dataFolderAt(given);
  const { path } = folder;
  try {
    await ensureFolder(folder.spool);
    await ensureFolder(folder.files);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    // The database is made by us, so that others cannot read it; SQLite gives its companions the same mode.
    await (await open(folder.database, 'a', 0o600)).close();
    await syncFolder(path);
    await syncFolder(dirname(path));
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot use the data folder ${path}: ${message}`, error);
  }
  return folder;
}

/** What probes are called, until they are removed. */
export const probePrefix = '.probe-';

/** Fails when no file can be made in a folder, or nothing be written to it: an empty file takes no room. */
export async function probeFolder(path: string): Promise<void> {
  const probe = join(path, `${probePrefix}${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    const file = await open(probe, 'wx', 0o600);
    try {
      // At once, so that hardly any moment is left in which a kill leaves it behind; the sweep knows those.
      await rm(probe);
      await file.writeFile('probe');
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw asStorageError(error);
  }
}

/**
 * A data folder that a service has made. Commands that only look or change do not make one: a folder that was mistyped
 * would be an empty service.
 *
 * @throws {StorageError}
 */
export async function existingFolder(path: string): Promise<DataFolder> {
  const folder = dataFolderAt(path);
  if (await hasDatabase(folder)) return folder;
  throw new StorageError(
    'failed',
    `There is no data folder at ${folder.path}. Name it with --data; serve and provision make one.`,
  );
}

/** Whether the folder has a database: a service has used it. */
export async function hasDatabase({ database }: DataFolder): Promise<boolean> {
  try {
    return await exists(database);
  } catch (error) {
    throw asStorageError(error);
  }
}

/** Bytes that are kept: enough for the database's log to take the rows of many deleted uploads. */
export const reserveSize: number = 1024 * 1024;

/**
 * Room on the disk that is kept for the moment when there is no other: the database needs some to delete anything. Any
 * number of processes may share it.
 */
export class Reserve {
  readonly #path: string;

  constructor(spool: string) {
    this.#path = join(spool, '.reserve');
  }

  /** Takes the room, if it is not taken. */
  async keep(): Promise<void> {
    const found = await stat(this.#path).catch(() => undefined);
    if (found?.size === reserveSize) return;
    const draft = `${this.#path}-${process.pid}`;
    try {
      const file = await open(draft, 'w', 0o600);
      try {
        // Not zeros: some file systems keep no room for those.
        await file.writeFile(randomBytes(reserveSize));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, this.#path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Gives the room to whoever comes first. */
  async release(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
