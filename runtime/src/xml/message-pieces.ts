import { encodeBase64Into, encodeUtf8Into, utf8Length } from '#bytes';
import { blobPieces, READ_SIZE } from '../blob/blob-pieces.ts';
import { isSourceBlob } from '../blob/source-blob.ts';
import { base64Length } from '../bytes/base64.ts';
import type { Segment } from './encoded-message.ts';

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
    if (typeof segment === 'string') {
      if (utf8Length(segment) <= out.length - used) {
        used += encodeUtf8Into(segment, out, used);
        continue;
      }
      for (let at = 0; at < segment.length; ) {
        // A UTF-16 unit takes three bytes at most; a surrogate pair takes four.
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
    for await (const bytes of segment instanceof Uint8Array ? [segment] : inGroups(blobPieces(segment))) {
      for (let at = 0; at < bytes.length; ) {
        if (out.length - used < 4) {
          yield out.subarray(0, used);
          used = 0;
        }
        const end = Math.min(bytes.length, at + 3 * Math.floor((out.length - used) / 4));
        encodeBase64Into(bytes.subarray(at, end), out, used);
        used += base64Length(end - at);
        at = end;
      }
    }
  }
  if (used > 0) yield out.subarray(0, used);
}

/** The end of a range of text that splits no surrogate pair. */
function wholeCharacters(text: string, from: number, most: number): number {
  const end = from + most;
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** The same bytes in pieces of whole groups of three, which base64 encodes; the last piece may be shorter. */
async function* inGroups(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  /** One or two bytes of the preceding piece. */
  let rest = new Uint8Array(0);
  for await (const piece of pieces) {
    const taken = rest.length === 0 ? 0 : 3 - rest.length;
    const first = Uint8Array.of(...rest, ...piece.subarray(0, taken));
    const end = Math.max(taken, piece.length - ((piece.length - taken) % 3));
    if (first.length === 3) yield first;
    if (end > taken) yield piece.subarray(taken, end);
    // A copy, since the piece may change.
    rest = first.length % 3 === 0 ? piece.slice(end) : first;
  }
  if (rest.length > 0) yield rest;
}
