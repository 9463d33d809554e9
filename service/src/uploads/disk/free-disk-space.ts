import { reserveSize } from '../../storage/content/reserve.ts';
import type { ExpiryClock } from '../../storage/expiry-clock.ts';
import { deleteIdleUploads } from '../../storage/upload-rows.ts';
import { expireUploads, removeUploads } from '../sweep-uploads.ts';
import type { Uploads } from '../uploads.ts';
import type { DiskChunks } from './disk-chunks.ts';

/**
 * Frees space on a full disk: first expired uploads and parts that belong to no upload, then, if that is not enough,
 * uploads that have been idle for an hour (`idleWhenFull`), the longest idle first and no more than needed. Their callers
 * have to start over. Uploads active within the hour and published files are never removed.
 *
 * @returns bytes that became free.
 * @throws {StorageError} `clock-ahead`: idle uploads may not be idle.
 */
export async function freeDiskSpace(
  uploads: Pick<Uploads, 'commits' | 'now' | 'times'> & { readonly chunks: DiskChunks },
  clock: Pick<ExpiryClock, 'check'>,
  bytes: bigint,
): Promise<bigint> {
  const { chunks, now, times } = uploads;
  const { store } = chunks.parts;
  await clock.check();
  const needed = bytes + 2n * BigInt(reserveSize);
  // Deleting rows needs disk space too.
  await store.releaseReserve();
  try {
    const freed = (await expireUploads(uploads)).bytes + (await chunks.sweepSpool()).bytes;
    if (freed >= needed) return freed;
    const idle = await removeUploads(uploads, (transaction) =>
      deleteIdleUploads(transaction, now() - times.idleWhenFull, now(), needed - freed),
    );
    return freed + idle.bytes;
  } finally {
    await store.keepReserve().catch(() => undefined);
  }
}
