import { indexOf } from '#bytes';
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
import { ByteBuffer } from './byte-buffer.ts';

/** How much is looked at before what follows: what comes behind a start tag that is found is given back. */
const SLICE = 4 * 1024;

/** What the scanner is in the middle of. */
type State = 'text' | 'markup' | 'tag' | 'comment' | 'instruction' | 'cdata';

/**
 * Collects a message that comes in pieces, and stops behind each start tag of certain names. It knows just enough of XML
 * for that, and judges nothing: what it collects is read by a reader that does.
 */
export class MarkupScanner {
  readonly collected: ByteBuffer = new ByteBuffer();
  /** Whether it has stopped behind a start tag of one of the names, or at what no message holds. */
  isBehindTag = false;
  readonly #names: readonly Uint8Array[];
  readonly #most: number;
  #state: State = 'text';
  /** Where the markup begins that it is in. */
  #start = 0;
  /** How far it has looked. */
  #pos = 0;
  /** The quote that an attribute value ends with; 0 outside of one. */
  #quote = 0;

  /**
   * @param names local names, as UTF-8.
   * @param most bytes that there will ever be.
   */
  constructor(names: readonly Uint8Array[], most: number) {
    this.#names = names;
    this.#most = most;
  }

  /** Takes bytes of a piece from a place on, and answers how far: to the end of it, or behind a start tag. */
  take(piece: Uint8Array, from: number): number {
    this.isBehindTag = false;
    for (let at = from; at < piece.length; ) {
      const end = Math.min(at + SLICE, piece.length);
      this.collected.append(piece, at, end, this.#most);
      at = end;
      this.#scan();
      if (!this.isBehindTag) continue;
      const surplus = this.collected.size - this.#pos;
      this.collected.size = this.#pos;
      return at - surplus;
    }
    return piece.length;
  }

  #scan(): void {
    // A byte order mark of UTF-16: nothing of it is found, and all of it is collected.
    if ((this.collected.data[0] as number) >= 0xfe) return;
    while (!this.isBehindTag && this.#pos < this.collected.size && this.#step());
  }

  /** Goes on as far as the kind of what is there; answers false when more bytes are needed. */
  #step(): boolean {
    const { bytes } = this.collected;
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
      // Anything else is no markup of a message, a DOCTYPE above all: the reader says so, now.
      if (third !== DASH && third !== OPEN_BRACKET) {
        this.#pos = this.#start + 3;
        this.isBehindTag = true;
        return true;
      }
      this.#state = third === DASH ? 'comment' : 'cdata';
    } else this.#state = next === QUESTION ? 'instruction' : 'tag';
    return true;
  }

  /** Goes to the `>` of a tag: one in an attribute value is none. */
  #tag(bytes: Uint8Array): boolean {
    for (let at = this.#pos; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (this.#quote !== 0) {
        if (byte === this.#quote) this.#quote = 0;
      } else if (byte === QUOTE || byte === APOSTROPHE) this.#quote = byte;
      else if (byte === GREATER) {
        this.#pos = at + 1;
        this.#state = 'text';
        this.isBehindTag = bytes[at - 1] !== SLASH && bytes[this.#start + 1] !== SLASH && this.#isNamed(bytes, at);
        return true;
      }
    }
    return this.#wait(bytes.length);
  }

  /** Whether the tag that ends at `end` begins an element of one of the names. */
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

  /** Goes behind the `>` that ends a comment, CDATA section or instruction. @param head bytes that it begins with. */
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
