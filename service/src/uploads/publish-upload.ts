import { Rejection } from '../common/rejection.ts';
import type { Outbox } from '../hooks/outbox.ts';
import { audit } from '../storage/audit-log.ts';
import { findEntry, putFile } from '../storage/folder-entries.ts';
import type { Db } from '../storage/tables.ts';
import type { Upload } from '../storage/upload-rows.ts';
import { spanned } from '../tracing/tracer.ts';
import type { Chunk } from './chunk.ts';
import { busyUpload } from './upload-rejections.ts';
import { timesOf, type Uploads } from './uploads.ts';

/**
 * Makes a published part the content of the file of an upload: one transaction finishes the upload and sets the content.
 * Until then nobody sees the part. If the transaction fails the part stays there, and the next chunk finds it.
 *
 * @param finish writes the finished row; returns false when another caller has taken over the upload.
 */
export const commitFile: typeof publishPart = spanned('publish', publishPart);

async function publishPart(
  uploads: Uploads,
  part: string,
  chunk: Chunk,
  upload: Upload,
  finish: (transaction: Db, finished: Upload) => Promise<boolean>,
): Promise<void> {
  const { store, commits, now } = uploads;
  const digest = upload.digest ?? '';
  const { replaced } = await commits.run(async (transaction) => {
    const done = await finish(transaction, { ...upload, finished_at: now() });
    if (!done) throw busyUpload();
    return await putPublished(
      transaction,
      chunk,
      { ...upload, digest },
      { content: part, outbox: uploads.outbox },
      now(),
    );
  });
  uploads.outbox?.notify();
  // No file refers to it any more; if it cannot be removed now, the sweep removes it.
  if (replaced !== null) await store.removePublished(replaced).catch(() => undefined);
}

/**
 * Sets the content of the file of a finished upload, with its audit and its event for hooks. Call it in a transaction.
 *
 * @returns the replaced content; null for a new file.
 * @throws {Rejection} `FolderExists`
 */
export async function putPublished(
  transaction: Db,
  chunk: Chunk,
  upload: Pick<Upload, 'held' | 'written_ticks' | 'creation_ticks' | 'started_at'> & { readonly digest: string },
  { content, outbox }: { readonly content: string; readonly outbox: Outbox | undefined },
  now: number,
): Promise<{ readonly replaced: string | null }> {
  const folder = { id: chunk.folderKey.folderId, accountId: chunk.folderKey.accountId };
  const keys = { apiKeyId: chunk.apiKey.id, folderKeyId: chunk.folderKey.id };
  const file = { content, size: upload.held, digest: upload.digest, ...keys, ...timesOf(upload) };
  const put = await putFile(transaction, folder, chunk.fileName, file, now);
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
export async function rejectFolder(db: Db, chunk: Chunk): Promise<void> {
  const entry = await findEntry(db, chunk.folderKey.folderId, chunk.fileName);
  if (entry?.kind === 'folder') throw folderExists();
}

function folderExists(): Rejection {
  return new Rejection('FolderExists', 'FileName is the name of an existing folder.');
}
