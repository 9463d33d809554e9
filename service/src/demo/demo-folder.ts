import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { asStorageError, StorageError } from '../common/storage-error.ts';

/**
 * `demo/` of a data folder, where what is the demonstration's own lies; made if it is not there.
 *
 * @throws {StorageError}
 */
export async function demoFolder(data: string): Promise<string> {
  const folder = join(data, 'demo');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot use the data folder ${resolve(data)}: ${message}`, error);
  }
}

/**
 * Keeps other demonstrations away from a data folder: its tenants have room for one provider's addresses, and nobody
 * could sign in at the demonstration that was there first. SQLite's lock ends with the process, however that ends.
 *
 * @returns lets go of it.
 * @throws {StorageError} `busy` when a demonstration runs there.
 */
export async function holdDemoFolder(data: string): Promise<() => void> {
  const path = join(await demoFolder(data), 'running');
  let database: DatabaseSyncInstance | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return database.close.bind(database);
  } catch (error) {
    database?.close();
    const { code, message } = asStorageError(error);
    if (code !== 'busy') throw new StorageError(code, `Cannot use ${path}: ${message}`, error);
    throw new StorageError(
      code,
      `A demonstration runs already on the data folder ${resolve(data)}. Stop it, or give this one another: --data FOLDER, or RFS_DATA=FOLDER.`,
      error,
    );
  }
}
