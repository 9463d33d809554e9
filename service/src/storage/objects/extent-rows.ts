import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import type { Upload } from '../upload-rows.ts';

/** An object with bytes of an upload. */
export interface Extent {
  readonly key: string;
  /** Offset of its first byte in the upload. */
  readonly at: bigint;
  readonly size: bigint;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
}

/** The bytes of an upload that are in the database, since they are few. */
export interface TailRow {
  readonly at: bigint;
  readonly bytes: Buffer;
}

/** What a commit writes beside the upload's row. */
export type Staged =
  /** An object, which holds the bytes of the tail, too. */
  | { readonly extent: Extent }
  /** Bytes to be appended to the tail. */
  | { readonly tail: TailRow }
  /** Nothing: a resend, or no bytes. */
  | 'nothing';

/** The columns that a chunk changes. */
export type ChunkColumns = Pick<
  Upload,
  'held' | 'written_ticks' | 'creation_ticks' | 'touched_at' | 'finished_at' | 'last_offset' | 'last_digest'
> & { readonly digest: string | null };

/**
 * Appends to an upload in a single statement, if it still has `expected` bytes and is not finished; this decides between
 * callers, in all processes. It always writes the row: also a repeated acknowledgement waits until the commit is durable.
 *
 * @returns false when the upload has other bytes, is finished or gone; nothing was changed then.
 */
export async function appendStaged(
  db: Db,
  id: string,
  expected: bigint,
  columns: ChunkColumns,
  staged: Staged,
): Promise<boolean> {
  const { rows } = await sql<{ readonly appended: number }>`
    WITH appended AS (
      UPDATE uploads SET held = ${columns.held}, written_ticks = ${columns.written_ticks},
        creation_ticks = ${columns.creation_ticks}, touched_at = ${columns.touched_at},
        finished_at = ${columns.finished_at}, last_offset = ${columns.last_offset},
        last_digest = ${columns.last_digest}, digest = ${columns.digest},
        digest_held = ${columns.digest === null ? null : columns.held}
      WHERE id = ${id} AND held = ${expected} AND finished_at IS NULL
      RETURNING id)${insertStaged(staged)}
    SELECT count(*) AS appended FROM appended`.execute(db);
  return rows[0]?.appended === 1;
}

function insertStaged(staged: Staged): ReturnType<typeof sql> {
  if (staged === 'nothing') return sql``;
  if ('tail' in staged) {
    return sql`, added AS (
      INSERT INTO tail (upload_id, at, bytes) SELECT id, ${staged.tail.at}::int8, ${staged.tail.bytes}::bytea FROM appended)`;
  }
  const { key, at, size, digest } = staged.extent;
  return sql`, added AS (
      INSERT INTO extents (key, upload_id, at, size, digest)
      SELECT ${key}, id, ${at}::int8, ${size}::int8, ${digest} FROM appended),
    moved AS (DELETE FROM tail USING appended WHERE upload_id = appended.id)`;
}

/** Stores the first bytes of an upload; call it in the transaction that inserts its row. */
export async function insertStagedFirst(db: Db, uploadId: string, staged: Staged): Promise<void> {
  if (staged === 'nothing') return;
  if ('tail' in staged)
    await db
      .insertInto('tail')
      .values({ upload_id: uploadId, ...staged.tail })
      .execute();
  else
    await db
      .insertInto('extents')
      .values({ upload_id: uploadId, ...staged.extent })
      .execute();
}

/** Bytes and rows of the tail of an upload. */
export async function sizeOfTail(db: Db, uploadId: string): Promise<{ readonly bytes: number; readonly rows: number }> {
  const { rows } = await sql<{ readonly bytes: number; readonly rows: number }>`
    SELECT coalesce(sum(length(bytes)), 0) AS bytes, count(*) AS rows FROM tail WHERE upload_id = ${uploadId}`.execute(
    db,
  );
  return rows[0] ?? { bytes: 0, rows: 0 };
}

/** The bytes in the tail, in order. */
export async function readTail(db: Db, uploadId: string): Promise<readonly TailRow[]> {
  return await db.selectFrom('tail').select(['at', 'bytes']).where('upload_id', '=', uploadId).orderBy('at').execute();
}

/** Bytes of the objects of an upload. */
export async function bytesInObjects(db: Db, uploadId: string): Promise<bigint> {
  const { rows } = await sql<{ readonly bytes: string }>`
    SELECT coalesce(sum(size), 0)::text AS bytes FROM extents WHERE upload_id = ${uploadId}`.execute(db);
  return BigInt(rows[0]?.bytes ?? 0);
}

/** Extents in one query. */
const pageSize = 1_000;

/** The objects of an upload that have bytes from an offset on, in order. */
export async function* readExtents(db: Db, uploadId: string, from: bigint): AsyncGenerator<Extent> {
  for (let end = from; ; ) {
    const page = await db
      .selectFrom('extents')
      .select(['key', 'at', 'size', 'digest'])
      .where('upload_id', '=', uploadId)
      .where(sql<boolean>`at + size > ${end}`)
      .orderBy('at')
      .limit(pageSize)
      .execute();
    for (const { at, ...extent } of page) {
      if (at === null) continue;
      yield { ...extent, at };
      end = at + extent.size;
    }
    if (page.length < pageSize) return;
  }
}

/** Leaves the objects of an upload to be deleted after a time. @returns their number. */
export async function releaseExtents(db: Db, uploadId: string, after: number): Promise<number> {
  const { rows } = await sql<{ readonly released: number }>`
    WITH gone AS (DELETE FROM extents WHERE upload_id = ${uploadId} RETURNING key),
      kept AS (INSERT INTO deletions (key, after_at) SELECT key, ${after}::int8 FROM gone)
    SELECT count(*) AS released FROM gone`.execute(db);
  return rows[0]?.released ?? 0;
}

/** Uploads in one statement. */
const strayLimit = 1_000;

/**
 * Leaves the objects that neither an unfinished upload nor a file needs to be deleted after a time. One statement: what it
 * sees is of one moment, in which an upload is unfinished, or is published, or is gone.
 *
 * @returns the number of objects; call it again until it is 0.
 */
export async function releaseStrayExtents(db: Db, after: number): Promise<number> {
  const { rows } = await sql<{ readonly released: number }>`
    WITH stray AS (
        SELECT DISTINCT upload_id FROM extents
        WHERE upload_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM uploads WHERE uploads.id = extents.upload_id AND finished_at IS NULL)
          AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.content = extents.upload_id || '.1')
        LIMIT ${strayLimit}),
      gone AS (DELETE FROM extents USING stray WHERE extents.upload_id = stray.upload_id RETURNING key),
      kept AS (INSERT INTO deletions (key, after_at) SELECT key, ${after}::int8 FROM gone)
    SELECT count(*) AS released FROM gone`.execute(db);
  return rows[0]?.released ?? 0;
}

/** Keys of objects that may be deleted now. */
export async function dueDeletions(db: Db, now: number, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('deletions')
    .select('key')
    .where('after_at', '<=', now)
    .orderBy('after_at')
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

/** Forgets objects that have been deleted. */
export async function forgetDeleted(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.deleteFrom('deletions').where('key', 'in', keys).execute();
}

/**
 * Condemns objects that no row names: from then on nobody can name them, since their key is taken. A writer that has
 * stored one and not committed yet cannot commit any more.
 *
 * @returns the keys, among those given, of condemned objects: those of now and of before.
 */
export async function condemn(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const kept = await db.selectFrom('deletions').select('key').where('key', 'in', keys).execute();
  const waiting = new Set(kept.map(({ key }) => key));
  const unnamed = keys.filter((key) => !waiting.has(key));
  if (unnamed.length === 0) return [];
  await db
    .insertInto('extents')
    .values(unnamed.map((key) => ({ key, upload_id: null, at: null, size: 0n, digest: '' })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const rows = await db
    .selectFrom('extents')
    .select('key')
    .where('key', 'in', unnamed)
    .where('upload_id', 'is', null)
    .execute();
  return rows.map(({ key }) => key);
}
