import { sliceOf } from '#shortcuts';
import {
  DASH,
  GREATER,
  HASH,
  isChar,
  isForbidden,
  isNCName,
  isWhite,
  LOWER_X,
  NAME_COLON,
  NAME_HIGH,
  NAME_INNER,
  NAME_KIND,
  NAME_START,
  OPEN_BRACKET,
  QUESTION,
  SEMICOLON,
  UPPER_D,
} from './chars.ts';
import { toUtf8, type Utf8Message } from './encoding.ts';
import { XmlError, type XmlErrorCode } from './error.ts';
import { type Limits, limitMessage, type NamedLimits } from './limits.ts';
import { prefixEnd } from './streamed-fields.ts';

/** The five predefined entities (XML 1.0, 4.6): the bytes after the `&`, the most common first. */
const PREDEFINED = Object.entries({ 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" }).map(
  ([name, text]) => ({ bytes: Array.from(name, (letter) => letter.charCodeAt(0)), text }),
);

/** Supplies the path of the element that an error is about. */
interface PathSource {
  path(): string;
}

/**
 * The bytes of a message with a position: reads names, references, comments, processing instructions and CDATA sections,
 * and knows nothing of elements. Errors carry the path that `elements` supplies.
 */
export class Lexer {
  /** The message in UTF-8. */
  readonly data: Uint8Array;
  readonly size: number;
  readonly message: Utf8Message;
  readonly limits: NamedLimits;
  /** Whether the message is ASCII, so that slices need no UTF-8 decoding. */
  ascii: boolean;
  /** Offset of the next byte. */
  pos: number;
  /** The message is still arriving: its end is not an error. */
  isPrefix = false;
  elements: PathSource | undefined = undefined;
  /** `data` in words, for the reader of SOAP encoding. */
  view: DataView | undefined = undefined;

  /** @throws {XmlError} `encoding` or `ill-formed`. */
  constructor(message: Uint8Array, charset: string | undefined, limits: Limits) {
    this.message = toUtf8(message, charset);
    this.data = this.message.data;
    this.size = this.data.length;
    this.ascii = this.message.ascii;
    this.pos = this.message.start;
    this.limits = limits;
    if (!this.ascii) checkNonCharacters(this);
  }

  fail(code: XmlErrorCode, message: string, path: string = this.elements?.path() ?? ''): XmlError {
    return new XmlError(code, message, path, this.pos);
  }

  /** An error whose message begins with the path. */
  about(code: XmlErrorCode, reason: string, path: string = this.elements?.path() ?? ''): XmlError {
    return this.fail(code, path === '' ? reason : `${path}: ${reason}`, path);
  }

  /** @throws {symbol} `prefixEnd` at the end of a message that is still arriving. */
  illFormed(reason: string, at: number = this.pos): XmlError {
    if (this.isPrefix && at >= this.size) throw prefixEnd;
    this.pos = at;
    return this.fail('ill-formed', `The XML is not well-formed at byte ${at}: ${reason}.`);
  }

  limit(name: keyof Limits): XmlError {
    return this.fail('limit', limitMessage(name, this.limits));
  }

  /** A range of the message as text. @throws {XmlError} `limit` for one that is longer than the longest string. */
  slice(start: number, end: number): string {
    return sliceOf(this, start, end);
  }

  startsWith(text: string, at: number): boolean {
    for (let index = 0; index < text.length; index++) {
      if (this.data[at + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  skipWhite(): void {
    while (this.pos < this.size && isWhite(this.data[this.pos] as number)) this.pos++;
  }

  /** Reads a QName (Namespaces in XML, 4). @returns the offset of its colon; -1 without one. */
  qname(): number {
    const data = this.data;
    const start = this.pos;
    let at = start;
    let part = start;
    let colon = -1;
    let isHigh = false;
    for (;;) {
      const kind = NAME_KIND[data[at] as number];
      if (kind === NAME_START || (kind === NAME_INNER && at > part)) at++;
      else if (kind === NAME_HIGH) {
        isHigh = true;
        at++;
      } else if (kind === NAME_COLON && colon === -1 && at > part) {
        colon = at;
        part = ++at;
      } else break;
    }
    if (at === part) throw this.illFormed('a name is expected here', at);
    if (at - start > this.limits.maxNameBytes) throw this.limit('maxNameBytes');
    if (isHigh && !this.slice(start, at).split(':').every(isNCName)) {
      throw this.illFormed('a character that is not allowed in a name', start);
    }
    this.pos = at;
    return colon;
  }

  /** Reads a reference, from its `&`. @returns its text. */
  reference(): string {
    const data = this.data;
    const start = this.pos;
    if (data[start + 1] === HASH) return this.characterReference();
    search: for (const { bytes, text } of PREDEFINED) {
      for (let index = 0; index < bytes.length; index++) if (data[start + 1 + index] !== bytes[index]) continue search;
      this.pos = start + 1 + bytes.length;
      return text;
    }
    throw this.illFormed('`&` must begin a character reference or one of &lt; &gt; &amp; &apos; &quot;');
  }

  private characterReference(): string {
    const data = this.data;
    const start = this.pos;
    const hex = data[start + 2] === LOWER_X;
    const first = start + (hex ? 3 : 2);
    let at = first;
    let point = 0;
    for (; at < this.size && data[at] !== SEMICOLON; at++) {
      const digit = digitValue(data[at] as number);
      if (digit >= (hex ? 16 : 10)) throw this.illFormed('a character reference may hold digits only', start);
      point = Math.min(point * (hex ? 16 : 10) + digit, 0x110000);
    }
    if (at === this.size || at === first) throw this.illFormed('a character reference without digits or end', start);
    if (!isChar(point)) throw this.illFormed('a reference to a character that XML 1.0 does not have', start);
    this.pos = at + 1;
    return String.fromCodePoint(point);
  }

  /** Reads a comment, from its `<!--`. */
  private comment(): void {
    const end = this.endOf('--', this.pos + 4, 'a comment that does not end');
    if (this.data[end + 2] !== GREATER) throw this.illFormed('`--` inside a comment', end);
    this.pos = end + 3;
  }

  /** Offset of what ends a comment, an instruction or a CDATA section, which begins at `pos` and has no control character. */
  private endOf(mark: string, from: number, reason: string): number {
    const { data, size } = this;
    const first = mark.charCodeAt(0);
    for (let at = from; at < size; at++) {
      const byte = data[at] as number;
      if (byte === first && this.startsWith(mark, at)) return at;
      if (isForbidden(byte)) throw this.illFormed('a control character', at);
    }
    throw this.illFormed(reason);
  }

  /** Reads a processing instruction, from its `<?`. */
  instruction(): void {
    const data = this.data;
    const start = this.pos;
    this.pos = start + 2;
    if (this.qname() !== -1) throw this.illFormed('a colon in the target of a processing instruction', start);
    const target = this.pos;
    if (target - start === 5 && /^xml$/i.test(this.slice(start + 2, target))) {
      throw this.illFormed('an XML declaration or a target that is reserved', start);
    }
    const isSpaced = isWhite(data[target] as number);
    if (!isSpaced && data[target] !== QUESTION) throw this.illFormed('white space is expected here', target);
    this.pos = start;
    const end = this.endOf('?>', target, 'a processing instruction that does not end');
    if (end > target && !isSpaced) throw this.illFormed('a processing instruction that does not end');
    this.pos = end + 2;
  }

  /** Reads a CDATA section, from its `<![`. @returns where its content begins; it ends three bytes before `pos`. */
  cdata(): number {
    const start = this.pos + 9;
    if (!this.startsWith('<![CDATA[', this.pos)) {
      throw this.illFormed('`<!` begins neither a comment nor a CDATA section');
    }
    this.pos = this.endOf(']]>', start, 'a CDATA section that does not end') + 3;
    return start;
  }

  /** Reads a comment, from its `<!`. @returns false, with nothing read, for a CDATA section. */
  commentOrCdata(): boolean {
    const next = this.data[this.pos + 2];
    if (next === DASH && this.data[this.pos + 3] === DASH) {
      this.comment();
      return true;
    }
    if (next === OPEN_BRACKET) return false;
    throw next === UPPER_D
      ? this.fail('doctype', 'A document type declaration (DOCTYPE) is not allowed in a SOAP message.')
      : this.illFormed('`<!` begins neither a comment nor a CDATA section');
  }
}

/** XML 1.0 has no U+FFFE and no U+FFFF, in no part of a document. */
function checkNonCharacters(lexer: Lexer): void {
  const { data } = lexer;
  for (let at = data.indexOf(0xef); at !== -1; at = data.indexOf(0xef, at + 3)) {
    if (data[at + 1] === 0xbf && (data[at + 2] as number) >= 0xbe) throw lexer.illFormed('U+FFFE or U+FFFF', at);
  }
}

/** Value of a hexadecimal digit; 16 for everything else. */
function digitValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 16;
}
