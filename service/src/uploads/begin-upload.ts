import { Refusal } from '../common/rejection.ts';
import { StorageError } from '../common/storage-error.ts';
import { randomId, randomToken } from '../secrets/tokens.ts';
import { type ContentStore, partName } from '../storage/content/content-store.ts';
import { insertUpload, type Upload } from '../storage/upload-rows.ts';
import { publish, refuseFolder } from './publish-upload.ts';
import type { Appended, Chunk, Uploads } from './uploads.ts';
import { lastDigest, timesOf } from './uploads.ts';

/** Begins an upload with its first chunk. Nobody else knows its token yet, so it needs no lease. */
export async function beginUpload(uploads: Uploads, chunk: Chunk): Promise<Appended> {
  const { db, store, commits, hashes, now } = uploads;
  if (chunk.offset !== 0n) {
    throw new Refusal(
      'OffsetMismatch',
      `Offset is ${chunk.offset}, and there is no UploadToken. The expected offset is 0.`,
    );
  }
  await refuseFolder(db, chunk);
  const id = randomId();
  const part = partName(id, 1);
  const token = randomToken();
  await store.write(part, 0n, chunk.bytes).catch(async (error: unknown) => {
    await store.removeSpooled(part).catch(() => undefined);
    throw error;
  });
  const upload: Upload = {
    id,
    token_hash: hashes.of('upload-token', token),
    api_key_id: chunk.apiKey.id,
    folder_key_id: chunk.folderKey.id,
    folder_id: chunk.folderKey.folderId,
    file_name: chunk.fileName,
    held: BigInt(chunk.bytes.size),
    generation: 1,
    spool_generation: 1,
    lease_owner: null,
    lease_until: null,
    written_ticks: chunk.writtenTicks ?? null,
    creation_ticks: chunk.creationTicks ?? null,
    started_at: now(),
    touched_at: now(),
    finished_at: null,
    last_offset: 0n,
    last_digest: await lastDigest(chunk),
  };
  try {
    if (chunk.isLast) {
      await publish(uploads, part, chunk, upload, async (transaction, finished) => {
        await insertUpload(transaction, finished);
        return true;
      });
    } else {
      await commits.run((transaction) => insertUpload(transaction, upload));
    }
  } catch (error) {
    // Unless the commit may yet turn out to be there, nobody can come back to these bytes. Else they are swept.
    const certain = error instanceof Refusal || (error instanceof StorageError && error.code !== 'failed');
    if (certain) await removePart(store, part);
    throw error;
  }
  return { token, ...timesOf(upload) };
}

async function removePart(store: ContentStore, part: string): Promise<void> {
  await Promise.allSettled([store.removeSpooled(part), store.removePublished(part)]);
}
