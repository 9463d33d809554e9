import { type RawBuilder, sql } from 'kysely';
import { Rejection } from '../common/rejection.ts';
import { lockSection } from './engine.ts';
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

const ending = sql`CASE WHEN kind = 'folder' OR keep = 0 THEN until_at
  ELSE ${later(sql`until_at`, sql`(CASE WHEN described_content = content THEN published_at ELSE created_at END) + keep`)} END`;

/** The section of the locks: whoever sets one waits for removals, which share it. */
export const sectionOfLocks = 'locks';

/**
 * The time that has to be past for a lock to end: that of the last sweep. Undefined: there are no locks, and none is set
 * until the end of the transaction.
 */
async function endOfLocks(db: Db, now: number): Promise<number | undefined> {
  await lockSection(db, sectionOfLocks, 'shared');
  const some = await db.selectFrom('locks').select('folder_id').limit(1).executeTakeFirst();
  return some && Math.min(now, (await storedTime(db)) ?? now);
}

/**
 * The file or folder, among an entry and everything in it, that is locked for the longest time. A lock ends by the time of
 * the last sweep, which only a clock that is right moves on.
 *
 * @param now milliseconds since 1970; releases end by it.
 */
async function findLocked(db: Db, entryId: string, now: number): Promise<LockedEntry | undefined> {
  const at = await endOfLocks(db, now);
  if (at === undefined) return undefined;
  const { until, keep } = await locksAbove(db, entryId, now);
  const lock = (column: string): RawBuilder<number> => sql<number>`coalesce(locks.${sql.ref(column)}, 0)`;
  const { rows } = await sql<LockedEntry>`
    WITH RECURSIVE inside(id, until_at, keep) AS (
      SELECT id, ${whole(until)}, ${whole(keep)} FROM entries WHERE id = ${entryId}
      UNION ALL
      SELECT entries.id, ${later(lock('until_at'), sql`inside.until_at`)}, ${later(lock('keep'), sql`inside.keep`)}
      FROM entries JOIN inside ON entries.parent_id = inside.id
      LEFT JOIN locks ON locks.folder_id = entries.id AND released_until <= ${now}),
    ending AS (SELECT entries.id, ${ending} AS until FROM entries JOIN inside ON entries.id = inside.id)
    SELECT id, until AS "until" FROM ending WHERE until > ${at} ORDER BY until DESC LIMIT 1`.execute(db);
  return rows[0] && toNumbers(rows[0]);
}

function toNumbers({ id, until }: LockedEntry): LockedEntry {
  return { id, until: Number(until) };
}

/**
 * The files that are locked, those for the longest time first.
 *
 * @param files a condition in SQL about `entries`.
 * @param most files that are returned.
 * @param now as for `rejectLocked`.
 */
export async function lockedFiles(
  db: Db,
  files: RawBuilder<unknown>,
  { most, now }: { readonly most: number; readonly now: number },
): Promise<readonly LockedEntry[]> {
  const at = await endOfLocks(db, now);
  if (at === undefined) return [];
  const { rows } = await sql<LockedEntry>`
    WITH RECURSIVE above(folder, id) AS (
      SELECT DISTINCT parent_id, parent_id FROM entries WHERE kind = 'file' AND ${files}
      UNION ALL
      SELECT folder, parent_id FROM above JOIN entries ON entries.id = above.id WHERE parent_id IS NOT NULL),
    locked AS (
      SELECT folder, max(until_at) AS until_at, max(keep) AS keep FROM above JOIN locks ON folder_id = above.id
      WHERE released_until <= ${now} GROUP BY folder),
    ending AS (
      SELECT entries.id, ${ending} AS until FROM entries JOIN locked ON parent_id = folder WHERE kind = 'file' AND ${files})
    SELECT id, until AS "until" FROM ending WHERE until > ${at} ORDER BY until DESC LIMIT ${most}`.execute(db);
  return rows.map(toNumbers);
}

/**
 * The folder with a lock in force that would end first, for itself or for a file in it, if the clock were right.
 *
 * @param now milliseconds since 1970, by that clock.
 */
export async function endingLock(db: Db, now: number): Promise<LockedEntry | undefined> {
  const at = await endOfLocks(db, now);
  if (at === undefined) return undefined;
  const { rows } = await sql<LockedEntry>`
    WITH RECURSIVE inside(folder, id, until_at, keep) AS (
      SELECT folder_id, folder_id, until_at, keep FROM locks WHERE released_until <= ${now}
      UNION ALL
      SELECT folder, entries.id, until_at, keep FROM inside JOIN entries ON parent_id = inside.id WHERE keep > 0),
    ending AS (SELECT folder, ${ending} AS until FROM entries JOIN inside ON entries.id = inside.id)
    SELECT folder AS id, until AS "until" FROM ending WHERE until > ${at} AND until <= ${now}
    ORDER BY until LIMIT 1`.execute(db);
  return rows[0] && toNumbers(rows[0]);
}

/**
 * Call it in a transaction that removes or replaces the entry: none is set until its end.
 *
 * @param now milliseconds since 1970; releases end by it.
 * @throws {Rejection} `FileLocked` when an entry, or something in it, is locked.
 */
export async function rejectLocked(db: Db, entryId: string, now: number): Promise<void> {
  const locked = await findLocked(db, entryId, now);
  if (locked !== undefined) throw await lockedRejection(db, locked);
}

/** The rejection of a change to a locked file or folder. */
export async function lockedRejection(db: Db, { id, until }: LockedEntry): Promise<Rejection> {
  return new Rejection(
    'FileLocked',
    `${(await pathOfEntry(db, id)) ?? id} is locked until ${new Date(until).toISOString()}: it cannot be removed or replaced before. Two operators can release it: lock request-release, lock approve.`,
  );
}
