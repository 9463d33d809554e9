import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './postgres/postgres-errors.ts';
import type { Db } from './tables.ts';

/** Runs transactions. */
export interface Commits {
  /**
   * Runs work in a transaction that is committed when this returns. The work may run more than once, and must only write
   * to the database.
   *
   * @throws {StorageError} and errors of the work; nothing of it is committed then, unless the code is `failed` on
   *   SQLite, whose commit may survive a failed sync, or `uncertain`.
   */
  run<T>(work: (transaction: Db) => Promise<T>): Promise<T>;
  /** Runs work of a single statement likewise, which needs no transaction of its own on PostgreSQL. */
  single<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** Attempts of a transaction that others were in the way of. */
const attempts = 5;

/** A transaction for each caller, on PostgreSQL: again after a deadlock or a serialization failure. */
export class SingleCommits implements Commits {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async run<T>(work: (transaction: Db) => Promise<T>): Promise<T> {
    return await this.#again(() => this.#db.transaction().execute(work));
  }

  async single<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return await this.#again(() => work(this.#db));
  }

  async #again<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === attempts || !isTransient(error)) throw error;
      }
      await sleep(10 * 2 ** attempt * Math.random());
    }
  }
}
