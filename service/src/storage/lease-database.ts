import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { asStorageError } from '../common/storage-error.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Db, Tables } from './tables.ts';

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
