import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

/** Size of the cache of prepared statements. */
const maxStatements = 200;

/** The result of a statement. */
export interface StatementResult {
  readonly rows: Record<string, unknown>[];
  /** Number of returned or changed rows. */
  readonly affected: number | bigint;
}

interface Prepared {
  readonly statement: StatementSyncInstance;
  readonly returnsRows: boolean;
  /** Number of columns. */
  readonly width: number;
  /** Columns whose integers are converted to numbers. */
  readonly narrow: readonly string[];
}

/**
 * The statements of a connection, each prepared once. Integers are exact: columns declared BIGINT are read as bigint, all
 * others as number.
 */
export class SqliteStatements {
  readonly #database: DatabaseSyncInstance;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
  }

  /** @throws {Error} of SQLite. */
  run(sql: string, parameters: readonly unknown[]): StatementResult {
    const prepared = this.#prepare(sql);
    const { statement, width } = prepared;
    if (!prepared.returnsRows) return { affected: statement.run(...parameters).changes, rows: [] };
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
    return { affected: rows.length, rows };
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      const statement = this.#database.prepare(sql);
      statement.setReadBigInts(true);
      const columns = statement.columns();
      const narrow = columns.filter(({ type }) => isNarrow(type?.toUpperCase())).map(({ name }) => name);
      prepared = { statement, returnsRows: columns.length > 0, width: columns.length, narrow };
      const oldest = this.#prepared.size < maxStatements ? undefined : this.#prepared.keys().next().value;
      if (oldest !== undefined) this.#prepared.delete(oldest);
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}

/** Whether a column of a declared type may hold integers that are converted; a TEXT column holds none. */
function isNarrow(type: string | undefined): boolean {
  return type !== 'BIGINT' && type !== 'TEXT';
}

function toNumber(value: bigint, column: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`The value ${value} of column ${column} does not fit in a number.`);
  return number;
}
