import { constants } from 'node:fs';
import { type FileHandle, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isInMemory } from '@soapwright/runtime/server/node';
import { usingFile } from '../../common/file-system.ts';
import { errorCode, StorageError } from '../../common/storage-error.ts';
import { randomId } from '../../secrets/secret-tokens.ts';
import { alignment, isAligned, isAlignedView } from './aligned-memory.ts';
import { probePrefix } from './data-folder.ts';

/** Bytes from which on a write past the page cache costs less than a copy to it. */
export const leastBytes: number = 64 * 1024;

/**
 * Decides which bytes are written past the page cache of Linux (`O_DIRECT`), where they would be copied to new pages only
 * to be written by the sync that follows. They must be aligned in memory and in the file.
 */
export class DirectWrites {
  readonly #folder: string;
  /** Whether the volume accepts such writes; undefined: not known. */
  #isAccepted: boolean | undefined = constants.O_DIRECT === undefined ? false : undefined;

  /** @param folder on the volume. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The flag to open a file with that gets bytes at an offset: `O_DIRECT`, or 0. */
  async flagFor(offset: number, bytes: Blob): Promise<number> {
    if (this.#isAccepted === false || offset % alignment !== 0 || bytes.size < leastBytes) return 0;
    if (!isInMemory(bytes) || !isAligned(bytes)) return 0;
    return await this.#flagAfter((file) => bytes.writeTo(file, 0));
  }

  /** The same, for blocks of aligned memory. @param block written to find out. */
  async flagForBlocks(block: Uint8Array): Promise<number> {
    if (this.#isAccepted === false || !isAlignedView(block)) return 0;
    return await this.#flagAfter(async (file) => {
      await file.write(block, 0, alignment, 0);
    });
  }

  async #flagAfter(write: (file: FileHandle) => Promise<void>): Promise<number> {
    this.#isAccepted ??= await this.#tryWith(write);
    return this.#isAccepted === true ? constants.O_DIRECT : 0;
  }

  /** Notes that such a write was rejected. Returns the error for the caller, who may send the bytes again. */
  rejected(error: unknown): StorageError {
    this.#isAccepted = false;
    return new StorageError('busy', 'The volume has rejected a write past the page cache.', error);
  }

  /** Writes bytes to a file that is removed at once. Returns undefined when that failed for another reason. */
  async #tryWith(write: (file: FileHandle) => Promise<void>): Promise<boolean | undefined> {
    const path = join(this.#folder, `${probePrefix}${randomId()}`);
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_DIRECT;
    try {
      await usingFile(path, { flags, mode: 0o600 }, write);
      return true;
    } catch (error) {
      const code = errorCode(error);
      return code === 'EINVAL' || code === 'EOPNOTSUPP' ? false : undefined;
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  }
}
