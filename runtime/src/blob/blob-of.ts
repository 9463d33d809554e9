import { BlobError } from './blob-error.ts';
import { SourceBlob, wrongSize } from './source-blob.ts';

/** Bytes as they come: a stream, a generator, an array of pieces. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ReadableStream<Uint8Array>;

export interface BlobOfOptions {
  /** How many bytes there will be. */
  readonly size: number;
  /** Media type, as a Blob has one. */
  readonly type?: string | undefined;
}

/**
 * A Blob of bytes that come as they are read, so that a message can carry them without their being in memory: a download
 * that goes on its way, something that is made while it is sent. It can be read once. A source of another length is an
 * error before the last byte has left, so that no message is taken for whole that is not.
 *
 * @throws {TypeError} when the size is no number of bytes.
 */
export function blobOf(source: ByteSource, { size, type }: BlobOfOptions): Blob {
  if (!Number.isSafeInteger(size) || size < 0) throw new TypeError('size is how many bytes there will be.');
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
    // Handed out only when it is known that the source has no more than it should.
    let last: Uint8Array | undefined;
    for await (const piece of iterable(this.#source)) {
      if (!(piece instanceof Uint8Array)) throw new BlobError('not-bytes', 'The pieces of a Blob must be Uint8Arrays.');
      if (piece.length === 0) continue;
      if (at + piece.length > this.size) throw wrongSize(this.size);
      const wanted = piece.subarray(Math.max(start - at, 0), Math.max(end - at, 0));
      at += piece.length;
      if (wanted.length === 0) continue;
      if (at < this.size) yield wanted;
      // The source may use its memory again.
      else last = wanted.slice();
    }
    if (at !== this.size) throw wrongSize(this.size);
    if (last !== undefined) yield last;
  }
}

function readAlready(): BlobError {
  return new BlobError('read-already', 'A Blob of an iterable can be read once, and was; make another one.');
}

/** The pieces of a source. Not every platform can iterate a ReadableStream. */
export function iterable(source: ByteSource): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (Symbol.asyncIterator in source || Symbol.iterator in source) return source;
  return readerOf(source);
}

async function* readerOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    isDone = true;
  } finally {
    if (!isDone) await reader.cancel();
  }
}
