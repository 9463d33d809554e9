import { audit } from '../storage/audit-log.ts';
import { partsOf } from '../storage/upload-rows.ts';
import type { Chunk } from './chunk.ts';
import type { Turn } from './turns.ts';
import type { Uploads } from './uploads.ts';

/**
 * Removes an upload that cannot go on, unless another caller has changed it: what is there only counts for the quota. What
 * remains after a failure is swept.
 */
export async function cancelUpload(
  { commits, chunks, digests, now }: Uploads,
  turn: Turn,
  { apiKey, folderKey, requestId }: Chunk,
  reason: 'quota' | 'rejected' | 'refused',
): Promise<void> {
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
  if (await removed.catch(() => false)) await chunks.remove(parts).catch(() => undefined);
}
