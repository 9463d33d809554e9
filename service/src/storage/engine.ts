import { PostgresAdapter, sql } from 'kysely';
import type { Db } from './tables.ts';

/** Whether a database is PostgreSQL rather than the embedded SQLite. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Excludes all other callers from a section until the end of the transaction: what is read in it is still true when it
 * writes. On SQLite every transaction is such a section.
 *
 * @param name of the section: `folder:` and an id.
 */
export async function lockSection(transaction: Db, name: string): Promise<void> {
  if (isPostgres(transaction))
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
