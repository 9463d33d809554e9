import { type RawBuilder, sql } from 'kysely';
import { Rejection } from '../common/rejection.ts';
import { storedTime } from './expiry-clock.ts';
import { pathOfEntry } from './folder-entries.ts';
import type { Db } from './tables.ts';

/** A file or folder that must stay, and until when, in milliseconds since 1970. */
interface LockedEntry {
  readonly id: string;
  readonly until: number;
}

/** The later of two times in SQL: SQLite and PostgreSQL name this differently. */
function later(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`CASE WHEN ${one} > ${other} THEN ${one} ELSE ${other} END`;
}

const whole = (value: number): RawBuilder<number> => sql<number>`CAST(${value} AS bigint)`;

/** The locks above an entry, itself included, that are in force. */
async function locksAbove(db: Db, entryId: string, now: number): Promise<{ readonly until: number; keep: number }> {
  const { rows } = await sql<{ readonly until: number | null; readonly keep: number | null }>`
    WITH RECURSIVE above(id, parent_id) AS (
      SELECT id, parent_id FROM entries WHERE id = ${entryId}
      UNION ALL
      SELECT entries.id, entries.parent_id FROM entries JOIN above ON entries.id = above.parent_id)
    SELECT max(until_at) AS "until", max(keep) AS keep FROM locks JOIN above ON folder_id = above.id
    WHERE released_until <= ${now}`.execute(db);
  return { until: Number(rows[0]?.until ?? 0), keep: Number(rows[0]?.keep ?? 0) };
}

/**
 * The file or folder, among an entry and everything in it, that is locked for the longest time. A lock ends by the time of
 * the last sweep, which only a clock that is right moves on.
 *
 * @param now milliseconds since 1970; releases end by it.
 */
export async function findLocked(db: Db, entryId: string, now: number): Promise<LockedEntry | undefined> {
  const some = await db.selectFrom('locks').select('folder_id').limit(1).executeTakeFirst();
  if (some === undefined) return undefined;
  const at = Math.min(now, (await storedTime(db)) ?? now);
  const { until, keep } = await locksAbove(db, entryId, now);
  const published = sql`(CASE WHEN described_content = content THEN published_at ELSE created_at END)`;
  const lock = (column: string): RawBuilder<number> => sql<number>`coalesce(locks.${sql.ref(column)}, 0)`;
  const { rows } = await sql<LockedEntry>`
    WITH RECURSIVE inside(id, until_at, keep) AS (
      SELECT id, ${whole(until)}, ${whole(keep)} FROM entries WHERE id = ${entryId}
      UNION ALL
      SELECT entries.id, ${later(lock('until_at'), sql`inside.until_at`)}, ${later(lock('keep'), sql`inside.keep`)}
      FROM entries JOIN inside ON entries.parent_id = inside.id
      LEFT JOIN locks ON locks.folder_id = entries.id AND released_until <= ${now}),
    ending AS (
      SELECT entries.id, CASE WHEN kind = 'folder' OR keep = 0 THEN until_at
        ELSE ${later(sql`until_at`, sql`${published} + keep`)} END AS until
      FROM entries JOIN inside ON entries.id = inside.id)
    SELECT id, until AS "until" FROM ending WHERE until > ${at} ORDER BY until DESC LIMIT 1`.execute(db);
  const [row] = rows;
  return row && { id: row.id, until: Number(row.until) };
}

/** @throws {Rejection} `FileLocked` when an entry, or something in it, is locked. */
export async function rejectLocked(db: Db, entryId: string, now: number): Promise<void> {
  const locked = await findLocked(db, entryId, now);
  if (locked === undefined) return;
  const path = (await pathOfEntry(db, locked.id)) ?? locked.id;
  throw new Rejection(
    'FileLocked',
    `${path} is locked until ${new Date(locked.until).toISOString()}: it cannot be removed or replaced before. Two operators can release it: lock request-release, lock approve.`,
  );
}
