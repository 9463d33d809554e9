import type { Hash } from 'node:crypto';
import { isOneOf } from '../secrets/secret-tokens.ts';
import { digestSoFar } from '../storage/content/content-store.ts';
import { hasFolderKey } from '../storage/credentials.ts';
import type { Db } from '../storage/tables.ts';
import { insertUpload, type Upload } from '../storage/upload-rows.ts';
import { type Chunk, lastDigest } from './chunk.ts';
import type { StagedChunk } from './chunk-store.ts';
import { noLease } from './turns.ts';
import { uploadId } from './upload-id.ts';
import { noFolderKey } from './upload-rejections.ts';
import type { Uploads } from './uploads.ts';

/**
 * The row of an upload that has no bytes yet, and is not stored.
 *
 * @param dataKey id of the data key that seals its bytes; undefined: they are plain.
 */
export function newRow(
  { hashes, now }: Pick<Uploads, 'hashes' | 'now'>,
  chunk: Chunk,
  token: string,
  dataKey: string | undefined,
): Upload {
  const { hash: token_hash, keyId: key_id } = hashes.new('upload-token', token);
  const time = now();
  return {
    id: uploadId(time, dataKey),
    token_hash,
    key_id,
    api_key_id: chunk.apiKey.id,
    folder_key_id: chunk.folderKey.id,
    folder_id: chunk.folderKey.folderId,
    file_name: chunk.fileName,
    held: 0n,
    generation: 1,
    spool_generation: 1,
    ...noLease,
    written_ticks: null,
    creation_ticks: null,
    started_at: time,
    touched_at: time,
    finished_at: null,
    last_offset: 0n,
    last_digest: '',
    digest: null,
    digest_held: null,
    refused_at: null,
    refused_by: null,
    refused_reason: null,
  };
}

/** Inserts a row. @throws {Rejection} `AccessDenied` when the folder was removed after its key was checked. */
export async function beginRow(transaction: Db, upload: Upload): Promise<void> {
  if (!(await hasFolderKey(transaction, upload.folder_key_id))) throw noFolderKey();
  await insertUpload(transaction, upload);
}

/** The row after a chunk whose bytes are staged, or are held already, without a digest of the whole. */
export async function rowAfter(
  row: Upload,
  chunk: Chunk,
  { whole, digest }: Pick<StagedChunk, 'whole' | 'digest'>,
  now: number,
): Promise<Upload> {
  const isWhole = chunk.offset === 0n && whole !== undefined;
  return {
    ...row,
    spool_generation: row.generation,
    held: chunk.offset === row.held ? row.held + BigInt(chunk.bytes.size) : row.held,
    written_ticks: row.written_ticks ?? chunk.writtenTicks ?? null,
    creation_ticks: row.creation_ticks ?? chunk.creationTicks ?? null,
    touched_at: now,
    last_offset: chunk.offset,
    last_digest: await lastDigest(chunk, digest ?? (isWhole ? digestSoFar(whole) : undefined)),
  };
}

/** The columns of the digest of all held bytes, if it is known. */
export function digestColumns(whole: Hash | undefined, held: bigint): Pick<Upload, 'digest' | 'digest_held'> {
  return whole === undefined ? { digest: null, digest_held: null } : { digest: digestSoFar(whole), digest_held: held };
}

/** Whether an upload has the token, the keys, the folder and the name of a chunk, and has not expired. */
export function isBoundTo(
  { now, times }: Pick<Uploads, 'now' | 'times'>,
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
    upload.touched_at >= now() - (upload.finished_at === null ? times.idle : times.remembered)
  );
}

/** Units of 100 ns in a millisecond. */
const ticksPerMillisecond = 10_000n;

/** The times of an upload's file: those of its chunks, otherwise the start of the upload. */
export function timesOf(upload: Pick<Upload, 'written_ticks' | 'creation_ticks' | 'started_at'>): {
  readonly writtenTicks: bigint;
  readonly creationTicks: bigint;
} {
  const began = BigInt(upload.started_at) * ticksPerMillisecond;
  return { writtenTicks: upload.written_ticks ?? began, creationTicks: upload.creation_ticks ?? began };
}
