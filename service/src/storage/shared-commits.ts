import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Semaphore } from '../common/semaphore.ts';
import { StorageError } from '../common/storage-error.ts';
import type { Db } from './tables.ts';

/** Work of one caller, which answers how to tell them that it was done. */
interface Piece {
  readonly work: (transaction: Db) => Promise<() => void>;
  readonly fail: (error: unknown) => void;
}

/** So many commit together at most: what is in the log of the database is held in memory until then. */
const most = 64;

/**
 * Transactions that callers share: what comes while the event loop is busy, mostly with the commit before, is committed
 * together, so that one sync of the log makes all of it durable. Nobody waits for others to come.
 */
export class SharedCommits {
  readonly #db: Db;
  readonly #mutex: Semaphore;
  readonly #waiting: Piece[] = [];
  #running = false;

  /** @param mutex shared by all connections of this process to one database, which would only block each other. */
  constructor(db: Db, mutex: Semaphore) {
    this.#db = db;
    this.#mutex = mutex;
  }

  /**
   * Does work in a transaction; when this returns, it is committed. The work may be done twice: where that of another
   * caller fails, each is done again by itself. It must therefore do nothing but write to the database.
   *
   * @throws {StorageError} and what the work throws; nothing of it is committed then, unless the code is `failed`: of a
   *   commit that could not be synced nobody knows whether it would survive.
   */
  run<T>(work: (transaction: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, fail) => {
      this.#waiting.push({
        work: async (transaction) => {
          const value = await work(transaction);
          return () => resolve(value);
        },
        fail,
      });
      if (!this.#running) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      // Whoever has got their bytes to the disk in the meantime joins.
      await nextTurn();
      await this.#mutex.run(() => this.#commit(this.#waiting.splice(0, most)));
    }
    this.#running = false;
  }

  async #commit(pieces: readonly Piece[]): Promise<void> {
    try {
      const done = await this.#db.transaction().execute(async (transaction) => {
        const tell: (() => void)[] = [];
        for (const { work } of pieces) tell.push(await work(transaction));
        return tell;
      });
      for (const tell of done) tell();
    } catch (error) {
      // A disk that is full and a database that is locked are so for everybody.
      const forAll = error instanceof StorageError && error.code !== 'failed';
      if (pieces.length === 1 || forAll) for (const { fail } of pieces) fail(error);
      else for (const piece of pieces) await this.#commit([piece]);
    }
  }
}
