import { audit } from '../storage/audit-log.ts';
import { accountOfFolder } from '../storage/folder-entries.ts';
import type { Db } from '../storage/tables.ts';
import { deleteUploadsBefore, partsOf, type Upload } from '../storage/upload-rows.ts';
import type { SweepOptions, SweptBytes } from './chunk-store.ts';
import type { UploadTimes } from './upload-times.ts';
import type { Uploads } from './uploads.ts';

/** Result of a sweep of uploads. */
export interface UploadSweep extends SweptBytes {
  /** Uploads that were not finished in time. */
  readonly expiredUploads: number;
  /** Finished uploads whose last chunk is no longer acknowledged. */
  readonly forgottenUploads: number;
}

/** Deletes expired uploads and stray bytes. Safe at any time, and from several processes at once. */
export async function sweepUploads(uploads: Uploads, options: SweepOptions = {}): Promise<UploadSweep> {
  const { unfinished, finished } = await expireUploads(uploads);
  return { expiredUploads: unfinished, forgottenUploads: finished, ...(await uploads.chunks.sweep(options)) };
}

/** Numbers of removed uploads, and the bytes that became free. */
interface RemovedUploads {
  readonly unfinished: number;
  readonly finished: number;
  readonly bytes: bigint;
}

type SweepParts = Pick<Uploads, 'commits' | 'now' | 'times' | 'chunks'>;

/** Deletes uploads whose tokens have expired. */
export async function expireUploads(uploads: SweepParts): Promise<RemovedUploads> {
  const { now, times } = uploads;
  return await removeUploads(uploads, (transaction) => deleteUploadsBefore(transaction, expiryOf(times, now()), now()));
}

/** The times before which uploads are deleted. */
function expiryOf({ idle, remembered, quarantine }: UploadTimes, now: number) {
  return { unfinished: now - idle, finished: now - remembered, refused: now - quarantine };
}

/** @param remove deletes rows, and returns them. */
export async function removeUploads(
  { commits, chunks, now }: Pick<SweepParts, 'commits' | 'chunks' | 'now'>,
  remove: (transaction: Db) => Promise<readonly Upload[]>,
): Promise<RemovedUploads> {
  const gone = await commits.run(async (transaction) => {
    const deleted = await remove(transaction);
    for (const { id, finished_at, file_name, folder_id, held } of deleted) {
      if (finished_at !== null) continue;
      const account = await accountOfFolder(transaction, folder_id);
      const details = { account, file: file_name, bytes: String(held) };
      await audit(transaction, { actor: 'sweep', action: 'upload.expired', subject: `upload:${id}`, details }, now());
    }
    return deleted;
  });
  const unfinished = gone.filter(({ finished_at }) => finished_at === null);
  const bytes = await chunks.remove(unfinished.flatMap(partsOf));
  return { unfinished: unfinished.length, finished: gone.length - unfinished.length, bytes };
}
