import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely';
import { type CommitCounts, noCounts } from '../../common/counts.ts';
import { PostgresConnection } from './postgres-connection.ts';
import type { PostgresPool } from './postgres-pool.ts';

/**
 * Kysely over `pg`. Rows have the types that SQLite returns: columns declared BIGINT in the steps of the schema are read as
 * bigint, all other integers as number, booleans as 1 and 0. Transactions are READ COMMITTED.
 *
 * @param counts told of each commit of a transaction.
 */
export function postgresDialect(
  pool: PostgresPool,
  counts: CommitCounts = noCounts,
  compiler: QueryCompiler = new PostgresQueryCompiler(),
): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool, counts),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  };
}

class PostgresDriver implements Driver {
  readonly #pool: PostgresPool;
  readonly #counts: CommitCounts;

  constructor(pool: PostgresPool, counts: CommitCounts) {
    this.#pool = pool;
    this.#counts = counts;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return await this.#pool.acquire();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await this.#pool.release(own(connection));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const start = performance.now();
    let succeeded = false;
    try {
      await own(connection).commit();
      succeeded = true;
    } finally {
      this.#counts.commit((performance.now() - start) / 1000, succeeded);
    }
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).rollback();
  }

  async destroy(): Promise<void> {
    await this.#pool.close();
  }
}

function own(connection: DatabaseConnection): PostgresConnection {
  if (connection instanceof PostgresConnection) return connection;
  throw new TypeError('A connection of another driver.');
}
