import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { asStorageError, StorageError } from '../common/storage-error.ts';
import type { Migration } from './migration.ts';
import { migrate, migrations } from './migrations.ts';
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
