import { createHash } from 'node:crypto';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Client, FieldDef, QueryResult as PgResult, QueryArrayResult } from 'pg';
import { StorageError } from '../../common/storage-error.ts';
import { breaksConnection, postgresError, uncertain } from './postgres-errors.ts';

/** Whether a column of a result is read as bigint. */
export interface ResultColumns {
  isExact(field: Pick<FieldDef, 'tableID' | 'columnID'>): boolean;
}

/** Ids of types: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const types = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, numeric: 1700 } as const;

/** Names of prepared statements by their text: the server parses each once for a connection. */
const statementNames = new Map<string, string>();
const maxStatements = 1_000;

/** A connection to PostgreSQL. After a failure that it does not survive it is broken, and must be closed. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: Client;
  readonly #columns: ResultColumns;
  readonly #deadline: number;
  readonly #onUnknown: () => void;
  #isBroken = false;
  #inTransaction = false;
  /** A warning of the server during the running statement. */
  #warning: string | undefined;

  /** @param onUnknown called when it is not known whether something was committed. */
  constructor(client: Client, columns: ResultColumns, deadline: number, onUnknown: () => void) {
    this.#onUnknown = onUnknown;
    this.#client = client;
    this.#columns = columns;
    this.#deadline = deadline;
    // Also while no statement runs.
    client.on('error', () => {
      this.#isBroken = true;
    });
    client.on('end', () => {
      this.#isBroken = true;
    });
    client.on('notice', ({ code, message }) => {
      if (code === '01000') this.#warning = message ?? '';
    });
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Ends at once when the connection is broken. */
  async close(): Promise<void> {
    const ended = this.#client.end().catch(() => undefined);
    if (!this.#isBroken) await ended;
    this.#isBroken = true;
  }

  async begin(): Promise<void> {
    await this.#run('BEGIN');
    this.#inTransaction = true;
  }

  /** @throws {StorageError} `uncertain` when it is not known whether the transaction is committed. */
  async commit(): Promise<void> {
    this.#inTransaction = false;
    let command: string;
    try {
      ({ command } = await this.#run('COMMIT'));
    } catch (error) {
      // The server reports errors of a commit, such as a deferred constraint, only when nothing is committed.
      if (!this.#isBroken) throw error;
      throw this.#unknown('the connection was lost during the commit.', error);
    }
    // After an error inside, which the work has swallowed, the server rolls back without an error.
    if (command !== 'COMMIT') throw new StorageError('failed', `The database ended a commit by ${command}.`);
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false;
    if (!this.#isBroken) await this.#run('ROLLBACK');
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    let result: PgResult;
    try {
      result = await this.#run(sql, parameters);
    } catch (error) {
      // Outside of a transaction a statement commits itself.
      if (!this.#isBroken || this.#inTransaction || /^\s*select\b/i.test(sql)) throw error;
      throw this.#unknown('the connection was lost during a statement.', error);
    }
    const rows: Record<string, unknown>[] = result.rows;
    this.#convert(rows, result.fields);
    return { numAffectedRows: BigInt(result.rowCount ?? 0), rows: rows as Row[] };
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator, and nothing here streams rows.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw postgresError(new Error('Rows are not streamed.'));
  }

  async #run(text: string, parameters: readonly unknown[] = []): Promise<PgResult> {
    if (this.#isBroken)
      throw new StorageError('busy', 'The connection to the database is lost.', undefined, {
        reason: 'database',
      });
    this.#warning = undefined;
    // The server's own timeout does not end the wait for a standby.
    const timer = setTimeout(() => this.#abandon(), this.#deadline + 1_000);
    let result: PgResult;
    try {
      const prepared = parameters.length === 0 ? {} : { name: statementName(text) };
      result = await this.#client.query({ ...prepared, text, values: [...parameters] });
    } catch (error) {
      if (breaksConnection(error)) this.#isBroken = true;
      throw postgresError(error);
    } finally {
      clearTimeout(timer);
    }
    // "The transaction has already committed locally, but might not have been replicated to the standby."
    if (this.#warning !== undefined && !this.#inTransaction) throw this.#unknown(this.#warning);
    return result;
  }

  #unknown(why: string, cause?: unknown): StorageError {
    this.#onUnknown();
    return uncertain(why, cause);
  }

  /** Closes the connection: the running statement fails. */
  #abandon(): void {
    this.#isBroken = true;
    this.#client.connection.stream.destroy(new Error(`no response in ${this.#deadline} ms`));
  }

  /** Converts the texts of the protocol to the types that SQLite returns. */
  #convert(rows: Record<string, unknown>[], fields: QueryArrayResult['fields']): void {
    for (const field of fields) {
      const parse = this.#parserOf(field);
      if (parse === undefined) continue;
      for (const row of rows) {
        const value = row[field.name];
        if (typeof value === 'string') row[field.name] = parse(value);
      }
    }
  }

  #parserOf(field: FieldDef): ((text: string) => unknown) | undefined {
    const { name, dataTypeID } = field;
    if (dataTypeID === types.bool) return (text) => (text === 't' ? 1 : 0);
    if (dataTypeID === types.bytea) return (text) => Buffer.from(text.slice(2), 'hex');
    if (dataTypeID === types.int2 || dataTypeID === types.int4) return Number;
    if (dataTypeID !== types.int8 && dataTypeID !== types.numeric) return undefined;
    return this.#columns.isExact(field) ? BigInt : (text) => toNumber(text, name);
  }
}

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    if (statementNames.size >= maxStatements) statementNames.clear();
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    statementNames.set(text, name);
  }
  return name;
}

function toNumber(text: string, column: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`The value ${text} of column ${column} does not fit in a number.`);
  return number;
}
