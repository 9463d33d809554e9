import { Kysely } from 'kysely';
import { type CommitCounts, noCounts } from '../../common/counts.ts';
import { queryLogOption } from '../../tracing/query-spans.ts';
import { migrate } from '../migrations.ts';
import type { Migration } from '../schema-steps.ts';
import type { Db, Tables } from '../tables.ts';
import { ExactColumns, PostgresColumnTypes } from './column-types.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { type PostgresOptions, PostgresPool } from './postgres-pool.ts';
import { postgresMigrations } from './postgres-steps.ts';

/**
 * Connects to PostgreSQL and migrates the schema. A commit is as durable as the server's `synchronous_commit` makes it.
 *
 * @throws {StorageError}
 */
export async function openPostgres(
  options: PostgresOptions,
  {
    counts = noCounts,
    steps = postgresMigrations,
  }: { readonly counts?: CommitCounts; readonly steps?: readonly Migration[] } = {},
): Promise<Db> {
  const columns = new ExactColumns();
  await migrateWith({ ...options, connections: 1, deadline: migrationDeadline }, columns, steps);
  return await loaded(connect(options, columns, counts), columns);
}

/** Connects to PostgreSQL, and does not migrate. @throws {StorageError} */
export async function connectPostgres(options: PostgresOptions): Promise<Db> {
  const columns = new ExactColumns();
  return await loaded(connect(options, columns, noCounts), columns);
}

async function loaded(db: Db, columns: ExactColumns): Promise<Db> {
  try {
    await columns.load(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** A step may wait for other processes that migrate, and read a large table, for so many milliseconds. */
const migrationDeadline = 600_000;

function connect(options: PostgresOptions, columns: ExactColumns, counts: CommitCounts): Db {
  const dialect = postgresDialect(new PostgresPool(options, columns), counts);
  return new Kysely<Tables>({ dialect, ...queryLogOption('postgresql') });
}

async function migrateWith(
  options: PostgresOptions,
  columns: ExactColumns,
  steps: readonly Migration[],
): Promise<void> {
  const db = connect(options, columns, noCounts);
  try {
    await migrate(db.withPlugin(new PostgresColumnTypes()), steps);
  } finally {
    await db.destroy();
  }
}
