import { BlobError } from './blob-error.ts';
import { type ByteSource, sourcePieces } from './blob-pieces.ts';
import { SourceBlob, wrongSize } from './source-blob.ts';

export interface BlobOfOptions {
  /** Number of bytes. */
  readonly size: number;
  /** Media type of the Blob. */
  readonly type?: string | undefined;
}

/**
 * A Blob of bytes that arrive while they are read, so that a message can hold them without loading them into memory: a
 * download that is passed on, a file that is generated while it is sent. It can be read once. A source of another length is
 * an error before the last byte is sent, so that no truncated message looks complete.
 *
 * @throws {TypeError} when the size is not a number of bytes.
 */
export function blobOf(source: ByteSource, { size, type }: BlobOfOptions): Blob {
  if (!Number.isSafeInteger(size) || size < 0) throw new TypeError('size must be a number of bytes.');
  return new IterableBlob(source, size, type);
}

class IterableBlob extends SourceBlob {
  readonly #source: ByteSource;
  #isRead = false;

  constructor(source: ByteSource, size: number, type: string | undefined) {
    super(size, type);
    this.#source = source;
  }

  override get isRepeatable(): boolean {
    return false;
  }

  override async check(): Promise<void> {
    if (this.#isRead) throw readAlready();
  }

  override async *pieces(start = 0, end: number = this.size): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#isRead) throw readAlready();
    this.#isRead = true;
    let at = 0;
    // Yielded only when the source has ended.
    let last: Uint8Array | undefined;
    for await (const piece of sourcePieces(this.#source)) {
      if (piece.length === 0) continue;
      if (at + piece.length > this.size) throw wrongSize(this.size);
      const wanted = piece.subarray(Math.max(start - at, 0), Math.max(end - at, 0));
      at += piece.length;
      if (wanted.length === 0) continue;
      if (at < this.size) yield wanted;
      // The source may reuse its buffer.
      else last = new Uint8Array(wanted);
    }
    if (at !== this.size) throw wrongSize(this.size);
    if (last !== undefined) yield last;
  }
}

function readAlready(): BlobError {
  return new BlobError('read-already', 'A Blob of an iterable can be read once, and was; create another one.');
}
