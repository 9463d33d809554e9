import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that are kept: enough for the database's log to take the rows of many deleted uploads. */
export const reserveSize: number = 1024 * 1024;

/**
 * Room on the disk that is kept for the moment when there is no other: the database needs some to delete anything. Any
 * number of processes may share it.
 */
export class Reserve {
  readonly #path: string;

  constructor(spool: string) {
    this.#path = join(spool, '.reserve');
  }

  /** Takes the room, if it is not taken. */
  async keep(): Promise<void> {
    const found = await stat(this.#path).catch(() => undefined);
    if (found?.size === reserveSize) return;
    const draft = `${this.#path}-${process.pid}`;
    try {
      const file = await open(draft, 'w', 0o600);
      try {
        // Not zeros: some file systems keep no room for those.
        await file.writeFile(randomBytes(reserveSize));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, this.#path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Gives the room to whoever comes first. */
  async release(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
