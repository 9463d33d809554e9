import { indexOf } from '#bytes';
import { ByteBuffer } from '../bytes/byte-buffer.ts';
import {
  APOSTROPHE,
  BANG,
  CLOSE_BRACKET,
  COLON,
  DASH,
  GREATER,
  isWhite,
  LESS,
  OPEN_BRACKET,
  QUESTION,
  QUOTE,
  SLASH,
} from '../xml/chars.ts';

/** Bytes that are collected before they are scanned: those after a start tag are returned to the caller. */
const SLICE = 4 * 1024;

/** The kind of markup at the current position. */
type State = 'text' | 'markup' | 'tag' | 'comment' | 'instruction' | 'cdata';

/**
 * Collects a message that arrives in pieces, and stops after each start tag with one of some names. It recognises the ends
 * of markup and validates nothing: the collected message is validated by the reader.
 */
export class StartTagScanner {
  readonly collected: ByteBuffer = new ByteBuffer();
  /** Whether it has stopped after a start tag with one of the names, or after markup that no message may hold. */
  isAfterTag = false;
  readonly #names: readonly Uint8Array[];
  readonly #most: number;
  #state: State = 'text';
  /** Where the current markup begins. */
  #start = 0;
  /** Where scanning continues. */
  #pos = 0;
  /** The closing quote of the current attribute value; 0 outside of one. */
  #quote = 0;

  /**
   * @param names local names, as UTF-8.
   * @param most maximum number of collected bytes.
   */
  constructor(names: readonly Uint8Array[], most: number) {
    this.#names = names;
    this.#most = most;
  }

  /** Collects a piece from an offset on. @returns where it stopped: at the end, or after a start tag. */
  scan(piece: Uint8Array, from: number): number {
    this.isAfterTag = false;
    for (let at = from; at < piece.length; ) {
      const end = Math.min(at + SLICE, piece.length);
      this.collected.append(piece, at, end, this.#most);
      at = end;
      this.#scan();
      if (!this.isAfterTag) continue;
      const surplus = this.collected.size - this.#pos;
      this.collected.size = this.#pos;
      return at - surplus;
    }
    return piece.length;
  }

  #scan(): void {
    // A byte order mark of UTF-16: the message is collected without scanning.
    if ((this.collected.data[0] as number) >= 0xfe) return;
    const { bytes } = this.collected;
    while (!this.isAfterTag && this.#pos < bytes.length && this.#step(bytes));
  }

  /** Advances to the next kind of markup. @returns false when more bytes are needed. */
  #step(bytes: Uint8Array): boolean {
    switch (this.#state) {
      case 'text': {
        const at = indexOf(bytes, LESS, this.#pos);
        if (at === -1) return this.#wait(bytes.length);
        this.#start = at;
        this.#pos = at + 1;
        this.#state = 'markup';
        return true;
      }
      case 'markup':
        return this.#classify(bytes);
      case 'tag':
        return this.#tag(bytes);
      case 'comment':
        return this.#endOf(bytes, DASH, DASH, 4);
      case 'cdata':
        return this.#endOf(bytes, CLOSE_BRACKET, CLOSE_BRACKET, 9);
      case 'instruction':
        return this.#endOf(bytes, QUESTION, undefined, 2);
    }
  }

  #wait(pos: number): false {
    this.#pos = pos;
    return false;
  }

  #classify(bytes: Uint8Array): boolean {
    const next = bytes[this.#start + 1];
    if (next === BANG) {
      const third = bytes[this.#start + 2];
      if (third === undefined) return false;
      // Anything else is an error, such as a DOCTYPE, which the reader reports now.
      if (third !== DASH && third !== OPEN_BRACKET) {
        this.#pos = this.#start + 3;
        this.isAfterTag = true;
        return true;
      }
      this.#state = third === DASH ? 'comment' : 'cdata';
    } else this.#state = next === QUESTION ? 'instruction' : 'tag';
    return true;
  }

  /** Advances past the `>` of a tag, ignoring those in attribute values. */
  #tag(bytes: Uint8Array): boolean {
    for (let at = this.#pos; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (this.#quote !== 0) {
        if (byte === this.#quote) this.#quote = 0;
      } else if (byte === QUOTE || byte === APOSTROPHE) this.#quote = byte;
      else if (byte === GREATER) {
        this.#pos = at + 1;
        this.#state = 'text';
        this.isAfterTag = bytes[at - 1] !== SLASH && bytes[this.#start + 1] !== SLASH && this.#isNamed(bytes, at);
        return true;
      }
    }
    return this.#wait(bytes.length);
  }

  /** Whether the tag that ends at `end` has one of the names. */
  #isNamed(bytes: Uint8Array, end: number): boolean {
    let start = this.#start + 1;
    let at = start;
    for (; at < end && !isWhite(bytes[at] as number); at++) if (bytes[at] === COLON) start = at + 1;
    return this.#names.some((name) => {
      if (name.length !== at - start) return false;
      for (let index = 0; index < name.length; index++) if (name[index] !== bytes[start + index]) return false;
      return true;
    });
  }

  /** Advances past the end of a comment, CDATA section or instruction. @param head length of its opening delimiter. */
  #endOf(bytes: Uint8Array, last: number, before: number | undefined, head: number): boolean {
    const length = before === undefined ? 1 : 2;
    let at = Math.max(this.#pos, this.#start + head + length);
    for (;;) {
      at = indexOf(bytes, GREATER, at);
      if (at === -1) return this.#wait(bytes.length);
      if (bytes[at - 1] === last && (before === undefined || bytes[at - 2] === before)) break;
      at++;
    }
    this.#pos = at + 1;
    this.#state = 'text';
    return true;
  }
}
