import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * The length of a period in milliseconds. A reservation holds until the end of the period after its own: attempts
 * that a killed process has reserved are free again after a minute at most.
 */
const period = 30_000;

/** The number of the period at a time, in milliseconds since 1970. */
export function periodAt(now: number): number {
  return Math.floor(now / period);
}

/** A subject of wrong secrets, and its limit. */
export interface LimitedSubject {
  /** Such as `address:203.0.113.7`. */
  readonly subject: string;
  readonly failures: number;
  /** Milliseconds from the first failure of a period. */
  readonly within: number;
}

/** Attempts that were reserved. */
export interface Reservation {
  readonly period: number;
  /** Whether all attempts are used up or reserved now. */
  readonly isScarce: boolean;
}

/**
 * Limits of wrong secrets need not survive a crash of the server by the last half second, so no commit waits for a disk or
 * a standby.
 */
const asynchronous = sql`asynchronous AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;

/**
 * Reserves attempts of a subject in one statement of PostgreSQL, unless wrong secrets and the reservations of all processes
 * leave fewer.
 *
 * @returns undefined when fewer are left.
 */
export async function reserveAttempts(
  db: Db,
  { subject, failures: most, within }: LimitedSubject,
  count: number,
  now: number,
): Promise<Reservation | undefined> {
  const current = sql`greatest(g.reserved_period, ${periodAt(now)}::int8)`;
  const isOver = sql`g.since_at <= ${now - within}::int8`;
  const failures = sql`CASE WHEN ${isOver} THEN 0 ELSE g.failures END`;
  const reserved = sql`CASE WHEN g.reserved_period = ${current} THEN g.reserved ELSE 0 END`;
  const before = sql`CASE g.reserved_period WHEN ${current} THEN g.reserved_before WHEN ${current} - 1 THEN g.reserved ELSE 0 END`;
  const { rows } = await sql<{ readonly period: number; readonly used: number }>`
    WITH ${asynchronous}
    INSERT INTO guesses AS g (subject, failures, since_at, reserved, reserved_period)
    SELECT ${subject}, 0, ${now}::int8, ${count}::int8, ${periodAt(now)}::int8 FROM asynchronous
    ON CONFLICT (subject) DO UPDATE SET failures = ${failures},
      since_at = CASE WHEN ${isOver} THEN ${now}::int8 ELSE g.since_at END,
      reserved = ${reserved} + ${count}::int8, reserved_before = ${before}, reserved_period = ${current}
    WHERE (${failures}) + (${reserved}) + (${before}) + ${count}::int8 <= ${most}::int8
    RETURNING reserved_period AS period, failures + reserved + reserved_before AS used`.execute(db);
  const row = rows[0];
  return row && { period: row.period, isScarce: row.used >= most };
}

/**
 * Releases reserved attempts and counts the failed ones.
 *
 * @param settled the number that was reserved, and how many of it were wrong; wrong ones may exceed it, where a subject is
 *   counted that was not reserved.
 */
export async function settleAttempts(
  db: Db,
  { subject, within }: LimitedSubject,
  settled: { readonly period: number; readonly reserved: number; readonly wrong: number },
  now: number,
): Promise<void> {
  const { period: of, reserved, wrong } = settled;
  // A period of failures begins with the first one.
  const isNew = sql`(g.failures = 0 OR g.since_at <= ${now - within}::int8)`;
  await sql`
    WITH ${asynchronous}
    INSERT INTO guesses AS g (subject, failures, since_at)
    SELECT ${subject}, ${wrong}::int8, ${now}::int8 FROM asynchronous
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN ${isNew} THEN 0 ELSE g.failures END + ${wrong}::int8,
      since_at = CASE WHEN ${isNew} THEN ${now}::int8 ELSE g.since_at END,
      reserved = greatest(0, g.reserved - CASE g.reserved_period WHEN ${of}::int8 THEN ${reserved}::int8 ELSE 0 END),
      reserved_before = greatest(0,
        g.reserved_before - CASE g.reserved_period WHEN ${of + 1}::int8 THEN ${reserved}::int8 ELSE 0 END)`.execute(db);
}
