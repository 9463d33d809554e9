import { encodeBase64Into, encodeUtf8Into, utf8Length } from '#bytes';
import { isSourceBlob, wrongSize } from '../blob/source-blob.ts';
import { base64Length } from '../bytes/base64.ts';
import type { Segment } from './encoded-message.ts';

/** Bytes of a Blob that are read at a time, and what they are as base64. Multiples of three and of four. */
const READ = 192 * 1024;
const PIECE = base64Length(READ);

/**
 * A message in pieces of at most 256 KiB. A piece is valid until the next one is asked for: all lie in one memory, which
 * is this message's alone. The first comes when every Blob was looked at; the last when every Blob was read to its end.
 *
 * @param length of the message in bytes.
 * @throws {BlobError} when a Blob does not hold what it says, and what its source throws.
 */
export async function* messagePieces(
  segments: readonly Segment[],
  length: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const segment of segments) if (segment instanceof Blob && isSourceBlob(segment)) await segment.check();
  const out = new Uint8Array(Math.min(PIECE, length));
  let used = 0;
  for (const segment of segments) {
    if (typeof segment === 'string') {
      if (utf8Length(segment) <= out.length - used) {
        used += encodeUtf8Into(segment, out, used);
        continue;
      }
      for (let at = 0; at < segment.length; ) {
        // A character takes three bytes at most, or four that are two units.
        if (out.length - used < 3 * 16) {
          yield out.subarray(0, used);
          used = 0;
        }
        const end = wholeCharacters(segment, at, Math.floor((out.length - used) / 3));
        used += encodeUtf8Into(segment.slice(at, end), out, used);
        at = end;
      }
      continue;
    }
    const groups = new Groups();
    const parts = segment instanceof Uint8Array ? [segment] : blobPieces(segment);
    for await (const part of parts) {
      groups.add(part);
      while (groups.length >= 3) {
        if (out.length - used < 4) {
          yield out.subarray(0, used);
          used = 0;
        }
        used = groups.encode(out, used);
      }
      groups.keep();
    }
    if (groups.length === 0) continue;
    if (out.length - used < 4) {
      yield out.subarray(0, used);
      used = 0;
    }
    used = groups.end(out, used);
  }
  if (used > 0) yield out.subarray(0, used);
}

/** Where a stretch of text ends so that it splits no character of two units. */
function wholeCharacters(text: string, from: number, most: number): number {
  const end = from + most;
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Bytes that become base64 by threes, however they come. */
class Groups {
  /** Up to two bytes that came before `#bytes`. */
  readonly #rest = new Uint8Array(3);
  #restLength = 0;
  #bytes: Uint8Array = this.#rest.subarray(0, 0);

  get length(): number {
    return this.#restLength + this.#bytes.length;
  }

  /** The bytes are used until `keep`. */
  add(bytes: Uint8Array): void {
    this.#bytes = bytes;
  }

  /** Takes what is left, less than three bytes, into memory of its own. */
  keep(): void {
    this.#rest.set(this.#bytes, this.#restLength);
    this.#restLength += this.#bytes.length;
    this.#bytes = this.#rest.subarray(0, 0);
  }

  /** Encodes whole groups as far as they go and as `out` has room, and answers where that ends. */
  encode(out: Uint8Array, at: number): number {
    let to = at;
    if (this.#restLength > 0) {
      const taken = 3 - this.#restLength;
      this.#rest.set(this.#bytes.subarray(0, taken), this.#restLength);
      this.#bytes = this.#bytes.subarray(taken);
      this.#restLength = 0;
      encodeBase64Into(this.#rest, out, to);
      to += 4;
    }
    const groups = Math.min(Math.floor(this.#bytes.length / 3), Math.floor((out.length - to) / 4));
    encodeBase64Into(this.#bytes.subarray(0, 3 * groups), out, to);
    this.#bytes = this.#bytes.subarray(3 * groups);
    return to + 4 * groups;
  }

  /** Encodes the last one or two bytes. */
  end(out: Uint8Array, at: number): number {
    encodeBase64Into(this.#rest.subarray(0, this.#restLength), out, at);
    return at + 4;
  }
}

/**
 * The bytes of any Blob, as many as its size says. A piece is valid until the next one is asked for: it may lie in memory
 * that is used again.
 *
 * @throws {BlobError} when there are fewer or more, and what its source throws.
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

/** By slices where the platform makes them, which is faster than its streams; a Blob of another make knows best itself. */
function rawPieces(blob: Blob): AsyncIterable<Uint8Array> {
  if (isSourceBlob(blob)) return blob.pieces();
  return blob.slice === Blob.prototype.slice ? slices(blob) : streamed(blob);
}

async function* slices(blob: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const { size } = blob;
  for (let at = 0; at < size; at += READ) {
    const end = Math.min(at + READ, size);
    const piece = new Uint8Array(await blob.slice(at, end).arrayBuffer());
    if (piece.length !== end - at) throw wrongSize(size);
    yield piece;
  }
}

async function* streamed(blob: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = blob.stream().getReader();
  let isDone = false;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    isDone = true;
  } finally {
    if (!isDone) await reader.cancel();
  }
}
