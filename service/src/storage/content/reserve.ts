import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { usingFile } from '../../common/file-system.ts';
import { errorCode } from '../../common/storage-error.ts';
import type { ContentStore } from './content-store.ts';

/** Reserved bytes: enough for the database's log and its index to delete many rows. */
export const reserveSize: number = 1024 * 1024;

/** Bytes of a write while there is room, and when there is little. */
const [piece, block] = [64 * 1024, 4096];

/**
 * Disk space reserved for a full disk, when the database needs some to be opened and to delete rows. Processes may share
 * it.
 */
export class Reserve {
  readonly #path: string;

  constructor(spool: string) {
    this.#path = join(spool, '.reserve');
  }

  /** Reserves the space, unless it is reserved; on a disk that is nearly full as much as there is, and then fails. */
  async keep(): Promise<void> {
    const found = await stat(this.#path).catch(() => undefined);
    if (found?.size === reserveSize) return;
    await usingFile(this.#path, { flags: constants.O_RDWR | constants.O_CREAT, mode: 0o600 }, async (file) => {
      try {
        await grow(file);
      } finally {
        await file.sync();
      }
    });
  }

  /** Frees the space. */
  async release(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

/** Not with zeros: some file systems allocate no space for those. */
async function grow(file: FileHandle): Promise<void> {
  let { size } = await file.stat();
  for (let length = piece; size < reserveSize; ) {
    try {
      const bytes = randomBytes(Math.min(length, reserveSize - size));
      size += (await file.write(bytes, 0, bytes.length, size)).bytesWritten;
    } catch (error) {
      if (errorCode(error) !== 'ENOSPC' || length === block) throw error;
      length = block;
    }
  }
}

/**
 * Runs work that opens the database or deletes from it, with the reserved space where the volume is full, and reserves it
 * again afterwards.
 *
 * @param free bytes on the volume.
 */
export async function withReserve<T>(
  store: Pick<ContentStore, 'keepReserve' | 'releaseReserve'>,
  free: () => Promise<number>,
  work: () => Promise<T>,
): Promise<T> {
  // The work itself tells if the volume is gone.
  const room = await free().catch(() => reserveSize);
  if (room < reserveSize) await store.releaseReserve();
  try {
    return await work();
  } finally {
    // Fails on a full disk, and is tried again by the next work and the next sweep.
    await store.keepReserve().catch(() => undefined);
  }
}
