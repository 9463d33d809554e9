import { sql } from 'kysely';
import type { Db, UploadsTable } from './tables.ts';

/** A row of the table. */
export type Upload = Readonly<UploadsTable>;

/** Who appends, and what the row must still say when they commit. */
export interface Lease {
  readonly uploadId: string;
  readonly owner: string;
  readonly generation: number;
}

export async function findUpload(db: Db, tokenHash: string): Promise<Upload | undefined> {
  return await db.selectFrom('uploads').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export async function findUploadById(db: Db, id: string): Promise<Upload | undefined> {
  return await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertUpload(db: Db, upload: Upload): Promise<void> {
  await db.insertInto('uploads').values(upload).execute();
}

/** What is known of the owner of a lease. */
export interface Abandoned {
  readonly owner: string;
  /** True: it can do nothing any more, so its part may be gone on with. False: it only looks so. */
  readonly certain: boolean;
}

/**
 * Takes the lease of an upload that is not finished, if nobody has it. If its time has run out, or its owner looks gone,
 * it is taken from them, and the generation grows: what they still do can no longer be committed, nor harm. Nothing
 * grows where the owner is certainly gone.
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
        where('lease_owner', '=', lease.abandoned?.owner ?? null),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Keeps a lease for longer. */
export async function renewLease(db: Db, lease: Lease, until: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lease_until: until })
    .where('id', '=', lease.uploadId)
    .where('generation', '=', lease.generation)
    .where('lease_owner', '=', lease.owner)
    .execute();
}

/** Gives a lease back, with nothing changed or with what the chunk changed; false when it was taken away meanwhile. */
export async function releaseLease(db: Db, lease: Lease, changed: Partial<Upload> = {}): Promise<boolean> {
  const done = await db
    .updateTable('uploads')
    .set({ ...changed, lease_owner: null, lease_until: null })
    .where('id', '=', lease.uploadId)
    .where('generation', '=', lease.generation)
    .where('lease_owner', '=', lease.owner)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Forgets uploads that nobody touched, or that were finished, before a time; returns them as they were. */
export async function deleteUploadsBefore(
  db: Db,
  { unfinished, finished }: { readonly unfinished: number; readonly finished: number },
  now: number,
): Promise<readonly Upload[]> {
  return await db
    .deleteFrom('uploads')
    .where((where) =>
      where.or([
        where.and([where('finished_at', 'is', null), where('touched_at', '<', unfinished)]),
        where.and([where('finished_at', 'is not', null), where('touched_at', '<', finished)]),
      ]),
    )
    .where((where) => where.or([where('lease_owner', 'is', null), where('lease_until', '<', now)]))
    .returningAll()
    .execute();
}

/**
 * Gives up uploads that are not finished and that nobody touched since a time, those first that were left alone for
 * longest, until so many bytes are free. Returns them as they were.
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

/** Of some upload ids, those that are not finished, with the generations whose parts may still be needed. */
export async function findUnfinished(
  db: Db,
  ids: readonly string[],
): Promise<readonly Pick<Upload, 'id' | 'generation' | 'spool_generation'>[]> {
  return await db
    .selectFrom('uploads')
    .select(['id', 'generation', 'spool_generation'])
    .where('id', 'in', ids)
    .where('finished_at', 'is', null)
    .execute();
}

/** Of some names in the content store, those that a file has. */
export async function findReferenced(db: Db, contents: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('entries').select('content').where('content', 'in', contents).execute();
  return new Set(rows.flatMap((row) => row.content ?? []));
}
