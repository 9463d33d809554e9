import { decodeAscii, decodeUtf8 } from '#bytes';
import {
  CLOSE_BRACKET,
  DASH,
  GREATER,
  HASH,
  isChar,
  isForbidden,
  isHighNameChar,
  isHighNameStart,
  isWhite,
  NAME_COLON,
  NAME_HIGH,
  NAME_INNER,
  NAME_KIND,
  NAME_START,
  OPEN_BRACKET,
  QUESTION,
  SEMICOLON,
} from './chars.ts';
import { toUtf8, type Utf8Message } from './charset.ts';
import { XmlError, type XmlErrorCode } from './error.ts';
import { type Limits, limitMessage } from './limits.ts';
import { SHORT, shortText } from './short-text.ts';
import { prefixEnd } from './streamed-fields.ts';

/** The five entities that need no declaration (XML 1.0, 4.6): what stands behind the `&`, the most common first. */
const BUILT_IN = Object.entries({ 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" }).map(
  ([name, text]) => ({ bytes: Array.from(name, (letter) => letter.charCodeAt(0)), text }),
);

/** A place in a message, and the reading of what has no structure: names, references, comments, processing instructions. */
export class Cursor {
  protected readonly data: Uint8Array;
  protected readonly size: number;
  /** Whether the whole message is ASCII: its slices need no UTF-8 decoding then. */
  protected ascii: boolean;
  protected readonly message: Utf8Message;
  protected readonly limits: Limits;
  protected pos: number;
  /** The message goes on later: its end is not one that an element lacks. */
  protected isPrefix = false;

  protected constructor(message: Uint8Array, charset: string | undefined, limits: Limits) {
    this.message = toUtf8(message, charset);
    this.data = this.message.data;
    this.size = this.data.length;
    this.ascii = this.message.ascii;
    this.pos = this.message.start;
    this.limits = limits;
    if (!this.ascii) this.checkNonCharacters();
  }

  /** The path of the element that an error is about. */
  protected currentPath(): string {
    return '';
  }

  protected fail(code: XmlErrorCode, message: string, path: string = this.currentPath()): XmlError {
    return new XmlError(code, message, path, this.pos);
  }

  protected illFormed(reason: string, at: number = this.pos): XmlError {
    if (this.isPrefix && at >= this.size) throw prefixEnd;
    this.pos = at;
    return this.fail('ill-formed', `The XML is not well-formed at byte ${at}: ${reason}.`);
  }

  protected limit(name: keyof Limits): XmlError {
    return this.fail('limit', limitMessage(name, this.limits[name]));
  }

  /** A range of the message as text. */
  protected slice(start: number, end: number): string {
    return this.ascii || (end - start <= SHORT && this.isAsciiRange(start, end))
      ? this.asciiSlice(start, end)
      : decodeUtf8(this.data, start, end);
  }

  private isAsciiRange(start: number, end: number): boolean {
    let bits = 0;
    for (let at = start; at < end; at++) bits |= this.data[at] as number;
    return bits < 0x80;
  }

  /** A range that is known to be ASCII as text. */
  protected asciiSlice(start: number, end: number): string {
    return end - start <= SHORT ? shortText(this.data, start, end) : decodeAscii(this.data, start, end);
  }

  private holds(bytes: readonly number[], at: number): boolean {
    for (let index = 0; index < bytes.length; index++) if (this.data[at + index] !== bytes[index]) return false;
    return true;
  }

  protected startsWith(text: string, at: number): boolean {
    for (let index = 0; index < text.length; index++) {
      if (this.data[at + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  protected skipWhite(): void {
    while (this.pos < this.size && isWhite(this.data[this.pos] as number)) this.pos++;
  }

  /**
   * Reads a QName (Namespaces in XML, 4) and answers where its colon stands; -1 without one.
   */
  protected qname(): number {
    const data = this.data;
    const start = this.pos;
    let at = start;
    let part = start;
    let colon = -1;
    for (;;) {
      const kind = NAME_KIND[data[at] as number];
      if (kind === NAME_START || (kind === NAME_INNER && at > part)) at++;
      else if (kind === NAME_HIGH) at += this.highNameLength(at, at === part);
      else if (kind === NAME_COLON && colon === -1 && at > part) {
        colon = at;
        part = ++at;
      } else break;
    }
    if (at === part) throw this.illFormed('a name is expected here', at);
    if (at - start > this.limits.maxNameBytes) throw this.limit('maxNameBytes');
    this.pos = at;
    return colon;
  }

  private highNameLength(at: number, first: boolean): number {
    const length = (this.data[at] as number) < 0xe0 ? 2 : (this.data[at] as number) < 0xf0 ? 3 : 4;
    const point = decodeUtf8(this.data, at, at + length).codePointAt(0) as number;
    if (first ? isHighNameStart(point) : isHighNameChar(point)) return length;
    throw this.illFormed('this character cannot stand in a name', at);
  }

  /** Reads a reference, the cursor being on its `&`, and answers the text it stands for. */
  protected reference(): string {
    const start = this.pos;
    if (this.data[start + 1] === HASH) return this.characterReference();
    for (const { bytes, text } of BUILT_IN) {
      if (!this.holds(bytes, start + 1)) continue;
      this.pos = start + 1 + bytes.length;
      return text;
    }
    throw this.illFormed('`&` must begin a character reference or one of &lt; &gt; &amp; &apos; &quot;');
  }

  private characterReference(): string {
    const data = this.data;
    const start = this.pos;
    const hex = data[start + 2] === 0x78;
    const first = start + (hex ? 3 : 2);
    let at = first;
    let point = 0;
    for (; at < this.size && data[at] !== SEMICOLON; at++) {
      const digit = digitValue(data[at] as number);
      if (digit >= (hex ? 16 : 10))
        throw this.illFormed('a character reference with something else than digits', start);
      point = Math.min(point * (hex ? 16 : 10) + digit, 0x110000);
    }
    if (at === this.size || at === first) throw this.illFormed('a character reference without digits or end', start);
    if (!isChar(point)) throw this.illFormed('a reference to a character that XML 1.0 does not have', start);
    this.pos = at + 1;
    return String.fromCodePoint(point);
  }

  /** Reads a comment, the cursor being on its `<!--`. */
  protected comment(): void {
    const data = this.data;
    const start = this.pos;
    for (let at = start + 4; at < this.size; at++) {
      const byte = data[at] as number;
      if (byte === DASH && data[at + 1] === DASH) {
        if (data[at + 2] !== GREATER) throw this.illFormed('`--` inside a comment', at);
        this.pos = at + 3;
        return;
      }
      if (isForbidden(byte)) throw this.illFormed('a control character', at);
    }
    throw this.illFormed('a comment that does not end', start);
  }

  /** Reads a processing instruction, the cursor being on its `<?`. */
  protected instruction(): void {
    const data = this.data;
    const start = this.pos;
    this.pos = start + 2;
    if (this.qname() !== -1) throw this.illFormed('a colon in the target of a processing instruction', start);
    let at = this.pos;
    if (at - start === 5 && /^xml$/i.test(shortText(data, start + 2, at))) {
      throw this.illFormed('an XML declaration or a target that is reserved', start);
    }
    if (!isWhite(data[at] as number) && data[at] !== QUESTION) throw this.illFormed('white space is expected here', at);
    for (; at < this.size; at++) {
      const byte = data[at] as number;
      if (byte === QUESTION && data[at + 1] === GREATER) {
        if (at > this.pos && !isWhite(data[this.pos] as number)) break;
        this.pos = at + 2;
        return;
      }
      if (isForbidden(byte)) throw this.illFormed('a control character', at);
    }
    throw this.illFormed('a processing instruction that does not end', start);
  }

  /**
   * Reads a CDATA section, the cursor being on its `<![`, and answers where its content begins; it ends three bytes
   * before the cursor.
   */
  protected cdata(): number {
    const data = this.data;
    const start = this.pos;
    if (!this.startsWith('<![CDATA[', start)) throw this.illFormed('`<!` begins neither a comment nor a CDATA section');
    for (let at = start + 9; at < this.size; at++) {
      const byte = data[at] as number;
      if (byte === GREATER && data[at - 1] === CLOSE_BRACKET && data[at - 2] === CLOSE_BRACKET && at - 2 >= start + 9) {
        this.pos = at + 1;
        return start + 9;
      }
      if (isForbidden(byte)) throw this.illFormed('a control character', at);
    }
    throw this.illFormed('a CDATA section that does not end', start);
  }

  /** What stands at `<!`: `true` for a comment, which was read; `false` for a CDATA section, which was not. */
  protected commentOrCdata(): boolean {
    const next = this.data[this.pos + 2];
    if (next === DASH && this.data[this.pos + 3] === DASH) {
      this.comment();
      return true;
    }
    if (next === OPEN_BRACKET) return false;
    throw next === 0x44 ? this.doctype() : this.illFormed('`<!` begins neither a comment nor a CDATA section');
  }

  protected doctype(): XmlError {
    return this.fail('doctype', 'A document type declaration (DOCTYPE) is not allowed in a SOAP message.');
  }

  /** U+FFFE and U+FFFF stand nowhere in XML 1.0, whatever they are part of. */
  private checkNonCharacters(): void {
    const data = this.data;
    for (let at = data.indexOf(0xef); at !== -1; at = data.indexOf(0xef, at + 3)) {
      if (data[at + 1] === 0xbf && (data[at + 2] as number) >= 0xbe) {
        throw this.illFormed('U+FFFE or U+FFFF', at);
      }
    }
  }
}

/** Value of a hexadecimal digit; 16 for everything else. */
function digitValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 16;
}
