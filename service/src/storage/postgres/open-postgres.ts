import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { type DatabaseCounts, noCounts } from '../../common/counts.ts';
import { queryLogOption } from '../../tracing/query-spans.ts';
import { migrate } from '../migrations.ts';
import type { Migration } from '../schema-steps.ts';
import type { Db, Tables } from '../tables.ts';
import { ExactColumns, PostgresColumnTypes } from './column-types.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { isLocked } from './postgres-errors.ts';
import { createMissingIndexes, StepsCompiler } from './postgres-indexes.ts';
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
  }: { readonly counts?: DatabaseCounts; readonly steps?: readonly Migration[] } = {},
): Promise<Db> {
  const columns = new ExactColumns();
  await migrateWith(patient(options), columns, steps);
  return await loaded(connect(options, columns, counts), columns);
}

/** Connects to PostgreSQL, and does not migrate. @throws {StorageError} */
export async function connectPostgres(options: PostgresOptions): Promise<Db> {
  const columns = new ExactColumns();
  return await loaded(connect(options, columns, noCounts), columns);
}

/** Tables with names and addresses of people, and with the bytes of small last chunks. */
const personal = [
  'accounts',
  'entries',
  'folder_keys',
  'uploads',
  'tail',
  'audit_log',
  'hook_deliveries',
  'shares',
  'mail_recipients',
  'mail_files',
  'pending_sign_ins',
  'settings',
] as const;

/**
 * Writes the tables with personal data anew, one after the other, each under an exclusive lock: dead rows stay readable in
 * their files otherwise. Their statistics, which have samples of the values, are made anew too.
 *
 * @throws {StorageError}
 */
export async function rewritePostgres(options: PostgresOptions): Promise<void> {
  const db = await connectPostgres(patient(options));
  try {
    for (const table of personal) await sql`VACUUM (FULL, ANALYZE) ${sql.table(table)}`.execute(db);
  } finally {
    await db.destroy();
  }
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

/** Milliseconds in which a start finds the database: one that starts at the same time is found. */
const startDeadline = 30_000;

/** Limit in milliseconds of a step, which may wait for other migrating processes and read a large table. */
const migrationDeadline = 600_000;

/** One connection, for steps that may take long; but a database that cannot be reached is noticed early. */
function patient(options: PostgresOptions): PostgresOptions {
  return { ...options, connections: 1, deadline: migrationDeadline, connectDeadline: startDeadline };
}

function connect(options: PostgresOptions, columns: ExactColumns, counts: DatabaseCounts): Db {
  const dialect = postgresDialect(new PostgresPool(options, columns, counts), counts);
  return new Kysely<Tables>({ dialect, ...queryLogOption('postgresql') });
}

async function migrateWith(
  options: PostgresOptions,
  columns: ExactColumns,
  steps: readonly Migration[],
): Promise<void> {
  const compiler = new StepsCompiler();
  const db = new Kysely<Tables>({ dialect: postgresDialect(new PostgresPool(options, columns), noCounts, compiler) });
  try {
    await untilUnlocked(() =>
      migrate(db.withPlugin(new PostgresColumnTypes()), steps, (applied) => {
        // The tables may be large, and in use.
        compiler.leavesOutIndexes = applied > 0;
      }),
    );
    await createMissingIndexes(db, steps);
  } finally {
    await db.destroy();
  }
}

/** Attempts of a migration whose tables others have locked: between them, those who waited behind it go on. */
const attempts = 10;

async function untilUnlocked(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isLocked(error)) throw error;
    }
    await sleep(500 + 1_000 * Math.random());
  }
}
