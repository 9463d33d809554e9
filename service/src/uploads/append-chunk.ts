import type { Hash } from 'node:crypto';
import { isSpooled } from '@soapwright/runtime/server';
import { Rejection } from '../common/rejection.ts';
import { StorageError } from '../common/storage-error.ts';
import { isOneOf, randomToken } from '../secrets/secret-tokens.ts';
import { audit } from '../storage/audit-log.ts';
import { digestOf, digestSoFar, partName } from '../storage/content/content-store.ts';
import { hasFolderKey } from '../storage/credentials.ts';
import type { Db } from '../storage/tables.ts';
import {
  deleteLeased,
  findUpload,
  findUploadById,
  insertUpload,
  type Lease,
  partsOf,
  releaseLease,
  type Upload,
  updateRow,
} from '../storage/upload-rows.ts';
import { type Chunk, lastDigest } from './chunk.ts';
import { noLease } from './kept-leases.ts';
import { type Leased, leaseUpload } from './lease.ts';
import { checkFileDigest, commitFile, rejectFolder } from './publish-upload.ts';
import { uploadId } from './upload-id.ts';
import {
  busyUpload,
  bytesDiffer,
  finishedUpload,
  noFolderKey,
  noToken,
  offsetMismatch,
  unknownUpload,
} from './upload-rejections.ts';
import { type AppendResult, timesOf, type Uploads } from './uploads.ts';

/**
 * Appends a chunk to its upload, or starts an upload. When this returns, the bytes and the row are durable. On a full
 * disk it frees space and retries once.
 *
 * @throws {Rejection} when the chunk does not continue the upload, which is unchanged then; `QuotaExceeded`, after which
 *   nothing is left of it.
 * @throws {StorageError} when it cannot be stored; the chunk can be sent again.
 */
export async function appendChunk(uploads: Uploads, chunk: Chunk): Promise<AppendResult> {
  const { offset } = chunk;
  if (offset < 0n) throw new Rejection('InvalidValue', `Offset is ${offset}, and cannot be negative.`);
  return await uploads.space.withSpace(BigInt(chunk.bytes.size), () => appendOnce(uploads, chunk));
}

async function appendOnce(uploads: Uploads, chunk: Chunk): Promise<AppendResult> {
  const { token } = chunk;
  if (token === undefined || token === '') return await beginUpload(uploads, chunk);
  const { id } = await findBound(uploads, chunk, token);
  const upload = await uploads.mutex.run(id, async () => {
    const leased = await leaseUpload(uploads, id);
    return 'finished' in leased
      ? await acknowledgeFinished(leased.finished, chunk)
      : await appendTo(uploads, leased, chunk);
  });
  return { token, ...timesOf(upload) };
}

/** Finds the upload of a token that is bound to the chunk's keys, folder and name, and has not expired. */
async function findBound(uploads: Uploads, chunk: Chunk, token: string): Promise<Upload> {
  const hashes = uploads.hashes.all('upload-token', token);
  return boundTo(uploads, chunk, await findUpload(uploads.db, hashes), hashes);
}

/** The upload that was found by the hashes of a token. @throws {Rejection} `UnknownUpload` when it is not bound to the chunk. */
export function boundTo<Found extends Upload>(
  uploads: Pick<Uploads, 'now' | 'times'>,
  chunk: Chunk,
  upload: Found | undefined,
  hashes: readonly string[],
): Found {
  if (upload === undefined || !isBoundTo(uploads, chunk, upload, hashes)) throw unknownUpload();
  return upload;
}

/** Whether an upload has the token, the keys, the folder and the name of a chunk, and has not expired. */
export function isBoundTo(
  uploads: Pick<Uploads, 'now' | 'times'>,
  chunk: Chunk,
  upload: Upload,
  hashes: readonly string[],
): boolean {
  return (
    isOneOf(upload.token_hash, hashes) &&
    upload.api_key_id === chunk.apiKey.id &&
    upload.folder_key_id === chunk.folderKey.id &&
    upload.folder_id === chunk.folderKey.folderId &&
    upload.file_name === chunk.fileName &&
    upload.touched_at >= uploads.now() - (upload.finished_at === null ? uploads.times.idle : uploads.times.remembered)
  );
}

async function appendTo(uploads: Uploads, leased: Leased, chunk: Chunk): Promise<Upload> {
  const { db, store, commits } = uploads;
  const { upload, lease } = leased;
  const { id, generation, spool_generation } = upload;
  const part = partName(id, generation);
  // The row to be committed, and the hash of its bytes.
  let next: Upload = upload;
  let hash: Hash;
  try {
    if (generation !== spool_generation) {
      await store.copy(partName(id, spool_generation), part, upload.held);
      next = { ...next, spool_generation: generation };
    }
    const before = next;
    ({ next, hash } = await commits.preparing(() => stored(uploads, before, part, chunk)));
    if (chunk.isLast) {
      await rejectFolder(db, chunk);
      checkFileDigest(next, chunk);
      await store.publish(part);
      await commitFile(uploads, part, chunk, next, (transaction, finished) =>
        updateRow(transaction, lease, { ...finished, ...noLease }),
      );
      uploads.digests.forget(id);
    } else {
      const columns = uploads.leases.columns();
      if (!(await commits.run((transaction) => updateRow(transaction, lease, { ...next, ...columns })))) {
        throw busyUpload();
      }
      uploads.digests.keep(id, next.held, hash);
      if (columns.lease_owner !== null) uploads.leases.keep(lease);
    }
    if (generation !== spool_generation)
      await store.removeSpooled(partName(id, spool_generation)).catch(() => undefined);
    return next;
  } catch (error) {
    // A lease that cannot be released is found abandoned by the next caller. If the failed commit survives, this changes
    // nothing: the condition of releaseLease no longer matches the row.
    // An upload whose bytes are lost, or are not those of its sender, expires at once, so that its caller starts over.
    if (isOverQuota(error)) await discard(uploads, lease, next, chunk);
    const isLost = error instanceof StorageError ? error.code === 'lost' : isOtherFile(error);
    if (isLost) uploads.digests.forget(id);
    const left = { spool_generation: next.spool_generation, ...(isLost ? { touched_at: 0 } : {}) };
    // Nothing was committed while the database was locked. Its release would wait as long again.
    if (error instanceof StorageError && error.code === 'busy') uploads.leases.keep(lease);
    else await commits.run((transaction) => releaseLease(transaction, lease, left)).catch(() => undefined);
    // After a takeover by another process the part may be missing, which is no failure of the storage.
    throw (await isTakenOver(db, upload)) ? busyUpload() : error;
  } finally {
    leased.end();
  }
}

/** Whether no more bytes of a file are taken: what is there only counts for the quota. */
export function isOverQuota(error: unknown): boolean {
  return error instanceof Rejection && error.code === 'QuotaExceeded';
}

/** Removes an upload that its quota does not let go on. What remains after a failure is swept. */
async function discard(uploads: Uploads, lease: Lease, upload: Upload, chunk: Chunk): Promise<void> {
  const { commits, store, digests, now } = uploads;
  digests.forget(upload.id);
  const removed = commits.run(async (transaction) => {
    if (!(await deleteLeased(transaction, lease))) return false;
    await auditDiscarded(transaction, upload, chunk, now());
    return true;
  });
  if (!(await removed.catch(() => false))) return;
  for (const part of partsOf(upload)) await store.removeSpooled(part).catch(() => undefined);
}

/** Notes that an upload was removed because of its quota. Call it in the transaction. */
export async function auditDiscarded(
  transaction: Db,
  { id, file_name, held }: Pick<Upload, 'id' | 'file_name' | 'held'>,
  { apiKey, folderKey, requestId }: Pick<Chunk, 'apiKey' | 'folderKey' | 'requestId'>,
  now: number,
): Promise<void> {
  const details = { account: folderKey.accountId, file: file_name, bytes: String(held), reason: 'quota' };
  const entry = { actor: `api-key:${apiKey.name}`, action: 'upload.cancelled', subject: `upload:${id}` } as const;
  await audit(transaction, { ...entry, details, requestId }, now);
}

async function isTakenOver(db: Db, { id, generation }: Upload): Promise<boolean> {
  const current = await findUploadById(db, id).catch(() => undefined);
  return current !== undefined && current.generation !== generation;
}

function isOtherFile(error: unknown): boolean {
  return error instanceof Rejection && error.code === 'DigestDiffers';
}

/** Writes the chunk's bytes after the held ones, unless it is a resend; returns the updated row, and the hash of its bytes. */
async function stored(
  uploads: Uploads,
  upload: Upload,
  part: string,
  chunk: Chunk,
): Promise<{ readonly next: Upload; readonly hash: Hash }> {
  const size = BigInt(chunk.bytes.size);
  const { held } = upload;
  const row: Upload = {
    ...upload,
    written_ticks: upload.written_ticks ?? chunk.writtenTicks ?? null,
    creation_ticks: upload.creation_ticks ?? chunk.creationTicks ?? null,
    touched_at: uploads.now(),
    last_offset: chunk.offset,
  };
  if (chunk.offset === held) {
    await uploads.admission.admit(chunk, size, isSpooled(chunk.bytes), held);
    const hash = await uploads.store.write(part, held, chunk.bytes, await uploads.digests.of(upload, part));
    return { next: await withDigests(row, chunk, held + size, hash), hash };
  }
  if (chunk.offset + size !== held) {
    throw offsetMismatch(chunk, held);
  }
  if (!(await uploads.store.matches(part, chunk.offset, chunk.bytes))) throw bytesDiffer(held);
  const hash = await uploads.digests.of(upload, part);
  return { next: await withDigests(row, chunk, held, hash), hash };
}

async function withDigests(row: Upload, chunk: Chunk, held: bigint, hash: Hash): Promise<Upload> {
  const digest = digestSoFar(hash);
  const last_digest = await lastDigest(chunk, chunk.offset === 0n ? digest : undefined);
  return { ...row, held, digest, digest_held: held, last_digest };
}

/** Acknowledges a resend of the last chunk of a finished upload; rejects everything else. */
export async function acknowledgeFinished(upload: Upload, chunk: Chunk): Promise<Upload> {
  const size = BigInt(chunk.bytes.size);
  if (!chunk.isLast || chunk.offset !== upload.last_offset || chunk.offset + size !== upload.held) {
    throw finishedUpload(upload.held);
  }
  if ((await digestOf(chunk.bytes)) !== upload.last_digest) throw bytesDiffer(upload.held);
  checkFileDigest(upload, chunk);
  return upload;
}

/** @throws {Rejection} `AccessDenied` when the folder was removed after its key was checked. */
export async function beginRow(transaction: Db, upload: Upload): Promise<void> {
  if (!(await hasFolderKey(transaction, upload.folder_key_id))) throw noFolderKey();
  await insertUpload(transaction, upload);
}

/**
 * Starts an upload with its first chunk. No other caller has its token yet, so it needs no lease. A file of one chunk is
 * written where it is published: until the commit no row refers to it.
 */
async function beginUpload(uploads: Uploads, chunk: Chunk): Promise<AppendResult> {
  const { db, store, commits, hashes, now } = uploads;
  if (chunk.offset !== 0n) {
    throw noToken(chunk);
  }
  await rejectFolder(db, chunk);
  await uploads.admission.admit(chunk, BigInt(chunk.bytes.size), isSpooled(chunk.bytes));
  const id = uploadId(now());
  const part = partName(id, 1);
  const token = randomToken();
  const remove = () => Promise.allSettled([store.removeSpooled(part), store.removePublished(part)]);
  const write = () => (chunk.isLast ? store.writePublished(part, chunk.bytes) : store.write(part, 0n, chunk.bytes));
  const hash = await commits.preparing(write).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const digest = digestSoFar(hash);
  const { hash: token_hash, keyId: key_id } = hashes.new('upload-token', token);
  const upload: Upload = {
    id,
    token_hash,
    key_id,
    api_key_id: chunk.apiKey.id,
    folder_key_id: chunk.folderKey.id,
    folder_id: chunk.folderKey.folderId,
    file_name: chunk.fileName,
    held: BigInt(chunk.bytes.size),
    generation: 1,
    spool_generation: 1,
    ...(chunk.isLast ? noLease : uploads.leases.columns()),
    written_ticks: chunk.writtenTicks ?? null,
    creation_ticks: chunk.creationTicks ?? null,
    started_at: now(),
    touched_at: now(),
    finished_at: null,
    last_offset: 0n,
    last_digest: await lastDigest(chunk, digest),
    digest,
    digest_held: BigInt(chunk.bytes.size),
  };
  try {
    if (chunk.isLast) {
      checkFileDigest(upload, chunk);
      await commitFile(uploads, part, chunk, upload, async (transaction, finished) => {
        await beginRow(transaction, finished);
        return true;
      });
    } else {
      await commits.run((transaction) => beginRow(transaction, upload));
      uploads.digests.keep(id, upload.held, hash);
      if (upload.lease_owner !== null) uploads.leases.keep({ uploadId: id, owner: upload.lease_owner, generation: 1 });
    }
  } catch (error) {
    // Unless the failed commit may have survived, no caller has the token. Otherwise the sweep removes the part.
    const certain = error instanceof Rejection || (error instanceof StorageError && error.code !== 'failed');
    if (certain) await remove();
    throw error;
  }
  return { token, ...timesOf(upload) };
}
