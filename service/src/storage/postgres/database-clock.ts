import { sql } from 'kysely';
import { sharedTime } from '../engine.ts';
import type { Db } from '../tables.ts';

/** How often a followed clock is read, in milliseconds. */
const followed = 60_000;

/**
 * The clock of the database server, which all processes share: what expires, expires for all of them at once. The clock of
 * this machine may be wrong, and may be set while the process runs: between two readings the time since the start of the
 * process is added.
 */
export class DatabaseClock {
  readonly #db: Db;
  /** The time of the server when this process started, in milliseconds since 1970. */
  #start = performance.timeOrigin;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Math.round(this.#start + performance.now());
  }

  /** Reads the clock of the server. @returns the milliseconds that it is ahead of this machine's. @throws {StorageError} */
  async read(): Promise<number> {
    const before = performance.now();
    const { rows } = await sql<{ readonly time: number }>`
      SELECT ${sharedTime(this.#db)} AS time`.execute(this.#db);
    const middle = (before + performance.now()) / 2;
    this.#start = (rows[0]?.time ?? Date.now()) - middle;
    return this.now() - Date.now();
  }

  /** Reads the clock now and then, until `close`. */
  follow(): void {
    this.#timer = setInterval(() => void this.read().catch(() => undefined), followed).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
