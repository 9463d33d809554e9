import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
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
import { asStorageError, sqliteResultCode } from '../common/storage-error.ts';

/** How long a statement is retried while another process writes, in milliseconds. */
const busyTimeout = 10_000;
/** Size of the cache of prepared statements. */
const maxStatements = 200;

/**
 * Kysely over `@photostructure/sqlite`. Integers are exact: columns declared BIGINT are read as bigint, all others as
 * number. Transactions begin IMMEDIATE, so that what they read is still true when they write. Waiting for another process
 * does not block the thread.
 */
export function sqliteDialect(database: DatabaseSyncInstance): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(database),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSyncInstance;
  readonly #connection: SqliteConnection;
  /** Callers waiting for the connection. */
  readonly #waiting: (() => void)[] = [];
  #inUse = false;

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
    this.#connection = new SqliteConnection(database);
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
    await this.#connection.run('BEGIN IMMEDIATE');
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('COMMIT');
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite rolls back itself after some errors, such as a full disk.
    if (this.#database.isTransaction) await this.#connection.run('ROLLBACK');
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

interface Prepared {
  readonly statement: StatementSyncInstance;
  readonly returnsRows: boolean;
  /** Number of columns. */
  readonly width: number;
  /** Columns whose integers are converted to numbers. */
  readonly narrow: readonly string[];
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSyncInstance;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return await this.run<Row>(query.sql, query.parameters);
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator, and nothing here streams rows.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw asStorageError(new Error('Rows are not streamed.'));
  }

  async run<Row>(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    const deadline = performance.now() + busyTimeout;
    for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
      try {
        return this.#runOnce<Row>(sql, parameters);
      } catch (error) {
        // Extended codes too: SQLITE_BUSY_SNAPSHOT, when another process wrote between reading and writing.
        const busy = ((sqliteResultCode(error) ?? 0) & 0xff) === 5;
        if (!busy || this.#database.isTransaction || performance.now() > deadline) throw asStorageError(error);
      }
      await sleep(pause * (0.5 + Math.random()));
    }
  }

  #runOnce<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const { statement, returnsRows, width, ...prepared } = this.#prepare(sql);
    if (!returnsRows) {
      const { changes } = statement.run(...parameters);
      return { numAffectedRows: BigInt(changes), rows: [] };
    }
    const rows: Record<string, unknown>[] = statement.all(...parameters);
    let { narrow } = prepared;
    if (rows[0] !== undefined && Object.keys(rows[0]).length > width) {
      // A process of a newer version has added a column, and SQLite has re-prepared the statement.
      this.#prepared.delete(sql);
      narrow = this.#prepare(sql).narrow;
    }
    for (const row of rows) {
      for (const column of narrow) {
        const value = row[column];
        if (typeof value === 'bigint') row[column] = toNumber(value, column);
      }
    }
    return { numAffectedRows: BigInt(rows.length), rows: rows as Row[] };
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      const statement = this.#database.prepare(sql);
      statement.setReadBigInts(true);
      const columns = statement.columns();
      const narrow = columns.filter((column) => column.type?.toUpperCase() !== 'BIGINT').map((column) => column.name);
      prepared = { statement, returnsRows: columns.length > 0, width: columns.length, narrow };
      const oldest = this.#prepared.size < maxStatements ? undefined : this.#prepared.keys().next().value;
      if (oldest !== undefined) this.#prepared.delete(oldest);
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}

function toNumber(value: bigint, column: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`The value ${value} of column ${column} does not fit in a number.`);
  return number;
}
