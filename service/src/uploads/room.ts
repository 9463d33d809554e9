import { Turns } from '../common/semaphore.ts';
import { StorageError } from '../common/storage-error.ts';
import { reserveSize } from '../storage/content/reserve.ts';
import { giveUpIdle, sweepExpired, sweepSpool } from './sweep.ts';
import type { Uploads } from './uploads.ts';

/**
 * What is done on a full disk, so that it does not stay full of what nobody needs: what has expired goes first, and what
 * belongs to nothing; if that is not enough, uploads that nobody touched for an hour (`idleWhenFull`), those first that
 * were left alone for longest, and no more of them than are needed. Whoever comes back to one of those begins again.
 * What was touched within the hour is never given up, and neither is a file.
 */
export class Room {
  readonly #turns = new Turns(1);
  /** How often room was made. */
  #made = 0;

  /** Does work, and once more if the disk was full and room could be made for so many bytes. */
  async withRoom<T>(uploads: Uploads, bytes: bigint, work: () => Promise<T>): Promise<T> {
    const made = this.#made;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageError && error.code === 'full')) throw error;
      if (!(await this.make(uploads, bytes, made))) throw error;
      return await work();
    }
  }

  /**
   * Makes room for so many bytes; false when there is nothing that may go.
   *
   * @param made how often it was made when it was found missing.
   */
  async make(uploads: Uploads, bytes: bigint, made: number = this.#made): Promise<boolean> {
    return await this.#turns.take(async () => {
      // Somebody else has made some meanwhile.
      if (this.#made > made) return true;
      const freed = await makeRoom(uploads, bytes).catch(() => 0n);
      if (freed > 0n) this.#made += 1;
      return freed > 0n;
    });
  }
}

/** Bytes that became free. */
async function makeRoom(uploads: Uploads, bytes: bigint): Promise<bigint> {
  const { store, now, times } = uploads;
  const needed = bytes + 2n * BigInt(reserveSize);
  // Deleting takes room too.
  await store.releaseReserve();
  try {
    let freed = (await sweepExpired(uploads)).bytes + (await sweepSpool(uploads)).bytes;
    if (freed < needed) freed += (await giveUpIdle(uploads, now() - times.idleWhenFull, needed - freed)).bytes;
    return freed;
  } finally {
    await store.keepReserve().catch(() => undefined);
  }
}
