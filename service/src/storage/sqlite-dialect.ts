import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type CommitCounts, noCounts } from '../common/counts.ts';
import { asStorageError, StorageError, sqliteResultCode } from '../common/storage-error.ts';
import type { LogState } from './log-state.ts';
import { SqliteStatements } from './sqlite-statements.ts';

/** How long a statement is retried while another process writes, in milliseconds. */
const busyTimeout = 10_000;
/** Primary result codes of SQLite: a failed call of the disk, and a full disk. */
const [ioError, diskFull] = [10, 13];

/** Statements that change nothing, or that run outside of transactions only. */
const unchanging = /^\s*(select|pragma|vacuum|with\b(?!.*\b(insert|update|delete|replace)\b))/is;

/**
 * Kysely over `@photostructure/sqlite`. Transactions begin IMMEDIATE, so that their reads are still true when they write.
 * Waiting for another process does not block the thread. After a failed call on the log, the log is restarted before
 * anything else is written.
 *
 * @param log undefined for a connection that only reads.
 * @param counts told of each commit.
 */
export function sqliteDialect(
  database: DatabaseSyncInstance,
  log?: LogState,
  counts: CommitCounts = noCounts,
): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(database, log, counts),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSyncInstance;
  readonly #log: LogState | undefined;
  readonly #connection: SqliteConnection;
  readonly #counts: CommitCounts;
  /** Callers waiting for the connection. */
  readonly #waiting: (() => void)[] = [];
  #inUse = false;

  constructor(database: DatabaseSyncInstance, log: LogState | undefined, counts: CommitCounts) {
    this.#database = database;
    this.#log = log;
    this.#counts = counts;
    this.#connection = new SqliteConnection(database, log);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#inUse) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#inUse = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inUse = false;
    else next();
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin();
  }

  async commitTransaction(): Promise<void> {
    const start = performance.now();
    let succeeded = false;
    try {
      await this.#connection.run('COMMIT');
      succeeded = true;
    } finally {
      this.#counts.commit((performance.now() - start) / 1000, succeeded);
    }
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite rolls back itself after some errors, such as a full disk.
    if (this.#database.isTransaction) await this.#connection.run('ROLLBACK');
  }

  async destroy(): Promise<void> {
    if (this.#log?.isSuspect === true) return this.#log.closeUnchecked(this.#database);
    this.#connection.copyLog('TRUNCATE');
    this.#database.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSyncInstance;
  readonly #log: LogState | undefined;
  readonly #statements: SqliteStatements;

  constructor(database: DatabaseSyncInstance, log: LogState | undefined) {
    this.#database = database;
    this.#log = log;
    this.#statements = new SqliteStatements(database);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#database.isTransaction || unchanging.test(query.sql))
      return await this.run<Row>(query.sql, query.parameters);
    // Not by itself: while it waits for the lock, another process may fail to sync the log that it would commit to.
    await this.begin();
    try {
      const result = await this.run<Row>(query.sql, query.parameters);
      await this.run('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) await this.run('ROLLBACK');
      throw error;
    }
  }

  async begin(): Promise<void> {
    for (;;) {
      this.#log?.checkPlace();
      await this.#restartLog();
      await this.run('BEGIN IMMEDIATE');
      // Now no other process commits. One may have failed to, while this one waited for it.
      if (this.#log?.isSuspect !== true) return;
      await this.run('ROLLBACK');
    }
  }

  /**
   * Restarts the log if a call on it failed: it is written again, all commits in it are copied to the database and synced
   * there, what was copied is written again, and the next commit begins an empty log. Pages of the log that may not be on
   * the disk then count no more.
   *
   * @throws {StorageError} when that fails; nothing may be committed then.
   */
  async #restartLog(): Promise<void> {
    const log = this.#log;
    if (log?.isSuspect !== true) return;
    const deadline = performance.now() + busyTimeout;
    for (let isCopied = false; ; ) {
      isCopied ||= await this.#copyAgain(log);
      if (isCopied) {
        const { rows } = await this.run<{ readonly busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
        if (rows[0]?.busy === 0) log.restarted();
      }
      if (!log.isSuspect) return;
      if (performance.now() > deadline)
        throw new StorageError('busy', 'The log of the database could not be restarted: another process reads it.');
      await sleep(5 + 10 * Math.random());
    }
  }

  /** Returns whether all of the log was copied. */
  async #copyAgain(log: LogState): Promise<boolean> {
    // Nobody commits during this, and after a whole copy nobody has anything to copy.
    await this.run('BEGIN IMMEDIATE');
    try {
      log.rewrite();
      if (!log.copy()) return false;
      log.rewriteCopied();
      return true;
    } catch (error) {
      throw asStorageError(error);
    } finally {
      await this.run('ROLLBACK');
    }
  }

  /**
   * Copies the log to the database, unless another process reads it or a call on it failed. SQLite does so when the last
   * connection closes, but prepared statements keep this one open until they are collected as garbage.
   */
  copyLog(mode: 'TRUNCATE' | 'PASSIVE'): void {
    if (this.#log?.isSuspect !== false) return;
    try {
      this.#database.exec(`PRAGMA wal_checkpoint(${mode})`);
    } catch (error) {
      // On a disk that is full or fails: the next process that opens the database does it.
      if (resultCode(error) === ioError) this.#log.fail();
    }
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator, and nothing here streams rows.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw asStorageError(new Error('Rows are not streamed.'));
  }

  async run<Row>(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    const deadline = performance.now() + busyTimeout;
    for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
      try {
        const { rows, affected } = this.#statements.run(sql, parameters);
        return { numAffectedRows: BigInt(affected), rows: rows as Row[] };
      } catch (error) {
        const code = resultCode(error);
        const busy = code === 5;
        if (code === ioError) this.#log?.fail();
        // The next commit can then begin the log anew, in the space that it has.
        if (code === diskFull && !this.#database.isTransaction) this.copyLog('PASSIVE');
        if (!busy || this.#database.isTransaction || performance.now() > deadline) throw asStorageError(error);
      }
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

/** The primary code of an extended one, such as SQLITE_BUSY_SNAPSHOT when another process wrote between read and write. */
function resultCode(error: unknown): number {
  return (sqliteResultCode(error) ?? 0) & 0xff;
}
