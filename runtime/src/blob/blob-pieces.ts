import { BlobError } from './blob-error.ts';
import { isSourceBlob, wrongSize } from './source-blob.ts';

/** Bytes in pieces: a stream, a generator, an array. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ReadableStream<Uint8Array>;

/** Bytes of a Blob that are read at a time: a multiple of three. */
export const READ_SIZE: number = 192 * 1024;

/**
 * The bytes of any Blob, exactly as many as its size. A piece is valid until the next one is requested: its buffer may be
 * reused.
 *
 * @throws {BlobError} for a different size, and the errors of its source.
 */
export async function* blobPieces(blob: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const { size } = blob;
  let read = 0;
  for await (const piece of rawPieces(blob)) {
    read += piece.length;
    if (read > size) break;
    yield piece;
  }
  if (read !== size) throw wrongSize(size);
}

/**
 * The bytes of a Blob that a spool holds in memory, without a copy; undefined for all others, which must be read by
 * `blobPieces`. They must not be changed, and are valid until the Blob is discarded: by a server, after the response.
 */
export function blobViews(blob: Blob): readonly Uint8Array[] | undefined {
  return isSourceBlob(blob) ? blob.views() : undefined;
}

/** Keeps what `blobViews` returns valid, also when the Blob is discarded, until the returned function is called. */
export function keepViews(blob: Blob): () => void {
  return isSourceBlob(blob) ? blob.keepViews() : () => undefined;
}

/** A platform's Blob is read by slices, which is faster than by its stream. */
function rawPieces(blob: Blob): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (isSourceBlob(blob)) return blob.pieces();
  return blob.slice === Blob.prototype.slice ? slices(blob) : streamPieces(blob.stream());
}

async function* slices(blob: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const { size } = blob;
  for (let at = 0; at < size; at += READ_SIZE) {
    const end = Math.min(at + READ_SIZE, size);
    const piece = new Uint8Array(await blob.slice(at, end).arrayBuffer());
    if (piece.length !== end - at) throw wrongSize(size);
    yield piece;
  }
}

/** The pieces of a source. @throws {BlobError} `not-bytes` for a piece other than a Uint8Array. */
export async function* sourcePieces(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  // Not every platform can iterate a ReadableStream.
  const isIterable = Symbol.asyncIterator in source || Symbol.iterator in source;
  for await (const piece of isIterable ? source : streamPieces(source)) {
    if (!(piece instanceof Uint8Array)) throw new BlobError('not-bytes', 'The pieces of a Blob must be Uint8Arrays.');
    yield piece;
  }
}

async function* streamPieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    isDone = true;
  } finally {
    if (!isDone) await reader.cancel();
  }
}
