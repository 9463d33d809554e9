import { chmod, copyFile, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { ensureFolder, syncFile, syncFolder } from '../common/file-system.ts';
import { asStorageError, errorCode, StorageError } from '../common/storage-error.ts';
import { randomId } from '../secrets/secret-tokens.ts';
import { audit } from '../storage/audit-log.ts';
import type { DataKeySource } from '../storage/content/content-store.ts';
import { type DataFolder, dataFolderAt } from '../storage/content/data-folder.ts';
import { copyDatabase } from '../storage/database.ts';
import { setLastBackup } from '../storage/last-backup.ts';
import { type BackupContent, collectContent } from './backup-content.ts';
import { writeSums } from './backup-sums.ts';
import { type OperatorContext, OperatorError } from './operator-context.ts';

export interface BackupOptions {
  readonly folder: DataFolder;
  /** Path of the backup, which must not exist. */
  readonly target: string;
  /** Copy published files instead of hard-linking them. */
  readonly copy: boolean;
}

/** A finished backup. */
export interface Backup extends BackupContent {
  readonly path: string;
  /** False when the service key is not in the data folder: then it must be backed up separately. */
  readonly holdsKey: boolean;
}

/** Rounds in which others may write; in the next one the database is locked. */
const freeRounds = 3;

/**
 * Creates a backup while services run: a snapshot of the database, the content of all its files, and the acknowledged
 * bytes of all unfinished uploads. The backup is a data folder. It gets its name when it is complete, checked and synced.
 *
 * @throws {OperatorError} `already-there` or `invalid-argument`.
 * @throws {StorageError}
 */
export async function makeBackup(
  { db, now, dataKeys }: Pick<OperatorContext, 'db' | 'now'> & { readonly dataKeys: DataKeySource },
  options: BackupOptions,
): Promise<Backup> {
  const target = resolve(options.target);
  const { folder } = options;
  await checkTarget(target, folder);
  const temporary = dataFolderAt(`${target}.partial-${randomId()}`);
  try {
    await ensureFolder(dirname(target), { mode: 0o777 });
    for (const path of [temporary.path, temporary.spool, temporary.files]) await mkdir(path, { mode: 0o700 });
    const gathered = await collect(folder, temporary, { copy: options.copy, keys: dataKeys });
    const holdsKey = await copyKey(folder, temporary);
    await writeSums(temporary);
    await sync(temporary);
    await rename(temporary.path, target);
    await syncFolder(dirname(target));
    const details = { files: gathered.files, bytes: String(gathered.bytes), holdsKey };
    await db.transaction().execute(async (transaction) => {
      await audit(
        transaction,
        { actor: 'operator', action: 'backup.made', subject: `backup:${target}`, details },
        now(),
      );
      await setLastBackup(transaction, now());
    });
    return { ...gathered, path: target, holdsKey };
  } catch (error) {
    throw error instanceof OperatorError ? error : asStorageError(error);
  } finally {
    await rm(temporary.path, { recursive: true, force: true });
  }
}

async function checkTarget(target: string, folder: DataFolder): Promise<void> {
  const below = relative(folder.path, target);
  if (below === '' || (!below.startsWith(`..${sep}`) && below !== '..' && resolve(below) !== below)) {
    throw new OperatorError('invalid-argument', `${target} is in the data folder: it would be lost with it.`);
  }
  if ((await lstat(target).catch(() => undefined)) !== undefined) {
    throw new OperatorError('already-there', `${target} exists. Give the backup a new name.`);
  }
}

/**
 * Copies the database, then the content that it refers to. If content disappears in between, starts over with a new copy
 * of the database; in the last round others cannot write.
 */
async function collect(
  folder: DataFolder,
  to: DataFolder,
  options: { readonly copy: boolean; readonly keys: DataKeySource },
): Promise<BackupContent> {
  for (let round = 1; ; round += 1) {
    const free = round <= freeRounds;
    const lock = free ? undefined : lockDatabase(folder.database);
    try {
      await rm(to.database, { force: true });
      await copyDatabase(folder.database, to.database);
      releaseLeases(to.database);
      await chmod(to.database, 0o600);
      const gathered = await collectContent(folder, to, options);
      if (gathered !== undefined) return gathered;
    } finally {
      lock?.release();
    }
    if (!free) {
      throw new StorageError('lost', 'Content of the database is missing. Run doctor; nothing was backed up.');
    }
  }
}

/** No process appends to the uploads of the copy; those that append to the original would make its callers wait. */
function releaseLeases(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('UPDATE uploads SET lease_owner = NULL, lease_until = NULL WHERE lease_owner IS NOT NULL');
  } catch (error) {
    throw asStorageError(error);
  } finally {
    database.close();
  }
}

/** Locks the database for writers until it is released. */
function lockDatabase(path: string): { release(): void } {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    database.close();
    throw asStorageError(error);
  }
  // Closing it rolls the transaction back.
  return { release: () => database.close() };
}

async function copyKey(folder: DataFolder, to: DataFolder): Promise<boolean> {
  try {
    await copyFile(folder.key, to.key);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  await chmod(to.key, 0o600);
  return true;
}

/** Syncs the database, the key and the folders; content is synced where it is copied. */
async function sync(folder: DataFolder): Promise<void> {
  for (const name of await readdir(folder.path)) {
    const path = join(folder.path, name);
    if ((await lstat(path)).isFile()) await syncFile(path);
  }
  for (const shard of await readdir(folder.files)) await syncFolder(join(folder.files, shard));
  for (const path of [folder.files, folder.spool, folder.path]) await syncFolder(path);
}
