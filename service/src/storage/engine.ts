import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Db } from './tables.ts';

/** Whether a database is PostgreSQL rather than the embedded SQLite. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Excludes all other callers from a section until the end of the transaction: its reads are still true when it
 * writes. On SQLite every transaction is such a section.
 *
 * @param name of the section: `folder:` and an id.
 * @param others `shared` admits other callers who share it.
 */
export async function lockSection(transaction: Db, name: string, others?: 'shared'): Promise<void> {
  if (!isPostgres(transaction)) return;
  const lock = sql.raw(others === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`SELECT ${lock}(hashtextextended(${name}, 0))`.execute(transaction);
}

/** The time by the clock that all processes share, in milliseconds since 1970: of the server, or of the machine. */
export function sharedTime(db: Db): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::int8`
    : sql<number>`CAST(${Date.now()} AS INTEGER)`;
}
