import { sql } from 'kysely';
import { StorageError } from '../common/storage-error.ts';
import type { Db } from './tables.ts';

const name = 'clock';

const day = 86_400_000;

/** The time of the newest entry, in milliseconds since 1970; 0 without entries. */
export async function newestEntry(db: Db): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`
    SELECT max(at) AS newest FROM audit_log UNION ALL SELECT max(touched_at) FROM uploads
    UNION ALL SELECT max(created_at) FROM session_tokens`.execute(db);
  return Math.max(...rows.map((row) => row.newest ?? 0));
}

/** How the clock compares with the last time that was found right. */
export interface ClockReading {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The last sweep, confirmation or first start, in milliseconds since 1970; before any of them, the newest entry. */
  readonly rightAt: number;
  /** The clock is so far ahead of that time that it may be wrong. */
  readonly isAhead: boolean;
}

/**
 * Decides whether the clock may expire stored data. A clock far past the last time that was found right is wrong, or
 * nothing ran in between: only the operator knows. Times of requests do not count, since the same clock
 * stored them.
 */
export class ExpiryClock {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #most: number;

  /** @param most milliseconds that may pass without a sweep. */
  constructor(db: Db, now: () => number, most: number) {
    this.#db = db;
    this.#now = now;
    this.#most = most;
  }

  async read(): Promise<ClockReading> {
    const now = this.#now();
    const rightAt = (await storedTime(this.#db)) ?? ((await newestEntry(this.#db)) || now);
    return { now, rightAt, isAhead: now - rightAt > this.#most };
  }

  /** @throws {StorageError} `clock-ahead`. */
  async check(): Promise<void> {
    const reading = await this.read();
    if (!reading.isAhead) return;
    throw new StorageError(
      'clock-ahead',
      `${aheadText(reading)} Nothing expires until the clock is set, or "remote-file-service clock confirm" says that it is right.`,
    );
  }

  /** Notes that the clock is right at this time, unless it is ahead. A time that is noted never moves back. */
  async advance(): Promise<void> {
    const { now, rightAt, isAhead } = await this.read();
    if (!isAhead) await storeTime(this.#db, Math.max(now, rightAt));
  }
}

/** Stores that the clock is right, whatever was noted before. */
export async function confirmClock(db: Db, now: number): Promise<void> {
  await storeTime(db, now);
}

/** A sentence about a clock that is ahead. */
export function aheadText({ now, rightAt }: ClockReading): string {
  const days = Math.floor((now - rightAt) / day);
  return `The clock shows ${text(now)}, ${days} days after ${text(rightAt)}, when it was last known to be right.`;
}

function text(time: number): string {
  return new Date(time).toISOString();
}

/** The time of the last sweep or confirmation, in milliseconds since 1970; undefined: there was none. */
export async function storedTime(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row === undefined ? undefined : Number(row.value);
}

async function storeTime(db: Db, at: number): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value: String(at) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(at) }))
    .execute();
}
