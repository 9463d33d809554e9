import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { asStorageError } from '../common/storage-error.ts';

/**
 * Opens a database file to read it, and leaves no trace: when no process has it open, not even the companions are made
 * that SQLite puts beside it.
 *
 * @throws {StorageError}
 */
export async function openToRead(path: string): Promise<DatabaseSyncInstance> {
  const log = await stat(`${path}-wal`).catch(() => undefined);
  const address = pathToFileURL(path);
  // Nobody has it open, and nothing waits in the log: the file alone is the database.
  if (log === undefined) address.searchParams.set('immutable', '1');
  try {
    return new DatabaseSync(address, { readOnly: true, timeout: 5000 });
  } catch (error) {
    throw asStorageError(error);
  }
}

/**
 * Writes the database as it is at one moment to a new file, while others go on with theirs. It is not synced.
 *
 * @throws {StorageError}
 */
export function copyDatabase(database: DatabaseSyncInstance, to: string): void {
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } catch (error) {
    throw asStorageError(error);
  }
}
