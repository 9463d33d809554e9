import { audit } from '../storage/audit-log.ts';
import { batchesOf } from '../storage/content/content-store.ts';
import { reserveSize } from '../storage/content/reserve.ts';
import { accountOfFolder } from '../storage/folder-entries.ts';
import type { Db } from '../storage/tables.ts';
import {
  deleteIdleUploads,
  deleteUploadsBefore,
  findKnown,
  findStrays,
  findUnneeded,
  partsOf,
  type Upload,
} from '../storage/upload-rows.ts';
import type { Uploads } from './uploads.ts';

/** Result of a sweep of uploads. */
export interface UploadSweep {
  /** Uploads that were not finished in time. */
  readonly expiredUploads: number;
  /** Finished uploads whose last chunk is no longer acknowledged. */
  readonly forgottenUploads: number;
  /** Parts on the disk that no row refers to. */
  readonly strayParts: number;
  /** Published files that the database does not know. They are kept unless `unknownFiles` was set. */
  readonly unknownFiles: number;
}

export interface SweepOptions {
  /** Whether to delete published files that the database does not know; default: they are kept. */
  readonly unknownFiles?: boolean | undefined;
}

/** Deletes expired uploads and stray parts. Safe at any time, and from several processes at once. */
export async function sweepUploads(
  uploads: Uploads,
  { unknownFiles = false }: SweepOptions = {},
): Promise<UploadSweep> {
  const { db, store, times, now } = uploads;
  const { unfinished, finished } = await sweepExpired(uploads);
  const spooled = await sweepSpool(uploads);
  let published = 0;
  let unknown = 0;
  for await (const batch of batchesOf(store.publishedBefore(now() - times.stray))) {
    const strays = await findStrays(db, batch);
    // A database that was restored or begun anew does not know the files that others need.
    const removed = unknownFiles ? strays : await findKnown(db, strays);
    for (const part of removed) await store.removePublished(part);
    published += removed.length;
    unknown += strays.length - removed.length;
  }
  await store.removeTracesBefore(now() - times.stray);
  // It was freed if the disk was full. If the disk still is, the next sweep retries.
  await store.keepReserve().catch(() => undefined);
  return {
    expiredUploads: unfinished,
    forgottenUploads: finished,
    strayParts: spooled.parts + published,
    unknownFiles: unknown,
  };
}

/** Numbers of removed uploads, and the bytes that became free. */
interface RemovedUploads {
  readonly unfinished: number;
  readonly finished: number;
  readonly bytes: bigint;
}

/** Deletes uploads whose tokens have expired. */
async function sweepExpired(uploads: Uploads): Promise<RemovedUploads> {
  const { now, times } = uploads;
  return await removeUploads(uploads, (transaction) =>
    deleteUploadsBefore(transaction, { unfinished: now() - times.idle, finished: now() - times.remembered }, now()),
  );
}

async function removeUploads(
  { commits, store, now }: Uploads,
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
  let bytes = 0n;
  const unfinished = gone.filter((upload) => upload.finished_at === null);
  for (const part of unfinished.flatMap(partsOf)) {
    bytes += await store.removeSpooled(part);
    // If its publisher stopped before the commit.
    await store.removePublished(part);
  }
  return { unfinished: unfinished.length, finished: gone.length - unfinished.length, bytes };
}

/** Removes parts of no upload from the spool. */
async function sweepSpool(uploads: Uploads): Promise<{ readonly parts: number; readonly bytes: bigint }> {
  const { db, store, times, now } = uploads;
  let parts = 0;
  let bytes = 0n;
  for await (const batch of batchesOf(store.spooledBefore(now() - times.stray))) {
    for (const part of await findUnneeded(db, batch)) {
      bytes += await store.removeSpooled(part);
      parts += 1;
    }
  }
  return { parts, bytes };
}

/**
 * Frees space on a full disk: first expired uploads and parts that belong to no upload, then, if that is not enough,
 * uploads that have been idle for an hour (`idleWhenFull`), the longest idle first and no more than needed. Their callers
 * have to start over. Uploads active within the hour and published files are never removed.
 *
 * @returns bytes that became free.
 * @throws {StorageError} `clock-ahead`: idle uploads may not be idle.
 */
export async function freeDiskSpace(uploads: Uploads, bytes: bigint): Promise<bigint> {
  const { clock, store, now, times } = uploads;
  await clock.check();
  const needed = bytes + 2n * BigInt(reserveSize);
  // Deleting rows needs disk space too.
  await store.releaseReserve();
  try {
    const freed = (await sweepExpired(uploads)).bytes + (await sweepSpool(uploads)).bytes;
    if (freed >= needed) return freed;
    const idle = await removeUploads(uploads, (transaction) =>
      deleteIdleUploads(transaction, now() - times.idleWhenFull, now(), needed - freed),
    );
    return freed + idle.bytes;
  } finally {
    await store.keepReserve().catch(() => undefined);
  }
}
