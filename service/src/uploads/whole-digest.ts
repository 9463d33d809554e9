import type { Hash } from 'node:crypto';
import { addTo, type Digest, digestSoFar } from '../storage/content/content-store.ts';
import type { Upload } from '../storage/upload-rows.ts';
import type { Uploads } from './uploads.ts';

type Parts = Pick<Uploads, 'digests' | 'catchUp'>;

/** The hash of all held bytes, which may be changed; undefined: other processes have hashed some, and may go on. */
export async function hashBefore({ digests, catchUp }: Parts, row: Upload): Promise<Hash | undefined> {
  return catchUp === undefined ? await digests.of(row) : digests.known(row);
}

/** Whether reading again what this process has not hashed takes longer than a caller would wait. */
export function isLong({ digests, catchUp }: Parts, row: Upload): boolean {
  return catchUp !== undefined && digests.missing(row) > catchUp.limits.atOnce;
}

/** The digest of all held bytes, which another process computes. @throws {StorageError} `busy` when it takes long. */
export async function digestByOthers({ catchUp }: Parts, row: Upload): Promise<Digest | undefined> {
  const { digest, digest_held, held } = row;
  return digest !== null && digest_held === held ? digest : await catchUp?.digestOf(row);
}

/**
 * The digest of a file.
 *
 * @param whole hash of all of its bytes; undefined: what other processes have appended is read again.
 * @param added bytes after those of the row.
 */
export async function digestOfAll(
  { digests }: Parts,
  row: Upload,
  whole: Hash | undefined,
  added: Blob,
): Promise<Digest> {
  if (whole !== undefined) return digestSoFar(whole);
  const hash = await digests.of(row);
  // Kept for a resend, if this one takes too long.
  digests.keep(row.id, row.held, hash.copy());
  await addTo([hash], added);
  return digestSoFar(hash);
}
