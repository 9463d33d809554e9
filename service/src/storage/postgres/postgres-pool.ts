import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseCounts, noCounts } from '../../common/counts.ts';
import { StorageError } from '../../common/storage-error.ts';
import { PostgresConnection, type ResultColumns } from './postgres-connection.ts';
import { postgresError } from './postgres-errors.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port,host:port/database?sslmode=verify-full`; the host that accepts writes is found. */
  readonly url: string;
  /** Most connections of this process. */
  readonly connections: number;
  /** Milliseconds until a statement or the wait for a connection fails. */
  readonly deadline: number;
  /** Milliseconds until connecting fails; by default `deadline`. */
  readonly connectDeadline?: number | undefined;
}

/** Timeout of connecting to one host, in milliseconds. */
const connectTimeout = 3_000;

/**
 * Connections to the host that accepts writes. One that breaks is closed; the next request connects again, to the hosts in
 * turn, so that a standby which was promoted is found.
 */
export class PostgresPool {
  readonly #options: PostgresOptions;
  readonly #addresses: readonly string[];
  readonly #columns: ResultColumns;
  readonly #idle: PostgresConnection[] = [];
  readonly #waiting: ((connection: PostgresConnection | undefined) => void)[] = [];
  #open = 0;
  #isClosed = false;
  /** Index of the address that was used last. */
  #current = 0;

  readonly #counts: DatabaseCounts;

  constructor(options: PostgresOptions, columns: ResultColumns, counts: DatabaseCounts = noCounts) {
    this.#options = options;
    this.#counts = counts;
    this.#addresses = addressesOf(options.url);
    this.#columns = columns;
  }

  /** @throws {StorageError} `busy` when there is no connection in time. */
  async acquire(): Promise<PostgresConnection> {
    try {
      return await this.#acquire();
    } finally {
      this.#report();
    }
  }

  #report(): void {
    this.#counts.connections(this.#open - this.#idle.length, this.#waiting.length);
  }

  async #acquire(): Promise<PostgresConnection> {
    const { deadline, connectDeadline = deadline } = this.#options;
    const end = performance.now() + deadline;
    const latest = performance.now() + connectDeadline;
    for (;;) {
      for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
        if (!idle.isBroken) return idle;
        await this.#discard(idle);
      }
      if (this.#isClosed) throw new StorageError('busy', 'The database is closed.', undefined, { reason: 'database' });
      if (this.#open < this.#options.connections) return await this.#connectUntil(Math.min(end, latest));
      const given = await this.#wait(end);
      if (given !== undefined && !given.isBroken) return given;
      if (given !== undefined) await this.#discard(given);
    }
  }

  async release(connection: PostgresConnection): Promise<void> {
    if (connection.isBroken || this.#isClosed) return await this.#discard(connection);
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next(connection);
    this.#report();
  }

  /** Closes all connections, those in use when they are released. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of this.#idle.splice(0)) await this.#discard(connection);
  }

  async #discard(connection: PostgresConnection): Promise<void> {
    this.#open -= 1;
    this.#report();
    // One who waits may connect instead.
    this.#waiting.shift()?.(undefined);
    await connection.close();
  }

  /** Undefined: a connection may be opened. */
  async #wait(end: number): Promise<PostgresConnection | undefined> {
    return await new Promise((resolve, fail) => {
      const waiting = (connection: PostgresConnection | undefined): void => {
        clearTimeout(timer);
        resolve(connection);
      };
      const timer = setTimeout(
        () => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          fail(
            new StorageError(
              'busy',
              `All ${this.#options.connections} connections to the database are in use.`,
              undefined,
              {
                reason: 'connections',
              },
            ),
          );
        },
        Math.max(0, end - performance.now()),
      );
      this.#waiting.push(waiting);
      this.#report();
    });
  }

  async #connectUntil(end: number): Promise<PostgresConnection> {
    this.#open += 1;
    try {
      for (let pause = 50; ; pause = Math.min(2 * pause, 1_000)) {
        const found = await this.#connectToAny();
        if (found instanceof PostgresConnection) return found;
        if (performance.now() + pause > end) throw found;
        await sleep(pause);
      }
    } catch (error) {
      this.#open -= 1;
      this.#waiting.shift()?.(undefined);
      throw error;
    }
  }

  /** A connection to the first host that accepts writes; else the error of the last. */
  async #connectToAny(): Promise<PostgresConnection | StorageError> {
    let last = new StorageError('busy', 'The database has no host.', undefined, { reason: 'database' });
    for (let tried = 0; tried < this.#addresses.length; tried += 1) {
      try {
        return await this.#connect(this.#addresses[this.#current] ?? '');
      } catch (error) {
        last = postgresError(error);
        // Wrong credentials or a missing database do not heal.
        if (last.code !== 'busy') throw last;
        this.#current = (this.#current + 1) % this.#addresses.length;
      }
    }
    return last;
  }

  async #connect(connectionString: string): Promise<PostgresConnection> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: connectTimeout,
      application_name: 'remote-file-service',
      keepAlive: true,
      // Texts; the connection converts them by their columns.
      types: { getTypeParser: () => (text: string | Buffer) => text },
    });
    const connection = new PostgresConnection(client, this.#columns, this.#options.deadline, () =>
      this.#counts.unknownCommit(),
    );
    try {
      await client.connect();
      const statementTimeout = this.#options.deadline;
      await client.query(
        `SET statement_timeout = ${statementTimeout}; SET idle_in_transaction_session_timeout = ${2 * statementTimeout}`,
      );
      const { rows } = await client.query<{ readonly standby: string }>('SELECT pg_is_in_recovery()::int4 AS standby');
      if (rows[0]?.standby === '1')
        throw new StorageError('busy', 'The host of the database is a standby.', undefined, {
          reason: 'database',
        });
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }
}

/** One URL for each host. */
function addressesOf(url: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}
