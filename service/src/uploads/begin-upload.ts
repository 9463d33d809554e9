import { partName } from '../files/content-store.ts';
import { Refusal } from '../refusal/refusal.ts';
import { randomId, randomToken } from '../secrets/random.ts';
import { insertUpload, type Upload } from '../storage/uploads.ts';
import { timesOf } from './file-times.ts';
import { publish, refuseFolder } from './publish.ts';
import type { Appended, Chunk, Uploads } from './uploads.ts';

/** Begins an upload with its first chunk. Nobody else knows its token yet, so it needs no lease. */
export async function beginUpload(uploads: Uploads, chunk: Chunk): Promise<Appended> {
  const { db, store, hashes, now } = uploads;
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
  const last_digest = await store.write(part, 0n, chunk.bytes).catch(async (error: unknown) => {
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
    last_digest,
  };
  if (chunk.isLast) {
    await publish(uploads, part, chunk, upload, async (transaction, finished) => {
      await insertUpload(transaction, finished);
      return true;
    });
  } else {
    await insertUpload(db, upload);
  }
  return { token, ...timesOf(upload) };
}
