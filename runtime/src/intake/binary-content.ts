import { decodeBase64Groups, decodeBase64Lines, indexOf, isAscii } from '#bytes';
import { Base64Digits, type Base64Fault, base64Reasons } from '../bytes/base64.ts';
import type { Intake } from '../spool/spool.ts';
import { AMPERSAND, BANG, CLOSE_BRACKET, DASH, GREATER, LESS, LF, QUESTION, SEMICOLON, SLASH } from '../xml/chars.ts';
import { ByteBuffer } from './byte-buffer.ts';
import { textOfMarkup } from './markup-text.ts';

/** From this many digits on the platform decodes them. */
const WORTHWHILE = 64;
/** How much is decoded byte by byte, where the platform gave up, before it is tried again. */
const STRETCH = 8 * 1024;
/** MIME's are of 76 digits, those of PEM of 64. */
const LONGEST_LINE = 1024;
const EQUALS = 0x3d;
const CDATA = '<![CDATA[';

/** What the content is in the middle of: text, something that began with `<` or `&`, or a CDATA section and its end. */
type State = 'text' | 'markup' | 'reference' | 'cdata' | 'cdata-end';

/** What is wrong with the content, and of which kind; the place is known outside. */
export class ContentError extends Error {
  readonly code: 'value' | 'unexpected-element' | 'ill-formed';

  constructor(code: ContentError['code'], reason: string) {
    super(reason);
    this.name = 'ContentError';
    this.code = code;
  }
}

/**
 * The content of an element of type xs:base64Binary that comes in pieces, decoded as it comes: what an `XmlReader` would
 * read, where the pieces may end anywhere.
 */
export class BinaryContent {
  /** Whether the `</` of the end tag was read. */
  ended = false;
  /** Bytes of the value so far. */
  bytes = 0;
  /** Bytes of the message so far, beside the digits. */
  rest = 0;
  /** Whether a comment or an instruction in it holds bytes beyond ASCII. */
  hasHighBytes = false;
  readonly #intake: Intake;
  readonly #digits = new Base64Digits();
  /** How much is to be decoded byte by byte. */
  #slow = 0;
  /** Whether a line ended last, and a group with it. */
  #isBehindLine = false;
  #state: State = 'text';
  #markup = new ByteBuffer();
  /** What `take` is to wait for. */
  wait: Promise<void> | undefined;

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /**
   * Takes bytes of a piece from a place on, and answers how far: to its end, behind the `</`, or to where `wait` is to be
   * waited for.
   *
   * @throws {ContentError}
   */
  take(piece: Uint8Array, from: number): number {
    this.wait = undefined;
    let at = from;
    let less = -2;
    let ampersand = -2;
    let bracket = -2;
    while (at < piece.length && this.wait === undefined && !this.ended) {
      switch (this.#state) {
        case 'text': {
          if (less < at && less !== -1) less = indexOf(piece, LESS, at);
          if (ampersand < at && ampersand !== -1) ampersand = indexOf(piece, AMPERSAND, at);
          const end = nearest(less, ampersand, piece.length);
          if (at < end) at = this.#decode(piece, at, end);
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
          if (at < end) at = this.#decode(piece, at, end);
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

  /** Takes the last bytes of the value, once it has `ended`. @throws {ContentError} */
  finish(): void {
    const last = this.#digits.end();
    if (typeof last === 'string') throw invalid(last);
    if (last.length === 0) return;
    this.#intake.room.set(last);
    this.#intake.advance(last.length);
    this.bytes += last.length;
  }

  /** Decodes text, as far as there is room. */
  #decode(piece: Uint8Array, from: number, end: number): number {
    // The rest of a group that the last piece began.
    if (!this.#digits.isBetweenGroups) return this.#decodeByByte(piece, from, end, 3);
    if (this.#slow > 0 || end - from < WORTHWHILE) {
      const to = this.#decodeByByte(piece, from, Math.min(end, from + Math.max(this.#slow, WORTHWHILE)));
      this.#slow -= Math.min(this.#slow, to - from);
      return to;
    }
    const line = indexOf(piece.subarray(from, Math.min(end, from + LONGEST_LINE)), LF, 0) + 1;
    return line === 0 ? this.#decodeGroups(piece, from, end) : this.#decodeLines(piece, from, end, line);
  }

  #decodeGroups(piece: Uint8Array, from: number, end: number): number {
    const { room } = this.#intake;
    let groups = Math.min(Math.floor((end - from) / 4), room.length / 3);
    // Padding is at the end only, and is nothing for whole groups.
    if (piece[from + 4 * groups - 1] === EQUALS) groups--;
    const to = from + 4 * groups;
    // No group at all would be no progress.
    if (groups === 0 || !decodeBase64Groups(piece, from, to, room, 0)) return this.#decodeSlowly(piece, from, end);
    this.#isBehindLine = false;
    this.#advance(3 * groups);
    return to;
  }

  /** Decodes the rest of a line, or lines that are as long as the first one. @param line its bytes, with its end. */
  #decodeLines(piece: Uint8Array, from: number, end: number, line: number): number {
    const { room } = this.#intake;
    const to = from + Math.floor(Math.min(end - from, (room.length / 3) * 4) / line) * line;
    if (!this.#isBehindLine || to === from) {
      const at = this.#decodeByByte(piece, from, from + line);
      this.#isBehindLine = at === from + line && this.#digits.isBetweenGroups;
      // Lines that end within groups.
      if (at === from + line && !this.#isBehindLine) this.#slow = STRETCH;
      return at;
    }
    const bytes = decodeBase64Lines(piece, from, to, room, 0);
    if (bytes < 0) return this.#decodeSlowly(piece, from, end);
    this.rest += to - from - (bytes / 3) * 4;
    this.#advance(bytes);
    return to;
  }

  #decodeSlowly(piece: Uint8Array, from: number, end: number): number {
    const to = this.#decodeByByte(piece, from, Math.min(end, from + STRETCH));
    this.#slow = Math.max(0, STRETCH - (to - from));
    return to;
  }

  /** @param most bytes of the value that are decoded, a multiple of three. */
  #decodeByByte(piece: Uint8Array, from: number, end: number, most: number = Number.POSITIVE_INFINITY): number {
    const { room } = this.#intake;
    const full = Math.min(room.length, most);
    this.#isBehindLine = false;
    let written = 0;
    let at = from;
    for (; at < end && written < full; at++) {
      const group = this.#digits.take(piece[at] as number);
      if (typeof group === 'string') throw invalid(group);
      if (group < 0) continue;
      room[written] = group >> 16;
      room[written + 1] = group >> 8;
      room[written + 2] = group;
      written += 3;
    }
    this.rest += at - from - (written / 3) * 4;
    this.#advance(written);
    return at;
  }

  #advance(bytes: number): void {
    if (bytes === 0) return;
    this.bytes += bytes;
    this.wait = this.#intake.advance(bytes);
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

  /** Whether the comment or instruction ends with the `>` that stands there. @param from where what is not held begins. */
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
      // The reader says what it is.
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

  /** Reads a comment, an instruction or a reference that is whole now. */
  #resolve(): void {
    const text = textOfMarkup(this.#markup.bytes);
    if (text === undefined) {
      throw new ContentError(
        'ill-formed',
        'the XML is not well-formed: a reference, comment or instruction that is none',
      );
    }
    // A reference that is one has none.
    this.hasHighBytes ||= text === '' && !isAscii(this.#markup.bytes);
    this.#markup.size = 0;
    this.#state = 'text';
    if (text === '') return;
    const code = text.charCodeAt(0);
    const group = text.length > 1 || code > 0x7f ? 'character' : this.#digits.take(code);
    if (typeof group === 'string') throw invalid(group);
    if (group < 0) return;
    const { room } = this.#intake;
    room[0] = group >> 16;
    room[1] = group >> 8;
    room[2] = group;
    this.#advance(3);
  }
}

/** The first of two places where there is something, or the end. */
function nearest(a: number, b: number, end: number): number {
  if (a === -1) return b === -1 ? end : b;
  return b === -1 ? a : Math.min(a, b);
}

function invalid(fault: Base64Fault): ContentError {
  return new ContentError('value', `not a valid base64Binary: ${base64Reasons[fault]}`);
}
