import { type PreparedQuery, prepared } from './prepared-query.ts';
import type { Db } from './tables.ts';

/** An unfinished upload whose SHA-256 is computed. */
export interface UploadDigest {
  readonly id: string;
  readonly held: bigint;
}

/** How far the SHA-256 of an upload is. */
export interface DigestProgress extends UploadDigest {
  /** Of the first `digestHeld` bytes. */
  readonly digest: string | null;
  readonly digestHeld: bigint | null;
  /** Until then a process wants it, in milliseconds since 1970. */
  readonly claimedUntil: number | null;
}

export const digestProgress: PreparedQuery<{ readonly id: string }, DigestProgress> = prepared<{
  readonly id: string;
}>()((db, value) =>
  db
    .selectFrom('uploads')
    .select(['id', 'held', 'digest', 'digest_held as digestHeld', 'lease_until as claimedUntil'])
    .where('id', '=', value('id'))
    .where('finished_at', 'is', null),
);

/**
 * Claims the SHA-256 of an upload, by the columns of the lease, which uploads to an object store have no other use for: one
 * process reads the bytes again, and those that have hashed the beginning see that it is wanted.
 *
 * @returns false when another process has claimed it, or the upload has changed.
 */
export async function claimDigest(
  db: Db,
  { id, held, owner, now, until }: UploadDigest & { owner: string; now: number; until: number },
): Promise<boolean> {
  const done = await db
    .updateTable('uploads')
    .set({ lease_owner: owner, lease_until: until })
    .where('id', '=', id)
    .where('held', '=', held)
    .where('finished_at', 'is', null)
    .where('digest', 'is', null)
    .where((where) =>
      where.or([where('lease_owner', 'is', null), where('lease_owner', '=', owner), where('lease_until', '<', now)]),
    )
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Stores the SHA-256 of all bytes of an upload, unless it has changed. */
export async function writeDigest(db: Db, { id, held, digest }: UploadDigest & { digest: string }): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ digest, digest_held: held, lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where('held', '=', held)
    .where('finished_at', 'is', null)
    .execute();
}
