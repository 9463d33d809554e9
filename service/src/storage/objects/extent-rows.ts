import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { saltBytes } from '../../secrets/sealed-records.ts';
import { type DataKeySource, dataKeyFor } from '../content/content-store.ts';
import { compilable, type PreparedQuery, prepared, type ValueOf } from '../prepared-query.ts';
import type { Db } from '../tables.ts';
import type { Upload } from '../upload-rows.ts';
import { openBytes, sealBytes } from './sealed-objects.ts';

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
 * Appends to an upload in a single statement, if its row is still as it was, and not finished; this decides between
 * callers, in all processes. It always writes the row: also a repeated acknowledgement waits until the commit is durable.
 *
 * @returns false when the upload has changed, is finished or gone; nothing was changed then.
 */
export async function appendStaged(
  db: Db,
  before: Pick<Upload, 'id' | 'held' | 'touched_at'>,
  columns: ChunkColumns,
  staged: Staged,
): Promise<boolean> {
  const values = {
    ...columns,
    id: before.id,
    held_before: before.held,
    touched_before: before.touched_at,
    digest_held: columns.digest === null ? null : columns.held,
  };
  return (await rowOfAppend(db, values, staged))?.appended === 1;
}

async function rowOfAppend(db: Db, values: AppendValues, staged: Staged): Promise<Appended | undefined> {
  if (staged === 'nothing') return await appendNothing.first(db, values);
  if ('extent' in staged)
    return await appendExtent.first(db, { ...staged.extent, extent_digest: staged.extent.digest, ...values });
  return await appendTail.first(db, { ...values, ...staged.tail });
}

interface Appended {
  readonly appended: number;
}

type AppendValues = ChunkColumns & {
  readonly id: string;
  readonly held_before: bigint;
  readonly touched_before: number;
  readonly digest_held: bigint | null;
};

type ExtentValues = AppendValues & Pick<Extent, 'key' | 'at' | 'size'> & { readonly extent_digest: string };

const appendNothing: PreparedQuery<AppendValues, Appended> = prepared<AppendValues>()((db, value) =>
  compilable(db, sql`${appended(value)} SELECT count(*) AS appended FROM appended`),
);

const appendTail: PreparedQuery<AppendValues & TailRow, Appended> = prepared<AppendValues & TailRow>()((db, value) =>
  compilable(
    db,
    sql`${appended(value)}, added AS (
      INSERT INTO tail (upload_id, at, bytes) SELECT id, ${value('at')}::int8, ${value('bytes')}::bytea FROM appended)
    SELECT count(*) AS appended FROM appended`,
  ),
);

const appendExtent: PreparedQuery<ExtentValues, Appended> = prepared<ExtentValues>()((db, value) =>
  compilable(
    db,
    sql`${appended(value)}, added AS (
      INSERT INTO extents (key, upload_id, at, size, digest)
      SELECT ${value('key')}, id, ${value('at')}::int8, ${value('size')}::int8, ${value('extent_digest')} FROM appended),
    moved AS (DELETE FROM tail USING appended WHERE upload_id = appended.id)
    SELECT count(*) AS appended FROM appended`,
  ),
);

function appended<Values extends AppendValues>(value: ValueOf<Values>): RawBuilder<unknown> {
  return sql`
    WITH appended AS (
      UPDATE uploads SET held = ${value('held')}, written_ticks = ${value('written_ticks')},
        creation_ticks = ${value('creation_ticks')}, touched_at = ${value('touched_at')},
        finished_at = ${value('finished_at')}, last_offset = ${value('last_offset')},
        last_digest = ${value('last_digest')}, digest = ${value('digest')}, digest_held = ${value('digest_held')}
      WHERE id = ${value('id')} AND held = ${value('held_before')} AND touched_at = ${value('touched_before')}
        AND finished_at IS NULL
      RETURNING id)`;
}

/** The size of a tail. */
export interface Tail {
  readonly tailBytes: number;
  readonly tailRows: number;
}

/** The tail after the commit of what was staged. */
export function tailAfter({ tailBytes, tailRows }: Tail, staged: Staged): Tail {
  if (staged === 'nothing') return { tailBytes, tailRows };
  if ('extent' in staged) return { tailBytes: 0, tailRows: 0 };
  return { tailBytes: tailBytes + staged.tail.bytes.length, tailRows: tailRows + 1 };
}

/** An upload, and the size of its tail at the same moment. */
export type TailedUpload = Upload & Tail;

const tailedUploads = <Values>(db: Db, where: RawBuilder<unknown>) =>
  compilable<Values>(
    db,
    sql`SELECT uploads.*,
      (SELECT coalesce(sum(length(bytes)), 0) FROM tail WHERE upload_id = uploads.id) AS "tailBytes",
      (SELECT count(*) FROM tail WHERE upload_id = uploads.id) AS "tailRows"
    FROM uploads WHERE ${where}`,
  );

/** By the hash of its token. */
export const tailedUploadByToken: PreparedQuery<{ readonly hash: string }, TailedUpload> = prepared<{
  readonly hash: string;
}>()((db, value) => tailedUploads<TailedUpload>(db, sql`token_hash = ${value('hash')}`));

/** The bytes in the tail, in order. @throws {StorageError} `lost` when sealed ones were changed; as `dataKeyFor`. */
export async function readTail(db: Db, uploadId: string, keys?: DataKeySource): Promise<readonly TailRow[]> {
  const rows = await db
    .selectFrom('tail')
    .select(['at', 'bytes'])
    .where('upload_id', '=', uploadId)
    .orderBy('at')
    .execute();
  const dataKey = await dataKeyFor(uploadId, keys);
  if (dataKey === undefined) return rows;
  return rows.map(({ at, bytes }) => ({ at, bytes: openBytes(bytes, { dataKey, about: aboutTail(uploadId, at) }) }));
}

/** The row of a tail, sealed where the bytes of its upload are. @throws {StorageError} as `dataKeyFor`. */
export async function tailRow(uploadId: string, row: TailRow, keys?: DataKeySource): Promise<TailRow> {
  const dataKey = await dataKeyFor(uploadId, keys);
  if (dataKey === undefined) return row;
  const options = { dataKey, about: aboutTail(uploadId, row.at), salt: randomBytes(saltBytes) };
  return { at: row.at, bytes: sealBytes(row.bytes, options) };
}

function aboutTail(uploadId: string, at: bigint): string {
  return `tail of ${uploadId}/${at}`;
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

/** Leaves objects to be deleted after a time. */
export async function leaveObjects(db: Db, keys: readonly string[], after: number): Promise<void> {
  await db
    .insertInto('deletions')
    .values(keys.map((key) => ({ key, after_at: after })))
    .execute();
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
