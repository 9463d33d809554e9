import { decodeUtf8, encodeUtf8 } from '#bytes';
import { AttributeCursor } from './attribute-cursor.ts';
import {
  AMPERSAND,
  BANG,
  CLOSE_BRACKET,
  CR,
  GREATER,
  isForbidden,
  isWhite,
  LESS,
  LF,
  QUESTION,
  SLASH,
  TEXT_SPECIAL,
} from './chars.ts';
import type { Limits } from './limits.ts';

/** After so many pieces a text is made flat. */
const MANY = 4096;

/** Strings that are added to one another are a tree until somebody looks, which takes many times the memory of short pieces. */
function flat(text: string): string {
  const bytes = encodeUtf8(text);
  return decodeUtf8(bytes, 0, bytes.length);
}

/** The content of elements: text in all its forms, the way from child to child, and what is passed over. */
export abstract class ContentCursor extends AttributeCursor {
  protected constructor(message: Uint8Array, charset: string | undefined, limits: Limits) {
    super(message, charset, limits);
  }

  /** Reads the open element through its end tag and forgets it. */
  skip(): void {
    const depth = this.depth - 1;
    this.pending = 0;
    while (this.depth > depth) {
      if (this.empty) {
        this.close();
        continue;
      }
      this.plainRun();
      this.contentStep();
    }
  }

  /** Goes over the tag, reference or other markup that `plainRun` stopped at. */
  protected contentStep(): void {
    const byte = this.data[this.pos];
    const next = this.data[this.pos + 1];
    if (byte === AMPERSAND) this.reference();
    else if (byte === CR) this.pos++;
    else if (next === SLASH) this.endTag();
    else if (next === QUESTION) this.instruction();
    else if (next !== BANG) {
      this.pos++;
      this.startTag();
    } else if (!this.commentOrCdata()) this.cdata();
  }

  /** Goes to behind the `<` of the next child's start tag, or reads the end tag and answers false. */
  protected toChild(): boolean {
    const data = this.data;
    for (;;) {
      this.skipWhite();
      if (data[this.pos] !== LESS) this.whiteReference();
      else {
        const next = data[this.pos + 1];
        if (next === SLASH) {
          this.endTag();
          return false;
        }
        if (next === QUESTION) this.instruction();
        else if (next !== BANG) {
          this.pos++;
          return true;
        } else if (!this.commentOrCdata()) this.whiteCdata();
      }
    }
  }

  /** A character reference to white space is white space too; anything else is text where none belongs. */
  private whiteReference(): void {
    if (this.pos >= this.size) throw this.illFormed('the message ends inside an element');
    const start = this.pos;
    if (isForbidden(this.data[start] as number)) throw this.illFormed('a control character');
    if (this.data[start] === AMPERSAND && /^[ \t\r\n]$/.test(this.reference())) return;
    this.pos = start;
    throw this.about('unexpected-text', 'there is text where only elements belong');
  }

  private whiteCdata(): void {
    const start = this.cdata();
    for (let at = start; at < this.pos - 3; at++) {
      if (!isWhite(this.data[at] as number)) {
        throw this.about('unexpected-text', 'there is text where only elements belong');
      }
    }
  }

  /** Character content in all its forms, through the end tag. */
  protected mixedText(): string {
    const value = this.onlyCharacters();
    this.endTag();
    return value;
  }

  /** Character content in all its forms, as far as the end tag. */
  protected onlyCharacters(): string {
    const value = this.characters();
    if (this.data[this.pos + 1] === SLASH) return value;
    throw this.about('unexpected-element', 'it holds an element where only text belongs');
  }

  /** Character data in all its forms, as far as the `<` of the next tag. */
  protected characters(): string {
    const data = this.data;
    let whole = '';
    let value = '';
    for (let pieces = 1; ; pieces++) {
      if (pieces % MANY === 0) {
        whole += flat(value);
        value = '';
      }
      const start = this.pos;
      this.plainRun();
      if (this.pos > start) value += this.slice(start, this.pos);
      const byte = data[this.pos];
      if (byte === AMPERSAND) value += this.reference();
      else if (byte === CR) {
        value += '\n';
        this.pos += data[this.pos + 1] === LF ? 2 : 1;
      } else {
        const next = data[this.pos + 1];
        if (next === QUESTION) this.instruction();
        else if (next !== BANG) return whole + value;
        else if (!this.commentOrCdata()) {
          const from = this.cdata();
          value += this.lines(from, this.pos - 3);
        }
      }
    }
  }

  /** A range of the message as text, its line ends normalised: on the bytes, since it may hold nothing else. */
  private lines(start: number, end: number): string {
    const bytes = this.data.subarray(start, end);
    const first = bytes.indexOf(CR);
    if (first === -1) return this.slice(start, end);
    const normal = new Uint8Array(bytes.length);
    normal.set(bytes.subarray(0, first));
    let to = first;
    for (let at = first; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      normal[to++] = byte === CR ? LF : byte;
      if (byte === CR && bytes[at + 1] === LF) at++;
    }
    return decodeUtf8(normal, 0, to);
  }

  /** Goes over character data to the next `<`, `&` or CR. */
  protected plainRun(): void {
    const data = this.data;
    for (let at = this.pos; at < this.size; at++) {
      const byte = data[at] as number;
      if (TEXT_SPECIAL[byte] === 0) continue;
      if (byte === CLOSE_BRACKET) {
        if (data[at + 1] !== CLOSE_BRACKET || data[at + 2] !== GREATER) continue;
        throw this.illFormed('`]]>` in text', at);
      }
      if (isForbidden(byte)) throw this.illFormed('a control character', at);
      this.pos = at;
      return;
    }
    throw this.illFormed('the message ends inside an element', this.size);
  }
}
