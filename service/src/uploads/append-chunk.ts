import { isSpooled } from '@soapwright/runtime/server';
import { Rejection } from '../common/rejection.ts';
import { StorageError } from '../common/storage-error.ts';
import { randomToken } from '../secrets/secret-tokens.ts';
import { digestOf } from '../storage/content/content-store.ts';
import type { Upload } from '../storage/upload-rows.ts';
import { cancelUpload, forgetUpload } from './cancel-upload.ts';
import { checkContent } from './check-content.ts';
import type { Chunk } from './chunk.ts';
import type { StagedChunk } from './chunk-store.ts';
import { checkFileDigest, publishFile, rejectFolder } from './publish-upload.ts';
import { type Turn, UploadChanged } from './turns.ts';
import {
  busyUpload,
  bytesDiffer,
  finishedUpload,
  noToken,
  offsetMismatch,
  refusedFile,
  unknownUpload,
} from './upload-rejections.ts';
import { digestColumns, isBoundTo, newRow, rowAfter, timesOf } from './upload-row.ts';
import type { Uploads } from './uploads.ts';
import { digestByOthers, digestOfAll, hashBefore, isLong } from './whole-digest.ts';

/** Response to an appended chunk. */
export interface AppendResult {
  readonly token: string;
  readonly writtenTicks: bigint;
  readonly creationTicks: bigint;
}

/** How often a chunk is judged again, since other callers have changed its upload. */
const rounds = 5;

const noBytes = new Blob([]);

/**
 * Appends a chunk to its upload, or starts an upload. When this returns, the bytes and the row are durable. On a full
 * disk it frees space and retries once.
 *
 * @throws {Rejection} when the chunk does not continue the upload, which is unchanged then; `QuotaExceeded`, after which
 *   nothing is left of it.
 * @throws {StorageError} when it cannot be stored; the chunk can be sent again.
 */
export async function appendChunk(uploads: Uploads, chunk: Chunk): Promise<AppendResult> {
  const { offset, token: given = '', bytes } = chunk;
  if (offset < 0n) throw new Rejection('InvalidValue', `Offset is ${offset}, and cannot be negative.`);
  const token = given === '' ? randomToken() : given;
  const append = given === '' ? beginUpload : appendInOrder;
  const row = await uploads.space.withSpace(BigInt(bytes.size), () => append(uploads, chunk, token));
  return { token, ...timesOf(row) };
}

/**
 * Callers of this process queue in the order in which they arrive: a client may send the next chunk before the response to
 * this one.
 */
async function appendInOrder(uploads: Uploads, chunk: Chunk, token: string): Promise<Upload> {
  return await uploads.mutex.run(token, () => untilUnchanged(() => appendOnce(uploads, chunk, token)));
}

/** Repeats work while other callers change the upload. */
async function untilUnchanged<T>(work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UploadChanged)) throw error;
      if (round === rounds) throw busyUpload();
    }
  }
}

async function appendOnce(uploads: Uploads, chunk: Chunk, token: string): Promise<Upload> {
  const hashes = uploads.hashes.all('upload-token', token);
  const isBound = (row: Upload): boolean => isBoundTo(uploads, chunk, row, hashes);
  const row = await uploads.turns.find(hashes, (known) => known.held === chunk.offset && isBound(known));
  if (row === undefined || !isBound(row)) throw unknownUpload();
  if (row.refused_at !== null) throw refusedFile(row);
  if (row.finished_at !== null) return await acknowledgeFinished(uploads, row, chunk);
  const turn = await uploads.turns.take(row);
  try {
    return await appendInTurn(uploads, turn, chunk);
  } catch (error) {
    throw error instanceof UploadChanged ? error : await failTurn(uploads, turn, chunk, error);
  } finally {
    turn.end();
  }
}

/** Acknowledges a resend of the last chunk of a finished upload; rejects everything else. */
async function acknowledgeFinished(uploads: Uploads, row: Upload, chunk: Chunk): Promise<Upload> {
  const { held } = row;
  const isResend = chunk.isLast && chunk.offset === row.last_offset && endOf(chunk) === held;
  if (!isResend) throw finishedUpload(held);
  if ((await digestOf(chunk.bytes)) !== row.last_digest) throw bytesDiffer(held);
  checkFileDigest(row, chunk);
  await uploads.turns.confirm(row);
  return row;
}

function endOf({ offset, bytes }: Chunk): bigint {
  return offset + BigInt(bytes.size);
}

/** Appends the chunk's bytes after the held ones, or acknowledges a resend of the bytes before the end. */
async function appendInTurn(uploads: Uploads, turn: Turn, chunk: Chunk): Promise<Upload> {
  const { chunks, admission } = uploads;
  const { row } = turn;
  const { held } = row;
  const isNew = chunk.offset === held;
  if (isNew) await admission.admit(chunk, BigInt(chunk.bytes.size), isSpooled(chunk.bytes), held);
  else if (endOf(chunk) !== held) throw offsetMismatch(chunk, held);
  else if (!(await chunks.matches(row, chunk))) throw bytesDiffer(held);
  const before = await hashBefore(uploads, row);
  const isHashed = chunk.isLast && before === undefined && isLong(uploads, row);
  const digest = isHashed && !isNew ? await digestByOthers(uploads, row) : undefined;
  const isAwaited = isHashed || (chunk.isLast && uploads.checks !== undefined && chunk.bytes.size > 0);
  const piece = { bytes: isNew ? chunk.bytes : noBytes, offset: held, isLast: chunk.isLast };
  const staged = await chunks.stage(turn, piece, before);
  if (!isAwaited || !isNew) return await commitOrDiscard(uploads, row, chunk, { ...staged, digestOfAll: digest });
  // The bytes are acknowledged first: hashing or checking them may take long. Then it is as a chunk that was sent again.
  await commitOrDiscard(uploads, row, { ...chunk, isLast: false }, staged);
  throw new UploadChanged();
}

/** Starts an upload with its first chunk: no other caller has its token yet. */
async function beginUpload(uploads: Uploads, chunk: Chunk, token: string): Promise<Upload> {
  if (chunk.offset !== 0n) throw noToken(chunk);
  await rejectFolder(uploads.db, chunk, uploads.now());
  await uploads.admission.admit(chunk, BigInt(chunk.bytes.size), isSpooled(chunk.bytes));
  const isChecked = chunk.isLast && uploads.checks !== undefined;
  const first = isChecked ? { ...chunk, isLast: false } : chunk;
  const dataKey = await uploads.dataKeys?.currentFor(chunk.folderKey.accountId, uploads.now());
  const begun = await untilUnchanged(async () => {
    const row = newRow(uploads, first, token, dataKey);
    return await commitOrDiscard(uploads, row, first, await uploads.chunks.begin(row, first));
  });
  return isChecked ? await appendLast(uploads, chunk, token) : begun;
}

/** Publishes an upload of one chunk. Its sender has no token: after a failure nothing of it is kept. */
async function appendLast(uploads: Uploads, chunk: Chunk, token: string): Promise<Upload> {
  try {
    return await appendInOrder(uploads, chunk, token);
  } catch (error) {
    const isRefused = error instanceof Rejection && error.code === 'ContentRefused';
    // What cannot be removed now expires.
    if (!isRefused && !mayBeCommitted(error)) await forgetUpload(uploads, chunk, token).catch(() => undefined);
    throw error;
  }
}

/** Whether a failed commit may have been made all the same. */
function mayBeCommitted(error: unknown): boolean {
  return error instanceof StorageError && (error.code === 'failed' || error.code === 'uncertain');
}

/** A staged chunk, with the digest of all bytes if another process has computed it. */
type Staged = StagedChunk & { readonly digestOfAll?: string | undefined };

/** Removes what was staged when nothing was committed, unless it is not known whether something was. */
async function commitOrDiscard(uploads: Uploads, row: Upload, chunk: Chunk, staged: Staged): Promise<Upload> {
  try {
    return await commitChunk(uploads, row, chunk, staged);
  } catch (error) {
    const isKnown = [UploadChanged, Rejection, StorageError].some((kind) => error instanceof kind);
    if (isKnown && !mayBeCommitted(error)) await staged.discard();
    throw error;
  }
}

async function commitChunk(uploads: Uploads, row: Upload, chunk: Chunk, staged: Staged): Promise<Upload> {
  const { commits, digests, turns, now } = uploads;
  const { whole } = staged;
  const next = await rowAfter(row, chunk, staged, now());
  if (chunk.isLast) {
    const added = chunk.offset === row.held ? chunk.bytes : noBytes;
    const digest = staged.digestOfAll ?? (await digestOfAll(uploads, row, whole, added));
    const complete = { ...next, digest, digest_held: next.held };
    checkFileDigest(complete, chunk);
    await checkContent(uploads, chunk, complete);
    return await publishFile(uploads, chunk, complete, staged);
  }
  const committed = { ...next, ...digestColumns(whole, next.held), ...turns.columns() };
  await commits.single((db) => staged.commit(db, committed));
  if (whole !== undefined) digests.keep(row.id, committed.held, whole);
  turns.keep(committed);
  await staged.committed?.(committed).catch(() => undefined);
  return committed;
}

/** Leaves an upload after a failure. @returns the error for the caller. */
async function failTurn(uploads: Uploads, turn: Turn, chunk: Chunk, error: unknown): Promise<unknown> {
  if (error instanceof Rejection && error.code === 'QuotaExceeded') await cancelUpload(uploads, turn, chunk, 'quota');
  // An upload whose bytes or key are lost, or are not those of its sender, expires at once, so that its caller starts over.
  const code = error instanceof StorageError || error instanceof Rejection ? error.code : undefined;
  const isOver = code === 'lost' || code === 'key-destroyed' || code === 'DigestDiffers';
  if (isOver) uploads.digests.forget(turn.row.id);
  return await turn.fail(error, isOver ? { touched_at: 0 } : {});
}
