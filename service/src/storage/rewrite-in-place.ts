import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { errorCode } from '../common/storage-error.ts';
import { alignedMemory, alignment } from './content/aligned-memory.ts';

/** Bytes that are read and written at once. */
const pieceSize = 1024 * 1024;

/** Bytes of a file, without the one at `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * A file whose bytes are written again in place.
 *
 * Past the page cache where the volume accepts that: where ext4 failed to write new blocks, it writes pages of the cache to
 * them again, and syncs them without an error, but they are read as zeros after a loss of power.
 */
export class RewritableFile {
  readonly #path: string;
  readonly #file: number;
  /** Writes past the page cache. */
  #direct: number | undefined;
  #hasDirect = constants.O_DIRECT !== undefined;

  /** @throws {Error} of the system. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, constants.O_RDWR);
  }

  /**
   * Writes what processes read, and syncs it. Nobody else may write to these bytes during this.
   *
   * @param ranges ends beyond the file count as its end; default the whole file.
   * @throws {Error} of the system.
   */
  rewrite(ranges?: readonly ByteRange[]): void {
    if (this.#hasDirect) {
      try {
        this.#direct ??= openSync(this.#path, constants.O_RDWR | constants.O_DIRECT);
        this.#rewrite(this.#direct, alignment, ranges);
        return;
      } catch (error) {
        if (!isRejected(error)) throw error;
        this.#hasDirect = false;
      }
    }
    this.#rewrite(this.#file, 1, ranges);
  }

  /** @param block length of writes, in bytes, or a multiple of it: the last write has zeros behind the end of the file. */
  #rewrite(target: number, block: number, ranges: readonly ByteRange[] | undefined): void {
    const { size } = fstatSync(this.#file);
    const piece = alignedMemory()(pieceSize);
    let isLonger = false;
    for (const { start, end } of ranges ?? [{ start: 0, end: size }]) {
      for (let at = start - (start % block), last = Math.min(end, size); at < last; at += pieceSize) {
        const length = Math.min(pieceSize, Math.ceil((last - at) / block) * block);
        const read = readPiece(this.#file, piece.subarray(0, length), at);
        piece.fill(0, read, length);
        writePiece(target, piece.subarray(0, length), at);
        isLonger ||= at + length > size;
      }
    }
    if (isLonger) ftruncateSync(target, size);
    fsyncSync(target);
  }

  close(): void {
    closeSync(this.#file);
    if (this.#direct !== undefined) closeSync(this.#direct);
  }
}

/** Whether the volume has no writes past the page cache, or needs another alignment. */
function isRejected(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'EINVAL' || code === 'EOPNOTSUPP';
}

/** Returns the number of bytes, fewer at the end of the file. */
function readPiece(file: number, bytes: Uint8Array, at: number): number {
  let done = 0;
  for (let read = 1; read > 0 && done < bytes.length; done += read)
    read = readSync(file, bytes, done, bytes.length - done, at + done);
  return done;
}

function writePiece(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}
