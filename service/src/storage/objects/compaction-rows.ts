import { sql } from 'kysely';
import { partName } from '../content/content-store.ts';
import type { Db } from '../tables.ts';
import { type Extent, leaveObjects } from './extent-rows.ts';

/** Which files are worth compaction. */
export interface ManyExtents {
  /** Least number of objects. */
  readonly count: number;
  /** Bytes that their objects have on average at most. */
  readonly size: number;
}

/**
 * Published files of many small objects.
 *
 * @param prefix of the ids of their uploads, two hexadecimal digits: a part of the table is read at a time.
 * @returns ids of uploads.
 */
export async function filesOfManyExtents(
  db: Db,
  prefix: string,
  { count, size }: ManyExtents,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    SELECT upload_id AS id FROM extents
    WHERE upload_id >= ${prefix} AND upload_id < ${`${prefix}g`}
    GROUP BY upload_id
    HAVING count(*) >= ${count} AND sum(extents.size) <= count(*) * ${size}
      AND EXISTS (SELECT 1 FROM entries WHERE content = upload_id || '.1')
    LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Replaces objects of a published file by one that has their bytes. Call it in a transaction. The objects are deleted
 * after a time, since downloads may be reading them.
 *
 * @returns false when the file was removed or replaced, or its objects are others now; nothing was changed then.
 */
export async function replaceExtents(
  transaction: Db,
  uploadId: string,
  replaced: readonly Extent[],
  merged: Extent,
  after: number,
): Promise<boolean> {
  // Whoever replaces or removes the file waits, and then finds the new object.
  const file = await sql`SELECT 1 FROM entries WHERE content = ${partName(uploadId, 1)} FOR SHARE`.execute(transaction);
  if (file.rows.length === 0) return false;
  const keys = replaced.map(({ key }) => key);
  const named = await sql`
    SELECT 1 FROM extents WHERE upload_id = ${uploadId} AND key = ANY (${keys}) FOR UPDATE`.execute(transaction);
  if (named.rows.length !== keys.length) return false;
  await transaction.deleteFrom('extents').where('key', 'in', keys).execute();
  await transaction
    .insertInto('extents')
    .values({ upload_id: uploadId, ...merged })
    .execute();
  await leaveObjects(transaction, keys, after);
  return true;
}

const setting = 'compaction';

/**
 * Claims compaction for one process until a time.
 *
 * @param held the end of the claim that this process has; undefined: none.
 * @returns false when another process has claimed it.
 */
export async function claimCompaction(
  db: Db,
  { now, until, held }: { readonly now: number; readonly until: number; readonly held?: number | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO settings (name, value) VALUES (${setting}, ${String(until)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    WHERE settings.value::int8 < ${now} OR settings.value = ${String(held)}
    RETURNING name`.execute(db);
  return rows.length === 1;
}
