import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { asStorageError, StorageError } from '../common/storage-error.ts';
import { sameHash } from '../secrets/tokens.ts';
import { migrate, migrations } from './migrations.ts';
import type { Migration } from './schema-steps.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Db, Tables } from './tables.ts';

/** Older ones can corrupt a WAL database that several connections use (https://www.sqlite.org/releaselog/3_51_3.html). */
const oldestSqlite: readonly number[] = [3, 51, 3];

/**
 * Opens the database file, made if it is not there, and brings its schema up to date. Every commit is on the disk before
 * it is answered: journal mode WAL with `synchronous=FULL` syncs the log at each.
 *
 * @param steps of the schema; those of this version unless they are given.
 * @throws {StorageError}
 */
export async function openDatabase(path: string, steps: readonly Migration[] = migrations): Promise<Db> {
  let db: Db;
  try {
    // SQLite itself waits only so short, because it blocks the thread; the dialect tries again after a pause.
    db = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(path, { timeout: 5 })) });
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot open the database ${path}: ${message}`, error);
  }
  try {
    await checkVersion(db);
    for (const pragma of [
      'journal_mode=WAL',
      'synchronous=FULL',
      'fullfsync=ON',
      'checkpoint_fullfsync=ON',
      'foreign_keys=ON',
    ]) {
      await sql.raw(`PRAGMA ${pragma}`).execute(db);
    }
    await migrate(db, steps);
    return db;
  } catch (error) {
    await db.destroy();
    throw asStorageError(error);
  }
}

async function checkVersion(db: Db): Promise<void> {
  const { rows } = await sql<{ version: string }>`SELECT sqlite_version() AS version`.execute(db);
  const version = rows[0]?.version ?? '';
  if (!isNewEnough(version)) {
    throw new StorageError(
      'old-sqlite',
      `SQLite ${version} is too old: ${oldestSqlite.join('.')} or newer is needed. Reinstall @photostructure/sqlite.`,
    );
  }
}

/** Whether a version of SQLite, such as `3.51.3`, is one that can be trusted with several connections. */
export function isNewEnough(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, needed] of oldestSqlite.entries()) {
    const part = parts[index] ?? 0;
    if (part !== needed) return part > needed;
  }
  return true;
}

/**
 * Another connection to a database that is open, for what matters only to processes that live: leases. Its commits are
 * seen by every process at once and outlive any of them, but are not synced: after a loss of power, when no process is
 * left that could hold a lease, they may be gone, the latest first and never one out of the middle. The next commit of
 * the other connection syncs them with its own, as they stand before it in the same log.
 *
 * `synchronous=NORMAL` still syncs the log before its pages go to the database, so nothing is ever torn
 * (https://www.sqlite.org/pragma.html#pragma_synchronous).
 *
 * @throws {StorageError}
 */
export async function openLeaseDatabase(path: string): Promise<Db> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(path, { timeout: 1 })) });
  try {
    for (const pragma of ['synchronous=NORMAL', 'checkpoint_fullfsync=ON', 'foreign_keys=ON']) {
      await sql.raw(`PRAGMA ${pragma}`).execute(db);
    }
    return db;
  } catch (error) {
    await db.destroy();
    throw asStorageError(error);
  }
}

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

/** Where the fingerprint stands in the table of settings. */
export const fingerprintName = 'key-fingerprint';

/**
 * Checks that the service's key is the one that the hashes in the database were made with; a new database takes it.
 *
 * @throws {StorageError} `other-key`: with another key every secret would be wrong, without anybody knowing why.
 */
export async function checkFingerprint(db: Db, fingerprint: string): Promise<void> {
  const name = fingerprintName;
  await db
    .insertInto('settings')
    .values({ name, value: fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  if (!sameHash(value, fingerprint)) {
    throw new StorageError(
      'other-key',
      'The service key is not the one that this data folder was made with: no stored secret would be right. Give it that one back.',
    );
  }
}
