import { sql } from 'kysely';
import { partName, uploadOfPart } from './content/content-store.ts';
import { prepared, type ValueOf } from './prepared-query.ts';
import type { Db, UploadsTable } from './tables.ts';

/** A row of the table. */
export type Upload = Readonly<UploadsTable>;

/** The holder of a lease, and the generation that the row must still have at the commit. */
export interface Lease {
  readonly uploadId: string;
  readonly owner: string;
  readonly generation: number;
}

const uploadByToken = prepared<{ readonly hash: string }>()((db, value) =>
  db.selectFrom('uploads').selectAll().where('token_hash', '=', value('hash')),
);

/** @param hashes of its token, under each service key. */
export async function findUpload(db: Db, hashes: readonly string[]): Promise<Upload | undefined> {
  return await uploadByToken.firstOf(
    db,
    hashes.map((hash) => ({ hash })),
  );
}

const uploadById = prepared<{ readonly id: string }>()((db, value) =>
  db.selectFrom('uploads').selectAll().where('id', '=', value('id')),
);

export async function findUploadById(db: Db, id: string): Promise<Upload | undefined> {
  return await uploadById.first(db, { id });
}

/** The columns that change while chunks are appended. Indexes of the others are not written again. */
function changingColumns(value: ValueOf<Upload>) {
  return {
    held: value('held'),
    spool_generation: value('spool_generation'),
    lease_owner: value('lease_owner'),
    lease_until: value('lease_until'),
    written_ticks: value('written_ticks'),
    creation_ticks: value('creation_ticks'),
    touched_at: value('touched_at'),
    finished_at: value('finished_at'),
    last_offset: value('last_offset'),
    last_digest: value('last_digest'),
    digest: value('digest'),
    digest_held: value('digest_held'),
  };
}

const insertion = prepared<Upload>()((db, value) =>
  db.insertInto('uploads').values({
    id: value('id'),
    token_hash: value('token_hash'),
    key_id: value('key_id'),
    api_key_id: value('api_key_id'),
    folder_key_id: value('folder_key_id'),
    folder_id: value('folder_id'),
    file_name: value('file_name'),
    generation: value('generation'),
    started_at: value('started_at'),
    ...changingColumns(value),
  }),
);

export async function insertUpload(db: Db, upload: Upload): Promise<void> {
  await insertion.change(db, upload);
}

/** The owner of a lease that seems to have ended. */
export interface Abandoned {
  readonly owner: string;
  /** True: it has certainly ended, so its part can be continued. False: it may still be running. */
  readonly certain: boolean;
}

/**
 * Acquires the lease of an unfinished upload if it is free, has expired, or was abandoned. When its owner may still be
 * running, the generation is incremented, so that the owner can no longer commit.
 */
export async function takeLease(
  db: Db,
  id: string,
  lease: {
    readonly owner: string;
    readonly now: number;
    readonly until: number;
    readonly abandoned: Abandoned | undefined;
  },
): Promise<Upload | undefined> {
  const gone = lease.abandoned?.certain ? lease.abandoned.owner : null;
  return await db
    .updateTable('uploads')
    .set({
      lease_owner: lease.owner,
      lease_until: lease.until,
      generation: sql<number>`CASE WHEN lease_owner IS NULL OR lease_owner = ${gone} THEN generation ELSE generation + 1 END`,
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where((where) =>
      where.or([
        where('lease_owner', 'is', null),
        where('lease_until', '<', lease.now),
        // The clock was set back since: its owner would have renewed it.
        where('lease_until', '>', 2 * lease.until - lease.now),
        where('lease_owner', '=', lease.abandoned?.owner ?? null),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Extends a lease. */
export async function renewLease(db: Db, lease: Lease, until: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lease_until: until })
    .where('id', '=', lease.uploadId)
    .where('generation', '=', lease.generation)
    .where('lease_owner', '=', lease.owner)
    .execute();
}

/** Releases a lease, and updates the row; false when another process has acquired the lease. */
export async function releaseLease(db: Db, lease: Lease, changed: Partial<Upload> = {}): Promise<boolean> {
  return await updateLeased(db, lease, { ...changed, lease_owner: null, lease_until: null });
}

const update = prepared<Upload & Lease>()((db, value) =>
  db
    .updateTable('uploads')
    .set(changingColumns(value))
    .where('id', '=', value('uploadId'))
    .where('generation', '=', value('generation'))
    .where('lease_owner', '=', value('owner'))
    .where('finished_at', 'is', null),
);

/** Stores the row after a chunk; false when another process has acquired the lease. */
export async function updateRow(db: Db, lease: Lease, row: Upload): Promise<boolean> {
  return (await update.change(db, { ...row, ...lease })) === 1;
}

/** Updates columns, and keeps the lease; false when another process has acquired it. */
async function updateLeased(db: Db, lease: Lease, changed: Partial<Upload>): Promise<boolean> {
  const done = await db
    .updateTable('uploads')
    .set(changed)
    .where('id', '=', lease.uploadId)
    .where('generation', '=', lease.generation)
    .where('lease_owner', '=', lease.owner)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/**
 * Whether a folder access key has an upload that a chunk may belong to: an unfinished one, or one whose last chunk
 * has at least `bytes` bytes.
 *
 * @param fileName undefined: not known yet.
 */
export async function mayBelong(
  db: Db,
  { folderKeyId, fileName }: { readonly folderKeyId: string; readonly fileName: string | undefined },
  bytes: number,
): Promise<boolean> {
  const upload = await db
    .selectFrom('uploads')
    .select('id')
    .where('folder_key_id', '=', folderKeyId)
    .$if(fileName !== undefined, (query) => query.where('file_name', '=', fileName ?? ''))
    .where((where) => where.or([where('finished_at', 'is', null), sql<boolean>`held - last_offset >= ${bytes}`]))
    .executeTakeFirst();
  return upload !== undefined;
}

/** Deletes an unfinished upload while its lease is held; false when another process has acquired the lease. */
export async function deleteLeased(db: Db, lease: Lease): Promise<boolean> {
  const done = await db
    .deleteFrom('uploads')
    .where('id', '=', lease.uploadId)
    .where('generation', '=', lease.generation)
    .where('lease_owner', '=', lease.owner)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}

/** Deletes uploads that were idle, finished or refused since a time; returns the deleted rows. */
export async function deleteUploadsBefore(
  db: Db,
  {
    unfinished,
    finished,
    refused,
  }: { readonly unfinished: number; readonly finished: number; readonly refused: number },
  now: number,
): Promise<readonly Upload[]> {
  return await db
    .deleteFrom('uploads')
    .where((where) =>
      where.or([
        where.and([
          where('finished_at', 'is', null),
          where('refused_at', 'is', null),
          where('touched_at', '<', unfinished),
        ]),
        where.and([where('finished_at', 'is', null), where('refused_at', '<', refused)]),
        where.and([where('finished_at', 'is not', null), where('touched_at', '<', finished)]),
      ]),
    )
    .where((where) => where.or([where('lease_owner', 'is', null), where('lease_until', '<', now)]))
    .returningAll()
    .execute();
}

/**
 * Deletes unfinished uploads that were idle since a time, the longest idle first, until `bytes` are free. Returns
 * the deleted rows.
 */
export async function deleteIdleUploads(
  db: Db,
  before: number,
  now: number,
  bytes: bigint,
): Promise<readonly Upload[]> {
  const idle = await db
    .selectFrom('uploads')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('touched_at', '<', before)
    .where('held', '>', 0n)
    .where((where) => where.or([where('lease_owner', 'is', null), where('lease_until', '<', now)]))
    .orderBy('touched_at')
    .execute();
  const chosen: Upload[] = [];
  let free = 0n;
  for (const upload of idle) {
    if (free >= bytes) break;
    chosen.push(upload);
    free += upload.held;
  }
  for (const { id } of chosen) await db.deleteFrom('uploads').where('id', '=', id).execute();
  return chosen;
}

/** The parts among some names that no unfinished upload may still need. */
export async function findUnneeded(db: Db, parts: readonly string[]): Promise<readonly string[]> {
  const unfinished = await db
    .selectFrom('uploads')
    .select(['id', 'generation', 'spool_generation'])
    .where('id', 'in', [...new Set(parts.map(uploadOfPart))])
    .where('finished_at', 'is', null)
    .execute();
  const needed = new Set(unfinished.flatMap(partsOf));
  return parts.filter((part) => !needed.has(part));
}

/** The parts that an unfinished upload may have: of its generation, and of the one whose part holds the bytes. */
export function partsOf(upload: Pick<Upload, 'id' | 'generation' | 'spool_generation'>): readonly string[] {
  const { id, generation, spool_generation } = upload;
  return [...new Set([partName(id, generation), partName(id, spool_generation)])];
}

/** The parts among some names that this database knows: it removed them, or their uploads have rows. */
export async function findKnown(db: Db, parts: readonly string[]): Promise<readonly string[]> {
  if (parts.length === 0) return [];
  const ids = [...new Set(parts.map(uploadOfPart))];
  const uploads = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  const removed = await db.selectFrom('removed_parts').select('part').where('part', 'in', parts).execute();
  const known = new Set([...uploads.map(({ id }) => id), ...removed.map(({ part }) => part)]);
  return parts.filter((part) => known.has(part) || known.has(uploadOfPart(part)));
}

/** Some of the parts that were removed from the database, after a name, in order; their bytes may still be there. */
export async function removedPartsAfter(db: Db, part: string, limit: number): Promise<readonly string[]> {
  const query = db.selectFrom('removed_parts').select('part').where('part', '>', part).orderBy('part').limit(limit);
  return (await query.execute()).map((row) => row.part);
}

/** Forgets removed parts whose bytes are gone. */
export async function forgetRemovedParts(db: Db, parts: readonly string[]): Promise<void> {
  await db.deleteFrom('removed_parts').where('part', 'in', parts).execute();
}

/** The parts among some names that neither an unfinished upload nor a file needs. */
export async function findStrays(db: Db, parts: readonly string[]): Promise<readonly string[]> {
  // Uploads first: if one finishes in between, its part is found by the file.
  const unneeded = await findUnneeded(db, parts);
  if (unneeded.length === 0) return [];
  const rows = await db.selectFrom('entries').select('content').where('content', 'in', unneeded).execute();
  const referenced = new Set(rows.map((row) => row.content));
  return unneeded.filter((part) => !referenced.has(part));
}
