import { AsyncResource } from 'node:async_hooks';
import { StorageError } from '../common/storage-error.ts';
import { audit } from '../storage/audit-log.ts';
import type { Upload } from '../storage/upload-rows.ts';
import type { Chunk } from './chunk.ts';
import { publishFile } from './publish-upload.ts';
import type { Uploads } from './uploads.ts';
import { digestOfAll, hashBefore } from './whole-digest.ts';

const noBytes = new Blob([]);

/**
 * Publishes a file that a check has refused, as its last chunk would have.
 *
 * @param row of an upload in quarantine.
 * @throws {Rejection} `FolderExists`, `UploadBusy`; {@link StorageError}. The file stays in quarantine.
 */
export async function releaseUpload(
  uploads: Uploads,
  row: Upload,
  keys: Pick<Chunk, 'apiKey' | 'folderKey'>,
): Promise<void> {
  const { turns, chunks, now } = uploads;
  const found = await turns.find([row.token_hash], () => false);
  if (found === undefined) throw new StorageError('lost', `The upload ${row.id} is gone.`);
  const turn = await turns.take(found);
  try {
    const { held, id, file_name, refused_by, refused_reason } = turn.row;
    const chunk: Chunk = {
      ...keys,
      requestId: id,
      fileName: file_name,
      token: undefined,
      bytes: noBytes,
      offset: held,
      isLast: true,
      fileDigest: undefined,
      writtenTicks: undefined,
      creationTicks: undefined,
    };
    const piece = { bytes: noBytes, offset: held, isLast: true };
    const staged = await chunks.stage(turn, piece, await hashBefore(uploads, turn.row));
    const digest = await digestOfAll(uploads, turn.row, staged.whole, noBytes);
    const next = { ...turn.row, spool_generation: turn.row.generation, touched_at: now(), digest, digest_held: held };
    await publishFile(uploads, chunk, next, {
      ...staged,
      // A shared transaction may run in the context of another caller; the audit log names the person of this one.
      commit: AsyncResource.bind(async (transaction, finished) => {
        await staged.commit(transaction, finished);
        const columns = { refused_at: null, refused_by: null, refused_reason: null };
        await transaction.updateTable('uploads').set(columns).where('id', '=', id).execute();
        const details = { upload: id, check: refused_by, reason: refused_reason };
        const subject = `folder-key:${keys.folderKey.name}/${file_name}`;
        await audit(transaction, { actor: 'operator', action: 'file.released', subject, details }, now());
      }),
    });
  } catch (error) {
    throw await turn.fail(error, {});
  } finally {
    turn.end();
  }
}
