import { sql } from 'kysely';
import { sharedTime } from '../engine.ts';
import type { Db } from '../tables.ts';

/** The clock of the database server, which all processes share: what expires, expires for all of them at once. */
export class DatabaseClock {
  readonly #db: Db;
  /** Milliseconds that it is ahead of the clock of this machine. */
  #ahead = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** Compares the clocks. Call it now and then. @returns the milliseconds that the server is ahead. @throws {StorageError} */
  async read(): Promise<number> {
    const before = Date.now();
    const { rows } = await sql<{ readonly time: number }>`
      SELECT ${sharedTime(this.#db)} AS time`.execute(this.#db);
    const time = rows[0]?.time ?? before;
    this.#ahead = Math.round(time - (before + Date.now()) / 2);
    return this.#ahead;
  }
}
