import { Rejection } from '../common/rejection.ts';
import type { Outbox } from '../hooks/outbox.ts';
import { audit } from '../storage/audit-log.ts';
import { dataKeyOf, partName } from '../storage/content/content-store.ts';
import { findEntry, putFile } from '../storage/folder-entries.ts';
import { rejectLocked } from '../storage/locks.ts';
import type { Db } from '../storage/tables.ts';
import type { Upload } from '../storage/upload-rows.ts';
import { spanned } from '../tracing/tracer.ts';
import type { Chunk } from './chunk.ts';
import type { StagedChunk } from './chunk-store.ts';
import { noLease } from './turns.ts';
import { timesOf } from './upload-row.ts';
import type { Uploads } from './uploads.ts';

/**
 * Publishes the file of an upload: one transaction finishes the upload and sets the content of the file. Until then nobody
 * sees the bytes. If the transaction fails they stay where they are, and the next chunk finds them.
 */
export const publishFile: typeof publishStaged = spanned('publish', publishStaged);

async function publishStaged(
  uploads: Uploads,
  chunk: Chunk,
  row: Upload & { readonly digest: string },
  staged: StagedChunk,
): Promise<Upload> {
  const { chunks, commits, dataKeys, digests, outbox, now } = uploads;
  await staged.publish?.();
  const finished = { ...row, ...noLease, finished_at: now() };
  const { replaced } = await commits.run(async (transaction) => {
    await staged.commit(transaction, finished);
    const content = partName(row.id, row.generation);
    const dataKey = dataKeyOf(content);
    if (dataKey !== undefined) await dataKeys?.hold(transaction, dataKey);
    const put = await putPublished(transaction, chunk, finished, { content, outbox }, now());
    if (put.replaced !== null) await chunks.release(transaction, [put.replaced]);
    return put;
  });
  outbox?.notify();
  digests.forget(row.id);
  await staged.committed?.(finished).catch(() => undefined);
  // No file refers to it any more; if it cannot be removed now, the sweep removes it.
  if (replaced !== null) await chunks.remove([replaced]).catch(() => undefined);
  return finished;
}

/**
 * Sets the content of the file of a finished upload, with its audit and its event for hooks. Call it in a transaction.
 *
 * @returns the replaced content; null for a new file.
 * @throws {Rejection} `FolderExists`, `FileLocked`
 */
async function putPublished(
  transaction: Db,
  chunk: Chunk,
  upload: Pick<Upload, 'held' | 'written_ticks' | 'creation_ticks' | 'started_at'> & { readonly digest: string },
  { content, outbox }: { readonly content: string; readonly outbox: Outbox | undefined },
  now: number,
): Promise<{ readonly replaced: string | null }> {
  const folder = { id: chunk.folderKey.folderId, accountId: chunk.folderKey.accountId };
  const keys = { apiKeyId: chunk.apiKey.id, folderKeyId: chunk.folderKey.id };
  const file = { content, size: upload.held, digest: upload.digest, ...keys, ...timesOf(upload) };
  const put = await putFile(transaction, folder, chunk.fileName, file, now, (id) => rejectLocked(transaction, id, now));
  if (put === undefined) throw folderExists();
  await audit(
    transaction,
    {
      actor: `api-key:${chunk.apiKey.name}`,
      action: 'file.published',
      subject: `folder-key:${chunk.folderKey.name}/${chunk.fileName}`,
      requestId: chunk.requestId,
      details: { bytes: String(upload.held), sha256: upload.digest, replaced: put.replaced !== null },
    },
    now,
  );
  await outbox?.add(transaction, { chunk, file, replaced: put.replaced !== null }, now);
  return put;
}

/**
 * Compares the SHA-256 of the bytes that arrived with the one that the sender computed, if it sent one.
 *
 * @throws {Rejection} `DigestDiffers`; the file must not be published.
 */
export function checkFileDigest({ digest }: Pick<Upload, 'digest'>, { fileDigest }: Chunk): void {
  if (fileDigest === undefined || digest === null || fileDigest === digest) return;
  throw new Rejection(
    'DigestDiffers',
    `The SHA-256 of the file is ${digest}, and ${fileDigest} was sent. Nothing was published. Begin again with Offset 0 and no UploadToken.`,
  );
}

/** Rejects early what the database would reject when the file is published. */
export async function rejectFolder(db: Db, chunk: Chunk, now: number): Promise<void> {
  const entry = await findEntry(db, chunk.folderKey.folderId, chunk.fileName);
  if (entry?.kind === 'folder') throw folderExists();
  if (entry !== undefined) await rejectLocked(db, entry.id, now);
}

function folderExists(): Rejection {
  return new Rejection('FolderExists', 'FileName is the name of an existing folder.');
}
