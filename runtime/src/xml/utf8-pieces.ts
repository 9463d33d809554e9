import { encodeUtf8 } from '#bytes';
import { joinedPieces } from '../bytes/byte-pieces.ts';
import { isWhite, LESS } from './chars.ts';
import { encodingOf, TextPieces } from './encodings.ts';

/** Bytes in which a document that declares its encoding has done so. */
const HEAD = 200;

const nothing = new Uint8Array(0);

/**
 * Transcodes a message to UTF-8 as it arrives, without its byte order mark, and without white space before its XML
 * declaration. UTF-8 is passed on unchecked and without a copy.
 */
export class Utf8Pieces {
  /** In lower case; undefined until it is known. */
  encoding: string | undefined;
  /** Whether white space or a second byte order mark was left out before an XML declaration. */
  wasTrimmed = false;
  readonly #charset: string | undefined;
  #text: TextPieces | undefined;
  /** The first bytes, until they tell the encoding. */
  #head: Uint8Array = nothing;
  #hasBegun = false;

  /** @param charset parameter of the Content-Type, unless it is to be ignored. */
  constructor(charset?: string) {
    this.#charset = charset;
  }

  /**
   * Adds the next piece.
   *
   * @returns what is known of the message in UTF-8 beyond the earlier pieces.
   * @throws {XmlError} `encoding` for an unknown encoding, and for bytes that are not valid in it.
   */
  add(piece: Uint8Array, isLast: boolean): Uint8Array {
    if (this.#hasBegun) return this.#decoded(piece, isLast);
    const head = joined(this.#head, piece);
    const start = startOf(head);
    if (head.length - start < HEAD && !isLast) {
      this.#head = head;
      return nothing;
    }
    this.#head = nothing;
    this.#hasBegun = true;
    this.encoding = encodingOf(head.subarray(hasMark(head) ? 0 : start), this.#charset);
    if (this.encoding === 'utf-8' || this.encoding === 'utf8') {
      this.#noteTrimmed(head, start);
      return head.subarray(start);
    }
    this.#text = new TextPieces(this.encoding);
    const text = this.#text.text(head, isLast);
    const trimmed = text.replace(/^[\s\ufeff]+(?=<)/, '');
    this.wasTrimmed = trimmed !== text && trimmed.startsWith('<?xml');
    return encodeUtf8(trimmed);
  }

  #decoded(piece: Uint8Array, isLast: boolean): Uint8Array {
    return this.#text === undefined ? piece : encodeUtf8(this.#text.text(piece, isLast));
  }

  #noteTrimmed(head: Uint8Array, start: number): void {
    const isDeclared = head[start] === LESS && head[start + 1] === 0x3f && head[start + 2] === 0x78;
    this.wasTrimmed = isDeclared && start > (hasMark(head) ? 3 : 0);
  }
}

/** A whole message in UTF-8. The limit, if any, is on its bytes: undefined beyond. */
export function wholeUtf8(message: Uint8Array, pieces: Utf8Pieces, limit: number): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let size = 0;
  const step = 64 * 1024;
  for (let at = 0; at === 0 || at < message.length; at += step) {
    const part = pieces.add(message.subarray(at, at + step), at + step >= message.length);
    size += part.length;
    if (size > limit) return undefined;
    parts.push(part);
  }
  return joinedPieces(parts, size);
}

/** Whether bytes begin with the byte order mark of UTF-8. */
function hasMark(bytes: Uint8Array, at = 0): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}

/** Offset after white space and byte order marks of UTF-8. */
function startOf(bytes: Uint8Array): number {
  let at = 0;
  for (;;) {
    if (hasMark(bytes, at)) at += 3;
    else if (isWhite(bytes[at] ?? 0)) at++;
    else return at;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
