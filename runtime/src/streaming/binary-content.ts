import { decodeBase64Groups, decodeBase64Lines, indexOf, isAscii } from '#bytes';
import { Base64Digits, type Base64Fault, base64Reasons } from '../bytes/base64.ts';
import { ByteBuffer } from '../bytes/byte-buffer.ts';
import type { SpoolWriter } from '../spool/spool.ts';
import { AMPERSAND, BANG, CLOSE_BRACKET, DASH, GREATER, LESS, LF, QUESTION, SEMICOLON, SLASH } from '../xml/chars.ts';
import { textOfMarkup } from './markup-text.ts';

/** From this many digits on the platform's decoder is faster. */
const PLATFORM_MINIMUM = 64;
/** Bytes that are decoded one by one after the platform's decoder has failed, before it is tried again. */
const RETRY_AFTER = 8 * 1024;
/** Lines of MIME have 76 digits, those of PEM 64. */
const LONGEST_LINE = 1024;
/** From this many bytes on a piece is decoded before markup is looked for in it. */
const AHEAD_MINIMUM = 8 * 1024;
/** Most messages have fewer bytes than this after a large value. */
const AFTER_VALUE = 1024;
/** An offset that was not looked for. */
const UNKNOWN = -2;
const EQUALS = 0x3d;
const CDATA = '<![CDATA[';

/** The kind of content at the current position: text, markup from `<`, a reference from `&`, a CDATA section and its end. */
type State = 'text' | 'markup' | 'reference' | 'cdata' | 'cdata-end';

/** An error in the content, without the path of its element. */
export class ContentError extends Error {
  readonly code: 'value' | 'unexpected-element' | 'ill-formed';

  constructor(code: ContentError['code'], reason: string) {
    super(reason);
    this.name = 'ContentError';
    this.code = code;
  }
}

/**
 * Decodes the content of an xs:base64Binary element that arrives in pieces, which may end anywhere. The result is that of
 * `XmlReader.base64`.
 */
export class BinaryContent {
  /** Whether the `</` of the end tag was read. */
  ended = false;
  /** Decoded bytes. */
  bytes = 0;
  /** Bytes of the content that are not digits. */
  rest = 0;
  /** Whether a comment or an instruction in it holds non-ASCII bytes. */
  hasHighBytes = false;
  readonly #writer: SpoolWriter;
  readonly #digits = new Base64Digits();
  /** Bytes still to be decoded one by one. */
  #slow = 0;
  /** Whether the last byte ended a line and a group. */
  #isAfterLine = false;
  /** Whether the last text held digits alone, so that the next piece probably does. */
  #isPlain = false;
  #state: State = 'text';
  #markup = new ByteBuffer();
  /** Resolves when `decode` may continue. */
  wait: Promise<void> | undefined;

  constructor(writer: SpoolWriter) {
    this.#writer = writer;
  }

  /**
   * Decodes a piece from an offset on.
   *
   * @returns where it stopped: at the end of the piece, after the `</`, or where the caller must await `wait`.
   * @throws {ContentError}
   */
  decode(piece: Uint8Array, from: number): number {
    this.wait = undefined;
    let at = from;
    let less = UNKNOWN;
    let ampersand = UNKNOWN;
    let bracket = UNKNOWN;
    while (at < piece.length && this.wait === undefined && !this.ended) {
      switch (this.#state) {
        case 'text': {
          const ahead = less === UNKNOWN && this.#isPlain ? this.#decodeAhead(piece, at) : at;
          if (ahead > at) {
            at = ahead;
            break;
          }
          if (less < at && less !== -1) less = indexOf(piece, LESS, at);
          if (ampersand < at && ampersand !== -1) ampersand = indexOf(piece, AMPERSAND, at);
          const end = nearest(less, ampersand, piece.length);
          if (at < end) at = this.#decodeText(piece, at, end);
          else {
            this.#state = piece[at] === LESS ? 'markup' : 'reference';
            at = this.#hold(piece, at, at + 1);
          }
          break;
        }
        case 'reference':
          at = this.#reference(piece, at);
          break;
        case 'markup':
          at = this.#inMarkup(piece, at);
          break;
        case 'cdata': {
          if (bracket < at && bracket !== -1) bracket = indexOf(piece, CLOSE_BRACKET, at);
          const end = bracket === -1 ? piece.length : bracket;
          if (at < end) at = this.#decodeText(piece, at, end);
          else this.#state = 'cdata-end';
          break;
        }
        case 'cdata-end':
          at = this.#inCdataEnd(piece, at);
          break;
      }
    }
    return at;
  }

  /** Writes the last bytes of the value, once it has `ended`. @throws {ContentError} */
  finish(): void {
    const last = this.#digits.end();
    if (typeof last === 'string') throw invalid(last);
    if (last.length === 0) return;
    this.#writer.buffer.set(last);
    this.#writer.advance(last.length);
    this.bytes += last.length;
  }

  /**
   * Decodes the rest of a piece without looking for markup first: the decoder accepts digits alone.
   *
   * @returns where it stopped; `from` if there may be something else, which costs less to look for.
   */
  #decodeAhead(piece: Uint8Array, from: number): number {
    if (piece.length - from < AHEAD_MINIMUM || this.#slow > 0) return from;
    if (!this.#digits.isBetweenGroups) return isMarkup(piece, from) ? from : this.#decodeByByte(piece, from, from + 1);
    if (indexOf(piece, LESS, piece.length - AFTER_VALUE) !== -1) return from;
    const { buffer } = this.#writer;
    const groups = Math.min(Math.floor((piece.length - from) / 4), buffer.length / 3);
    const to = from + 4 * groups;
    this.#isPlain = decodeBase64Groups(piece, from, to, buffer, 0);
    if (!this.#isPlain) return from;
    this.#isAfterLine = false;
    this.#advance(3 * groups);
    return to;
  }

  /** Decodes text while the buffer has space. */
  #decodeText(piece: Uint8Array, from: number, end: number): number {
    // Completes a group that the previous piece began.
    if (!this.#digits.isBetweenGroups) return this.#decodeByByte(piece, from, end, 3);
    if (this.#slow > 0 || end - from < PLATFORM_MINIMUM) {
      const to = this.#decodeByByte(piece, from, Math.min(end, from + Math.max(this.#slow, PLATFORM_MINIMUM)));
      this.#slow -= Math.min(this.#slow, to - from);
      return to;
    }
    const line = indexOf(piece.subarray(from, Math.min(end, from + LONGEST_LINE)), LF, 0) + 1;
    return line === 0 ? this.#decodeGroups(piece, from, end) : this.#decodeLines(piece, from, end, line);
  }

  #decodeGroups(piece: Uint8Array, from: number, end: number): number {
    const { buffer } = this.#writer;
    let groups = Math.min(Math.floor((end - from) / 4), buffer.length / 3);
    // Padding, which is at the end only, is left to the byte-by-byte decoder.
    if (piece[from + 4 * groups - 1] === EQUALS) groups--;
    const to = from + 4 * groups;
    if (groups === 0 || !decodeBase64Groups(piece, from, to, buffer, 0)) return this.#decodeSlowly(piece, from, end);
    this.#isAfterLine = false;
    this.#isPlain = true;
    this.#advance(3 * groups);
    return to;
  }

  /** Decodes the rest of a line, or lines of equal length. @param line bytes of the first line, with its end. */
  #decodeLines(piece: Uint8Array, from: number, end: number, line: number): number {
    const { buffer } = this.#writer;
    const to = from + Math.floor(Math.min(end - from, (buffer.length / 3) * 4) / line) * line;
    if (!this.#isAfterLine || to === from) {
      const at = this.#decodeByByte(piece, from, from + line);
      this.#isAfterLine = at === from + line && this.#digits.isBetweenGroups;
      // The lines do not end between groups.
      if (at === from + line && !this.#isAfterLine) this.#slow = RETRY_AFTER;
      return at;
    }
    const bytes = decodeBase64Lines(piece, from, to, buffer, 0);
    if (bytes < 0) return this.#decodeSlowly(piece, from, end);
    this.rest += to - from - (bytes / 3) * 4;
    this.#advance(bytes);
    return to;
  }

  #decodeSlowly(piece: Uint8Array, from: number, end: number): number {
    const to = this.#decodeByByte(piece, from, Math.min(end, from + RETRY_AFTER));
    this.#slow = Math.max(0, RETRY_AFTER - (to - from));
    return to;
  }

  /** @param most maximum number of decoded bytes, a multiple of three. */
  #decodeByByte(piece: Uint8Array, from: number, end: number, most: number = Number.POSITIVE_INFINITY): number {
    const { buffer } = this.#writer;
    const full = Math.min(buffer.length, most);
    this.#isAfterLine = false;
    let written = 0;
    let at = from;
    for (; at < end && written < full; at++) {
      const group = this.#digits.add(piece[at] as number);
      if (typeof group === 'string') throw invalid(group);
      if (group < 0) continue;
      buffer[written] = group >> 16;
      buffer[written + 1] = group >> 8;
      buffer[written + 2] = group;
      written += 3;
    }
    this.rest += at - from - (written / 3) * 4;
    this.#advance(written);
    return at;
  }

  #advance(bytes: number): void {
    if (bytes === 0) return;
    this.bytes += bytes;
    this.wait = this.#writer.advance(bytes);
  }

  #hold(piece: Uint8Array, from: number, to: number): number {
    this.#markup.append(piece, from, to);
    this.rest += to - from;
    return to;
  }

  #reference(piece: Uint8Array, from: number): number {
    const at = indexOf(piece, SEMICOLON, from);
    const to = this.#hold(piece, from, at === -1 ? piece.length : at + 1);
    if (at !== -1) this.#resolve();
    return to;
  }

  #inMarkup(piece: Uint8Array, from: number): number {
    const held = this.#markup;
    const next = held.data[1];
    if (held.size === 1) {
      const byte = piece[from];
      if (byte !== SLASH && byte !== BANG && byte !== QUESTION) {
        throw new ContentError('unexpected-element', 'it holds an element where only text belongs');
      }
      if (byte === SLASH) {
        held.size = 0;
        this.ended = true;
        return from + 1;
      }
      return this.#hold(piece, from, from + 1);
    }
    if (next === BANG && held.size < 3) return this.#hold(piece, from, from + 1);
    if (next === BANG && held.data[2] !== DASH) return this.#beginCdata(piece, from);
    let at = indexOf(piece, GREATER, from);
    while (at !== -1 && !this.#isEnd(piece, from, at)) at = indexOf(piece, GREATER, at + 1);
    const to = this.#hold(piece, from, at === -1 ? piece.length : at + 1);
    if (at !== -1) this.#resolve();
    return to;
  }

  /** Whether the `>` at `at` ends the comment or instruction. @param from where the bytes begin that are not held yet. */
  #isEnd(piece: Uint8Array, from: number, at: number): boolean {
    const { data, size } = this.#markup;
    const length = size + at - from + 1;
    const last = at > from ? piece[at - 1] : data[size - 1];
    if (data[1] === QUESTION) return length >= 4 && last === QUESTION;
    const before = at > from + 1 ? piece[at - 2] : data[size + at - from - 2];
    return length >= 7 && last === DASH && before === DASH;
  }

  #beginCdata(piece: Uint8Array, from: number): number {
    const held = this.#markup;
    const to = this.#hold(piece, from, Math.min(piece.length, from + CDATA.length - held.size));
    for (let at = 0; at < held.size; at++) {
      // The reader reports the mistake.
      if (held.data[at] !== CDATA.charCodeAt(at)) this.#resolve();
    }
    if (held.size < CDATA.length) return to;
    held.size = 0;
    this.#state = 'cdata';
    return to;
  }

  #inCdataEnd(piece: Uint8Array, from: number): number {
    const held = this.#markup;
    const to = this.#hold(piece, from, from + 1);
    const expected = held.size === 3 ? GREATER : CLOSE_BRACKET;
    if (held.data[held.size - 1] !== expected) throw invalid('character');
    if (held.size < 3) return to;
    held.size = 0;
    this.#state = 'text';
    return to;
  }

  /** Reads the complete comment, instruction or reference. */
  #resolve(): void {
    const text = textOfMarkup(this.#markup.bytes);
    if (text === undefined) {
      throw new ContentError('ill-formed', 'the XML is not well-formed: an invalid reference, comment or instruction');
    }
    // Empty text: a comment or an instruction. References are ASCII.
    this.hasHighBytes ||= text === '' && !isAscii(this.#markup.bytes);
    this.#markup.size = 0;
    this.#state = 'text';
    if (text === '') return;
    const code = text.charCodeAt(0);
    const group = text.length > 1 || code > 0x7f ? 'character' : this.#digits.add(code);
    if (typeof group === 'string') throw invalid(group);
    if (group < 0) return;
    const { buffer } = this.#writer;
    buffer[0] = group >> 16;
    buffer[1] = group >> 8;
    buffer[2] = group;
    this.#advance(3);
  }
}

/** The smaller offset, ignoring -1; `end` if both are -1. */
function nearest(a: number, b: number, end: number): number {
  if (a === -1) return b === -1 ? end : b;
  return b === -1 ? a : Math.min(a, b);
}

function isMarkup(piece: Uint8Array, at: number): boolean {
  return piece[at] === LESS || piece[at] === AMPERSAND;
}

function invalid(fault: Base64Fault): ContentError {
  return new ContentError('value', `not a valid base64Binary: ${base64Reasons[fault]}`);
}
