import type { Hash } from 'node:crypto';
import { isSpooled } from '@soapwright/runtime/server';
import { Rejection } from '../../common/rejection.ts';
import { StorageError } from '../../common/storage-error.ts';
import { randomId, randomToken } from '../../secrets/secret-tokens.ts';
import { addTo, type Digest, digestOf, digestSoFar, newHash, partName } from '../../storage/content/content-store.ts';
import { insertStagedUpload } from '../../storage/objects/begin-rows.ts';
import {
  appendStaged,
  bytesInObjects,
  releaseExtents,
  type Staged,
  type TailedUpload,
  tailedUploadByToken,
} from '../../storage/objects/extent-rows.ts';
import { readUpload } from '../../storage/objects/read-extents.ts';
import { isTaken } from '../../storage/postgres/postgres-errors.ts';
import type { Db } from '../../storage/tables.ts';
import type { Upload } from '../../storage/upload-rows.ts';
import { spanned } from '../../tracing/tracer.ts';
import { acknowledgeFinished, auditDiscarded, boundTo, isBoundTo, isOverQuota } from '../append-chunk.ts';
import { type Chunk, lastDigest } from '../chunk.ts';
import { checkFileDigest, putPublished, rejectFolder } from '../publish-upload.ts';
import { busyUpload, bytesDiffer, noFolderKey, noToken, offsetMismatch, unknownUpload } from '../upload-rejections.ts';
import { type AppendResult, timesOf } from '../uploads.ts';
import type { ObjectUploads } from './object-uploads.ts';
import { type StagedChunk, stageChunk, stageTail } from './stage-chunk.ts';

/** How often a chunk is judged again, since other callers have appended meanwhile. */
const rounds = 5;

/** Appends a chunk to its upload, or starts an upload: one object or none, then one conditional commit. */
export async function appendToObjects(uploads: ObjectUploads, chunk: Chunk): Promise<AppendResult> {
  const { offset, token } = chunk;
  if (offset < 0n) throw new Rejection('InvalidValue', `Offset is ${offset}, and cannot be negative.`);
  if (token === undefined || token === '') return await beginUpload(uploads, chunk);
  // Callers of this process queue in the order in which they arrive: a client may send the next chunk before the response
  // to this one.
  const upload = await uploads.mutex.run(token, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const done = await appendOnce(uploads, await findBound(uploads, chunk, token), chunk);
      if (done !== undefined) return done;
    }
    throw busyUpload();
  });
  return { token, ...timesOf(upload) };
}

async function findBound(uploads: ObjectUploads, chunk: Chunk, token: string): Promise<TailedUpload> {
  const hashes = uploads.hashes.all('upload-token', token);
  const known = uploads.committed.take(hashes);
  // Of any other chunk the row is read: it may not be what this process has committed last.
  if (known?.held === chunk.offset && isBoundTo(uploads, chunk, known, hashes)) return known;
  const found = await tailedUploadByToken.firstOf(
    uploads.db,
    hashes.map((hash) => ({ hash })),
  );
  return boundTo(uploads, chunk, found, hashes);
}

/** Returns undefined when another caller has appended meanwhile. */
async function appendOnce(uploads: ObjectUploads, upload: TailedUpload, chunk: Chunk): Promise<Upload | undefined> {
  const { held } = upload;
  if (upload.finished_at !== null) return await acknowledged(uploads, upload, chunk);
  if (chunk.offset === held) return await appendBytes(uploads, upload, chunk);
  if (chunk.offset + BigInt(chunk.bytes.size) !== held) throw offsetMismatch(chunk, held);
  if (!(await matches(uploads, upload, chunk))) throw bytesDiffer(held);
  const whole = uploads.digests.known(upload);
  if (!chunk.isLast) return await commitChunk(uploads, upload, chunk, { staged: 'nothing', whole });
  const fileDigest = whole === undefined && isLong(uploads, upload) ? await digestOfLong(uploads, upload) : undefined;
  const tail = await stageTail(uploads, upload, whole);
  if (tail === undefined) return undefined;
  return await orDiscard(tail, () => commitChunk(uploads, upload, chunk, { ...tail, fileDigest }));
}

/** Removes an upload that its quota does not let go on, unless another caller has appended meanwhile. */
async function discard(uploads: ObjectUploads, upload: Upload, chunk: Chunk): Promise<void> {
  const { commits, digests, keep, now } = uploads;
  digests.forget(upload.id);
  await commits.run(async (transaction) => {
    const done = await transaction
      .deleteFrom('uploads')
      .where('id', '=', upload.id)
      .where('held', '=', upload.held)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (done.numDeletedRows === 0n) return;
    await releaseExtents(transaction, upload.id, now() + keep);
    await auditDiscarded(transaction, upload, chunk, now());
  });
}

/** Whether reading again what this process has not hashed takes longer than a caller would wait. */
function isLong({ digests, catchUp }: ObjectUploads, upload: Upload): boolean {
  return digests.missing(upload) > catchUp.limits.atOnce;
}

async function digestOfLong({ catchUp }: ObjectUploads, upload: Upload): Promise<Digest> {
  const { digest, digest_held, held } = upload;
  return digest !== null && digest_held === held ? digest : await catchUp.digestOf(upload);
}

/** Acknowledges a resend of the last chunk, once the commit of the first is as durable as that of now. */
async function acknowledged(uploads: ObjectUploads, upload: Upload, chunk: Chunk): Promise<Upload> {
  const finished = await acknowledgeFinished(upload, chunk);
  const touched = await uploads.db
    .updateTable('uploads')
    .set({ touched_at: upload.touched_at })
    .where('id', '=', upload.id)
    .executeTakeFirst();
  if (touched.numUpdatedRows !== 1n) throw unknownUpload();
  return finished;
}

async function appendBytes(uploads: ObjectUploads, upload: TailedUpload, chunk: Chunk): Promise<Upload | undefined> {
  try {
    await uploads.admission.admit(chunk, BigInt(chunk.bytes.size), isSpooled(chunk.bytes), upload.held);
  } catch (error) {
    if (isOverQuota(error)) await discard(uploads, upload, chunk).catch(() => undefined);
    throw error;
  }
  const staged = await stageChunk(uploads, upload, chunk, uploads.digests.known(upload));
  if (staged === undefined) return undefined;
  if (!chunk.isLast || staged.whole !== undefined || !isLong(uploads, upload)) {
    return await orDiscard(staged, () => commitChunk(uploads, upload, chunk, staged));
  }
  // The bytes are acknowledged first, and then the last chunk is as one that was sent again.
  await orDiscard(staged, () => commitChunk(uploads, upload, { ...chunk, isLast: false }, staged));
  return undefined;
}

/**
 * Removes what was staged when nothing was committed, unless it is not known whether something was. Returns undefined, too,
 * when the sweep has condemned the object: it is stored again under another key.
 */
async function orDiscard<T>(staged: StagedChunk, work: () => Promise<T | undefined>): Promise<T | undefined> {
  let done: T | undefined;
  try {
    done = await work();
  } catch (error) {
    const isCertain = error instanceof Rejection || (error instanceof StorageError && error.code !== 'uncertain');
    if (isCertain) await staged.discard();
    if (isTaken(error)) return undefined;
    throw error;
  }
  if (done === undefined) await staged.discard();
  return done;
}

type CommittedChunk = Pick<StagedChunk, 'staged' | 'digest' | 'whole'> & {
  /** SHA-256 of all bytes, if another process has computed it. */
  readonly fileDigest?: Digest | undefined;
};

/** Commits what was staged, if the upload is as it was read. */
async function commitChunk(
  uploads: ObjectUploads,
  upload: Upload,
  chunk: Chunk,
  { staged, digest, whole, fileDigest }: CommittedChunk,
): Promise<Upload | undefined> {
  const { db, digests, now } = uploads;
  const isNew = chunk.offset === upload.held;
  const next: Upload = {
    ...upload,
    held: isNew ? upload.held + BigInt(chunk.bytes.size) : upload.held,
    written_ticks: upload.written_ticks ?? chunk.writtenTicks ?? null,
    creation_ticks: upload.creation_ticks ?? chunk.creationTicks ?? null,
    touched_at: now(),
    last_offset: chunk.offset,
    last_digest: await lastDigest(chunk, digest),
  };
  if (chunk.isLast) {
    const hash =
      fileDigest ?? digestSoFar(whole ?? (await hashOfAll(uploads, upload, isNew ? chunk.bytes : undefined)));
    const finished = { ...next, finished_at: now(), digest: hash };
    return await publish(uploads, chunk, finished, (transaction) =>
      appendStaged(transaction, upload, finished, staged),
    );
  }
  const columns = { ...next, digest: whole === undefined ? null : digestSoFar(whole) };
  if (!(await appendStaged(db, upload, columns, staged))) return undefined;
  if (whole !== undefined) digests.keep(upload.id, next.held, whole);
  keepRow(uploads, { ...columns, digest_held: whole === undefined ? null : next.held }, staged);
  return next;
}

/** Keeps the row of an unfinished upload after its commit, for its next chunk, where its tail is known to be empty. */
function keepRow({ committed }: ObjectUploads, upload: Upload, staged: Staged): void {
  if (staged !== 'nothing' && 'extent' in staged) committed.keep({ ...upload, tailBytes: 0, tailRows: 0 });
}

/** Hashes what other processes have appended, and the bytes of the chunk. */
async function hashOfAll(uploads: ObjectUploads, upload: Upload, bytes: Blob | undefined): Promise<Hash> {
  const hash = await uploads.digests.of(upload, partName(upload.id, 1));
  // Kept for a resend, if this one takes too long.
  uploads.digests.keep(upload.id, upload.held, hash.copy());
  if (bytes !== undefined) await addTo([hash], bytes);
  return hash;
}

/** One transaction: the upload is finished, and the file has its content. */
const publish = spanned('publish', publishExtents);

async function publishExtents(
  uploads: ObjectUploads,
  chunk: Chunk,
  upload: Upload & { readonly digest: string },
  finish: (transaction: Db) => Promise<boolean>,
): Promise<Upload | undefined> {
  const { db, commits, digests, now, keep, outbox } = uploads;
  try {
    checkFileDigest(upload, chunk);
  } catch (error) {
    // The bytes are not those of its sender: it expires at once, so that its caller starts over.
    await db.updateTable('uploads').set({ touched_at: 0 }).where('id', '=', upload.id).execute();
    throw error;
  }
  const done = await commits.run(async (transaction) => {
    if (!(await finish(transaction))) return false;
    await checkWhole(transaction, upload);
    const { replaced } = await putPublished(
      transaction,
      chunk,
      upload,
      { content: partName(upload.id, 1), outbox },
      now(),
    );
    if (replaced !== null) await releaseExtents(transaction, replaced.slice(0, replaced.indexOf('.')), now() + keep);
    return true;
  });
  if (!done) return undefined;
  outbox?.notify();
  digests.forget(upload.id);
  return upload;
}

/** A file is published only when its objects have all of its bytes. */
async function checkWhole(transaction: Db, { id, held }: Upload): Promise<void> {
  const bytes = await bytesInObjects(transaction, id);
  if (bytes !== held)
    throw new StorageError('failed', `The objects of upload ${id} have ${bytes} of its ${held} bytes.`);
}

/** Starts an upload with its first chunk. */
async function beginUpload(uploads: ObjectUploads, chunk: Chunk): Promise<AppendResult> {
  const { db, digests, hashes, now } = uploads;
  if (chunk.offset !== 0n) throw noToken(chunk);
  await rejectFolder(db, chunk);
  await uploads.admission.admit(chunk, BigInt(chunk.bytes.size), isSpooled(chunk.bytes));
  const token = randomToken();
  const held = BigInt(chunk.bytes.size);
  const time = now();
  const { hash: token_hash, keyId: key_id } = hashes.new('upload-token', token);
  const staged = await stageChunk(uploads, undefined, chunk, newHash());
  if (staged === undefined) throw busyUpload();
  const { whole = newHash() } = staged;
  const upload = {
    id: randomId(),
    token_hash,
    key_id,
    api_key_id: chunk.apiKey.id,
    folder_key_id: chunk.folderKey.id,
    folder_id: chunk.folderKey.folderId,
    file_name: chunk.fileName,
    held,
    generation: 1,
    spool_generation: 1,
    lease_owner: null,
    lease_until: null,
    written_ticks: chunk.writtenTicks ?? null,
    creation_ticks: chunk.creationTicks ?? null,
    started_at: time,
    touched_at: time,
    finished_at: chunk.isLast ? time : null,
    last_offset: 0n,
    last_digest: await lastDigest(chunk, staged.digest),
    digest: digestSoFar(whole),
    digest_held: held,
  };
  const insert = async (to: Db): Promise<boolean> => {
    if (!(await insertStagedUpload(to, upload, staged.staged))) throw noFolderKey();
    return true;
  };
  const done = await orDiscard(staged, async () => {
    if (chunk.isLast) return await publish(uploads, chunk, upload, insert);
    await insert(db);
    digests.keep(upload.id, held, whole);
    keepRow(uploads, upload, staged.staged);
    return upload;
  });
  if (done === undefined) throw new StorageError('busy', 'The object of a first chunk was condemned by the sweep.');
  return { token, ...timesOf(upload) };
}

/** Whether the bytes of a resend are those that are held: by the digest of their object, or by reading them. */
async function matches(uploads: ObjectUploads, { id, held }: Upload, { offset, bytes }: Chunk): Promise<boolean> {
  const extent = await uploads.db
    .selectFrom('extents')
    .select('digest')
    .where('upload_id', '=', id)
    .where('at', '=', offset)
    .where('size', '=', held - offset)
    .executeTakeFirst();
  const given = await digestOf(bytes);
  if (extent !== undefined) return extent.digest === given;
  const hash = newHash();
  for await (const piece of readUpload(uploads, id, offset, held)) hash.update(piece);
  return digestSoFar(hash) === given;
}
