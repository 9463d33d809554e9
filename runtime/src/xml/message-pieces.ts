import { encodeBase64Into, encodeUtf8 } from '#bytes';
import { blobPieces, READ_SIZE } from '../blob/blob-pieces.ts';
import { isSourceBlob } from '../blob/source-blob.ts';
import { base64Length } from '../bytes/base64.ts';
import { type Segment, TextPart } from './encoded-message.ts';

/** The base64 of as many bytes as are read at a time. */
const PIECE = base64Length(READ_SIZE);

/**
 * A message in pieces of at most 256 KiB. A piece is valid until the next one is requested: all share one buffer. The first
 * is yielded when every Blob was checked; the last when every Blob was read to its end.
 *
 * @param length of the message in bytes.
 * @throws {BlobError} when a Blob has another size than promised, and the errors of its source.
 */
export async function* messagePieces(
  segments: readonly Segment[],
  length: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const segment of segments) if (segment instanceof Blob && isSourceBlob(segment)) await segment.check();
  const out = new Uint8Array(Math.min(PIECE, length));
  let used = 0;
  for (const segment of segments) {
    if (typeof segment === 'string' || segment instanceof TextPart) {
      const text = typeof segment === 'string' ? encodeUtf8(segment) : segment.bytes;
      for (let at = 0; at < text.length; ) {
        if (used === out.length) {
          yield out;
          used = 0;
        }
        const part = text.subarray(at, at + out.length - used);
        out.set(part, used);
        used += part.length;
        at += part.length;
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

/** Encodes bytes as base64 in groups of three, across the borders of pieces. */
class Groups {
  /** Up to two bytes that precede `#bytes`. */
  readonly #rest = new Uint8Array(3);
  #restLength = 0;
  #bytes: Uint8Array = this.#rest.subarray(0, 0);

  get length(): number {
    return this.#restLength + this.#bytes.length;
  }

  /** Adds bytes, which must not change until `keep`. */
  add(bytes: Uint8Array): void {
    this.#bytes = bytes;
  }

  /** Copies the last incomplete group. */
  keep(): void {
    this.#rest.set(this.#bytes, this.#restLength);
    this.#restLength += this.#bytes.length;
    this.#bytes = this.#rest.subarray(0, 0);
  }

  /** Encodes complete groups while `out` has space. @returns the end of the written bytes. */
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
