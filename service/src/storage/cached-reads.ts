import { setImmediate as endOfTurn } from 'node:timers/promises';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { asStorageError } from '../common/storage-error.ts';
import { queryEnded } from '../tracing/query-spans.ts';
import { tracer } from '../tracing/tracer.ts';
import type { PreparedQuery } from './prepared-query.ts';
import { SqliteStatements } from './sqlite-statements.ts';
import type { Db } from './tables.ts';

/** Maximum number of results that a lookup keeps. */
const maxResults = 10_000;

/**
 * A connection of this process that only reads: at once, without waiting for transactions of the others. Read rows
 * are kept until any other connection commits, of this process or of another one. Only the uploads' connection
 * does not count: its commits change no row that is looked up.
 */
export class CachedReads {
  readonly #database: DatabaseSyncInstance;
  readonly #statements: SqliteStatements;
  readonly #dataVersion: StatementSyncInstance;
  readonly #lookups: { forget(): void }[] = [];
  #version: unknown;
  #refreshing: Promise<void> | undefined;

  /**
   * @param uncounted the connection whose commits do not count; default: none. SQLite's `data_version` as one connection
   *   reads it changes with the commits of all others, so it is read there.
   * @throws {StorageError}
   */
  constructor(path: string, uncounted?: DatabaseSyncInstance) {
    try {
      // A short timeout, since SQLite blocks the thread while it waits.
      this.#database = new DatabaseSync(path, { readOnly: true, timeout: 5 });
      this.#dataVersion = (uncounted ?? this.#database).prepare('PRAGMA data_version');
      this.#dataVersion.setReturnArrays(true);
    } catch (error) {
      throw asStorageError(error);
    }
    this.#statements = new SqliteStatements(this.#database);
  }

  /** Forgets cached rows if a counted connection has committed since: later results contain all commits until now. */
  refresh(): void {
    const version = this.#readVersion();
    if (version !== undefined && version === this.#version) return;
    this.#version = version;
    for (const lookup of this.#lookups) lookup.forget();
  }

  /**
   * The same at the end of this turn of the event loop, once for all callers in it: one version is read for the requests
   * that have arrived together, after the last of them has arrived.
   */
  refreshed(): Promise<void> {
    this.#refreshing ??= this.#refreshAtEndOfTurn();
    return this.#refreshing;
  }

  async #refreshAtEndOfTurn(): Promise<void> {
    await endOfTurn();
    // Who calls from now on may have arrived later.
    this.#refreshing = undefined;
    this.refresh();
  }

  /** Looks up first rows of a query. @param db where they are read when this connection cannot. */
  lookup<Values, Row>(query: PreparedQuery<Values, Row>, db: Db): Lookup<Values, Row> {
    const read = (parameters: readonly unknown[]): Row | undefined => {
      const start = tracer() === undefined ? 0 : performance.now();
      const row = this.#statements.run(query.sql, parameters).rows[0] as Row | undefined;
      if (start !== 0) queryEnded('sqlite', query.sql, performance.now() - start);
      return row;
    };
    const lookup = new Lookup(query, { read, db });
    this.#lookups.push(lookup);
    return lookup;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** Undefined when it cannot be read. */
  #readVersion(): unknown {
    try {
      return this.#dataVersion.get()?.[0];
    } catch {
      return undefined;
    }
  }
}

/** The first rows of a query by its values. */
export class Lookup<Values, Row> {
  readonly #query: PreparedQuery<Values, Row>;
  readonly #read: (parameters: readonly unknown[]) => Row | undefined;
  readonly #db: Db;
  readonly #found = new Map<string, Row | undefined>();

  constructor(
    query: PreparedQuery<Values, Row>,
    from: { readonly read: (parameters: readonly unknown[]) => Row | undefined; readonly db: Db },
  ) {
    this.#query = query;
    this.#read = from.read;
    this.#db = from.db;
  }

  /** The row, read at once. @throws {Error} of SQLite, such as when another process keeps the database busy. */
  now(values: Values): Row | undefined {
    const parameters = this.#query.parameters(values);
    // Texts of a request contain no U+0000 (XML 1.0, 2.2).
    const key = parameters.join('\u0000');
    const known = this.#found.get(key);
    if (known !== undefined || this.#found.has(key)) return known;
    const row = this.#read(parameters);
    const oldest = this.#found.size < maxResults ? undefined : this.#found.keys().next().value;
    if (oldest !== undefined) this.#found.delete(oldest);
    this.#found.set(key, row);
    return row;
  }

  /** The first row that is found by one of some values. @throws {Error} as `now`. */
  firstOf(values: readonly Values[]): Row | undefined {
    for (const each of values) {
      const row = this.now(each);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** The row; waits while the database is busy. @throws {StorageError} */
  async find(values: Values): Promise<Row | undefined> {
    try {
      return this.now(values);
    } catch {
      return await this.#query.first(this.#db, values);
    }
  }

  forget(): void {
    this.#found.clear();
  }
}
