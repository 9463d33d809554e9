import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { type CommitCounts, noCounts } from '../common/counts.ts';
import { syncFolder } from '../common/file-system.ts';
import { asStorageError, StorageError } from '../common/storage-error.ts';
import { queryLogOption } from '../tracing/query-spans.ts';
import { LogState } from './log-state.ts';
import { migrate, migrations } from './migrations.ts';
import type { Migration } from './schema-steps.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Db, Tables } from './tables.ts';

/** Older versions can corrupt a WAL database with several connections (https://www.sqlite.org/releaselog/3_51_3.html). */
const oldestSqlite: readonly number[] = [3, 51, 3];

export interface DatabaseOptions {
  /** Steps of the schema; default: those of this version. */
  readonly steps?: readonly Migration[] | undefined;
  /** Shared by all connections of this process. */
  readonly log?: LogState | undefined;
  /** Told of each commit. */
  readonly counts?: CommitCounts;
}

/**
 * Opens the database file, creates it if necessary, and migrates its schema. Commits are durable when they return:
 * journal mode WAL with `synchronous=FULL` syncs the log at each commit. A log that other processes left is restarted.
 *
 * @throws {StorageError}
 */
export async function openDatabase(
  path: string,
  { steps = migrations, log = new LogState(path), counts = noCounts }: DatabaseOptions = {},
): Promise<Db> {
  // Short, since SQLite blocks the thread while it waits; the dialect retries after a pause.
  const { db } = await connect(path, { timeout: 5, log, counts }, async (db) => {
    await checkVersion(db);
    await setPragmas(db, pragmas);
    await migrate(db, steps);
    // SQLite syncs the name of a new log, too, but ignores a failure.
    await syncFolder(dirname(path));
  });
  return db;
}

/** An open connection, and the queries that run on it. */
export interface Connection {
  readonly db: Db;
  readonly database: DatabaseSyncInstance;
}

const pragmas: readonly string[] = [
  'journal_mode=WAL',
  'synchronous=FULL',
  'fullfsync=ON',
  'checkpoint_fullfsync=ON',
  'foreign_keys=ON',
];

async function connect(
  path: string,
  { timeout, log, counts }: { readonly timeout: number; readonly log: LogState; readonly counts: CommitCounts },
  prepare: (db: Db) => Promise<void>,
): Promise<Connection> {
  let db: Db;
  let database: DatabaseSyncInstance;
  try {
    database = new DatabaseSync(path, { timeout });
    db = new Kysely<Tables>({ dialect: sqliteDialect(database, log, counts), ...queryLogOption('sqlite') });
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot open the database ${path}: ${message}`, error);
  }
  try {
    await prepare(db);
    return { db, database };
  } catch (error) {
    await db.destroy();
    throw asStorageError(error);
  }
}

async function setPragmas(db: Db, pragmas: readonly string[]): Promise<void> {
  for (const pragma of pragmas) await sql.raw(`PRAGMA ${pragma}`).execute(db);
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

/** Whether a version of SQLite, such as `3.51.3`, is safe with several connections. */
export function isNewEnough(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, needed] of oldestSqlite.entries()) {
    const part = parts[index] ?? 0;
    if (part !== needed) return part > needed;
  }
  return true;
}

/**
 * Opens a second connection to the database, for the commits of uploads: callers who only read do not wait for them. Its
 * commits are as durable as those of the first. None may be less: after a failed sync the log would end at its pages.
 * They must not change what `Lookups` read, which stays cached after them.
 *
 * @throws {StorageError}
 */
export async function openUploadDatabase(
  path: string,
  log: LogState,
  counts: CommitCounts = noCounts,
): Promise<Connection> {
  return await connect(path, { timeout: 1, log, counts }, (db) => setPragmas(db, pragmas));
}

/** How long the log of a database is waited for that others read, in milliseconds. */
const readersTimeout = 30_000;

/**
 * Writes a database file anew, and empties its log: free pages and older pages of the log have deleted data. Other
 * processes have to wait. It takes as much free space as the database has twice.
 *
 * @param db an open connection, by which the log is restarted first if a call on it failed.
 * @throws {StorageError} `busy` when others use the database for too long; `full`.
 */
export async function rewriteDatabase(path: string, db: Db): Promise<void> {
  await db.transaction().execute(async () => undefined);
  let database: DatabaseSyncInstance | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 10_000 });
    for (const pragma of pragmas) database.exec(`PRAGMA ${pragma}`);
    database.exec('VACUUM');
    const checkpoint = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
    const end = performance.now() + readersTimeout;
    while ((checkpoint.get() as { readonly busy: number }).busy !== 0) {
      if (performance.now() > end) {
        throw new StorageError('busy', 'Another process reads the database: its log still has erased data. Run sweep.');
      }
      await sleep(20);
    }
  } catch (error) {
    throw asStorageError(error);
  } finally {
    database?.close();
  }
}

/**
 * Opens a database file read-only without side effects: when no process has it open, SQLite creates no -wal and -shm
 * files beside it.
 *
 * @throws {StorageError}
 */
export async function openToRead(path: string): Promise<DatabaseSyncInstance> {
  const log = await stat(`${path}-wal`).catch(() => undefined);
  const address = pathToFileURL(path);
  // No process has it open and the log is empty, so the file alone is the database.
  if (log === undefined) address.searchParams.set('immutable', '1');
  try {
    return new DatabaseSync(address, { readOnly: true, timeout: 10_000 });
  } catch (error) {
    throw asStorageError(error);
  }
}

/**
 * Writes a snapshot of a database file to a new file, which is not synced. Others can write during it.
 *
 * @throws {StorageError}
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const database = await openToRead(from);
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } catch (error) {
    throw asStorageError(error);
  } finally {
    database.close();
  }
}
