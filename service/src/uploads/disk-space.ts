import { Semaphore } from '../common/semaphore.ts';
import { StorageError } from '../common/storage-error.ts';

/** Frees at least that number of bytes if possible; returns how many became free. */
export type FreeBytes = (bytes: bigint) => Promise<bigint>;

/** Retries work that found the disk full, once, after space was freed. Concurrent callers share one cleanup. */
export class DiskSpace {
  readonly #free: FreeBytes;
  readonly #mutex = new Semaphore(1);
  /** Number of cleanups that freed something. */
  #cleanups = 0;

  constructor(free: FreeBytes) {
    this.#free = free;
  }

  /** Does the work; if the disk was full and `bytes` could be freed, does it once more. */
  async withSpace<T>(bytes: bigint, work: () => Promise<T>): Promise<T> {
    const cleanups = this.#cleanups;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageError && error.code === 'full')) throw error;
      if (!(await this.freeUp(bytes, cleanups))) throw error;
      return await work();
    }
  }

  /**
   * Frees disk space.
   *
   * @param cleanups number of cleanups when the disk was found full: a later one by another caller suffices.
   * @returns false when nothing could be freed.
   */
  async freeUp(bytes: bigint, cleanups: number = this.#cleanups): Promise<boolean> {
    return await this.#mutex.run(async () => {
      if (this.#cleanups > cleanups) return true;
      const freed = await this.#free(bytes).catch(() => 0n);
      if (freed > 0n) this.#cleanups += 1;
      return freed > 0n;
    });
  }
}
