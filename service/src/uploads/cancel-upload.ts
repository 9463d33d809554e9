import { audit } from '../storage/audit-log.ts';
import { partsOf, type Upload } from '../storage/upload-rows.ts';
import type { Chunk } from './chunk.ts';
import type { Turn } from './turns.ts';
import { finishedUpload, refusedFile, unknownUpload } from './upload-rejections.ts';
import { isBoundTo } from './upload-row.ts';
import type { Uploads } from './uploads.ts';

type Reason = 'quota' | 'rejected' | 'refused' | 'by its sender';

/**
 * Removes an upload that cannot go on, unless another caller has changed it: what is there only counts for the quota. What
 * remains after a failure is swept.
 */
export async function cancelUpload(
  { commits, chunks, digests, now }: Uploads,
  turn: Turn,
  { apiKey, folderKey, requestId }: Chunk,
  reason: Reason,
): Promise<boolean> {
  const { id, file_name, held } = turn.row;
  const parts = partsOf(turn.row);
  digests.forget(id);
  const removed = commits.run(async (transaction) => {
    if (!(await turn.delete(transaction))) return false;
    await chunks.release(transaction, parts);
    const details = { account: folderKey.accountId, file: file_name, bytes: String(held), reason };
    const entry = { actor: `api-key:${apiKey.name}`, action: 'upload.cancelled', subject: `upload:${id}` } as const;
    await audit(transaction, { ...entry, details, requestId }, now());
    return true;
  });
  const isRemoved = await removed.catch(() => false);
  if (isRemoved) await chunks.remove(parts).catch(() => undefined);
  return isRemoved;
}

/**
 * Finds the upload that a chunk would continue.
 *
 * @throws {Rejection} `UploadUnknown`; `ContentRefused` when a check has refused the file.
 */
export async function findUpload(uploads: Uploads, chunk: Chunk): Promise<Upload> {
  const hashes = uploads.hashes.all('upload-token', chunk.token ?? '');
  const row = await uploads.turns.find(hashes, () => false);
  if (row === undefined || !isBoundTo(uploads, chunk, row, hashes)) throw unknownUpload();
  if (row.refused_at !== null) throw refusedFile(row);
  return row;
}

/** Removes the unfinished upload that a chunk would continue. @throws {Rejection} as {@link findUpload}; `UploadFinished`. */
export async function cancelByToken(uploads: Uploads, chunk: Chunk): Promise<boolean> {
  const row = await findUpload(uploads, chunk);
  if (row.finished_at !== null) throw finishedUpload(row.held);
  return await cancelRow(uploads, row, chunk, 'by its sender');
}

/** Removes the unfinished upload of a token, also one that has expired. */
export async function forgetUpload(uploads: Uploads, chunk: Chunk, token: string): Promise<void> {
  const row = await uploads.turns.find(uploads.hashes.all('upload-token', token), () => false);
  if (row !== undefined && row.finished_at === null) await cancelRow(uploads, row, chunk, 'rejected');
}

async function cancelRow(uploads: Uploads, row: Upload, chunk: Chunk, reason: Reason): Promise<boolean> {
  const turn = await uploads.turns.take(row);
  try {
    return await cancelUpload(uploads, turn, chunk, reason);
  } finally {
    turn.end();
  }
}
