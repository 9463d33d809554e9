import { decodeBase64, encodeUtf8, indexOf } from '#bytes';
import { TYPE } from './attribute-cursor.ts';
import { BANG, GREATER, isWhite, LESS, QUESTION, SLASH, TEXT_SPECIAL } from './chars.ts';
import { DocumentCursor } from './document-cursor.ts';
import { GUESS, ITEM } from './element-cursor.ts';
import type { XmlError } from './error.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { RawElement } from './raw.ts';
import { END, type XmlReader } from './reader.ts';
import type { ChildTable, Tag } from './tag.ts';

/** Character data up to this many bytes is looked at byte by byte; where more comes, the platform finds its end. */
const LONG = 64;

/** What a long piece of character data must not hold to be taken as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what it looks for.
const NEEDS_CARE = /[\0-\x08\x0b-\x1f&]|\]\]>/;

const BASE64_REASONS = {
  character: 'it holds a character that is not of the base64 alphabet',
  padding: 'its length or padding is wrong',
  'stray-bits': 'its last character holds bits that belong to no byte',
} as const;

export interface ReaderOptions {
  readonly limits?: Limits | undefined;
  /** Refuses unknown elements and fields out of order (rule R1). */
  readonly strict?: boolean | undefined;
  /** The `charset` parameter of the Content-Type. With it the encoding of the XML declaration is not judged (RFC 7303, 3). */
  readonly charset?: string | undefined;
}

/** A reader over a whole message in memory. Nothing of it is repaired, and everything is checked, what is skipped included. */
export class XmlBytesReader extends DocumentCursor implements XmlReader {
  private readonly strict: boolean;

  /** @throws {XmlError} `encoding` when the message is not valid in its charset. */
  constructor(message: Uint8Array, options: ReaderOptions = {}) {
    super(message, options.charset, options.limits ?? defaultLimits);
    this.strict = options.strict ?? false;
  }

  /** Opens the next child of the open element, whatever its name; answers false when the end tag was read instead. */
  openChild(): boolean {
    this.pending = 0;
    if (this.empty) {
      this.close();
      return false;
    }
    if (!this.toChild()) return false;
    this.startTag();
    return true;
  }

  child(expected: ChildTable): number {
    if (this.pending !== 0) this.checkInstance(expected);
    if (this.empty) {
      this.close();
      return END;
    }
    const parent = this.frame;
    for (;;) {
      const guess = this.frames[parent + GUESS] as number;
      if (this.openGuess(expected.tags[guess])) {
        this.frames[parent + GUESS] = guess + 1;
        return guess;
      }
      if (!this.toChild()) return END;
      this.startTag();
      const index = this.indexAmong(expected.tags, guess);
      if (index !== -1) {
        if (this.strict && index < guess - 1) throw this.about('unexpected-element', 'it is out of order');
        this.frames[parent + GUESS] = index + 1;
        return index;
      }
      if (this.strict) throw this.about('unexpected-element', 'there is no such element here');
      this.skip();
    }
  }

  /**
   * Opens the next child if it is `<Name>` in the default namespace, as nearly every field of a message is, and moves
   * nothing else than the white space before it.
   */
  private openGuess(tag: Tag | undefined): boolean {
    const data = this.data;
    let at = this.pos;
    while (isWhite(data[at] as number)) at++;
    this.pos = at;
    if (tag === undefined || data[at] !== LESS) return false;
    const bytes = tag.bytes;
    const start = ++at;
    for (let index = 0; index < bytes.length; index++, at++) if (data[at] !== bytes[index]) return false;
    if (data[at] !== GREATER || this.defaultNamespace !== tag.namespace) return false;
    this.defaultNamespace = tag.namespace;
    this.push(start, -1, at);
    this.pos = at + 1;
    return true;
  }

  /** The index of the tag that the open element has; the search begins with the one that came last. */
  private indexAmong(tags: readonly Tag[], guess: number): number {
    const first = guess === 0 ? 0 : guess - 1;
    for (let index = first; index < tags.length; index++) if (this.is(tags[index] as Tag)) return index;
    for (let index = 0; index < first; index++) if (this.is(tags[index] as Tag)) return index;
    return -1;
  }

  /** What xsi:nil and xsi:type say about an element that is about to be read as a record. */
  private checkInstance(expected: ChildTable): void {
    this.refuseNil();
    if ((this.pending & TYPE) !== 0 && expected.type !== undefined) {
      const { namespace, local } = expected.type;
      const named = this.namedType();
      if (named === undefined || named.local !== local || named.namespace !== namespace) {
        throw this.about('type', `its xsi:type does not name ${local}`);
      }
    }
    this.pending = 0;
  }

  private refuseNil(): void {
    if (this.saysNil()) throw this.about('nil', 'it cannot be nil');
  }

  text(): string {
    if (this.pending !== 0) this.refuseNil();
    if (this.empty) {
      this.close();
      return '';
    }
    const data = this.data;
    const start = this.pos;
    let at = start;
    const stop = Math.min(start + LONG, this.size);
    let high = 0;
    for (; at < stop; at++) {
      const byte = data[at] as number;
      if (TEXT_SPECIAL[byte] !== 0) break;
      high |= byte;
    }
    if (at === stop) return this.longText(start);
    if (data[at] !== LESS || data[at + 1] !== SLASH) return this.mixedText();
    const value = high < 0x80 ? this.asciiSlice(start, at) : this.slice(start, at);
    this.pos = at;
    this.endTag();
    return value;
  }

  private longText(start: number): string {
    const end = indexOf(this.data, LESS, start);
    if (end === -1 || this.data[end + 1] !== SLASH) return this.mixedText();
    const value = this.slice(start, end);
    if (NEEDS_CARE.test(value)) return this.mixedText();
    this.pos = end;
    this.endTag();
    return value;
  }

  base64(): Uint8Array {
    if (this.pending !== 0) this.refuseNil();
    if (!this.empty) {
      const end = indexOf(this.data, LESS, this.pos);
      if (end !== -1 && this.data[end + 1] === SLASH) {
        const bytes = decodeBase64(this.data, this.pos, end);
        if (typeof bytes !== 'string') {
          this.pos = end;
          this.endTag();
          return bytes;
        }
      }
    }
    // Comments, CDATA and references are resolved first; what is wrong is found there too.
    const text = encodeUtf8(this.text());
    const bytes = decodeBase64(text, 0, text.length);
    if (typeof bytes === 'string') throw this.invalid('base64Binary', BASE64_REASONS[bytes]);
    return bytes;
  }

  blob(): Blob {
    return new Blob([this.base64()]);
  }

  nil(): boolean {
    if (this.pending === 0 || !this.saysNil()) return false;
    this.pending = 0;
    if (this.empty) {
      this.close();
      return true;
    }
    while (this.data[this.pos] === LESS && this.data[this.pos + 1] !== SLASH) {
      if (this.data[this.pos + 1] === QUESTION) this.instruction();
      else if (this.data[this.pos + 1] !== BANG || !this.commentOrCdata()) break;
    }
    if (this.data[this.pos] !== LESS || this.data[this.pos + 1] !== SLASH) {
      if (this.pos >= this.size) throw this.illFormed('the message ends inside an element');
      throw this.about('nil', 'it says that it is nil, and is not empty');
    }
    this.endTag();
    return true;
  }

  /** Reads the open element through its end tag and keeps it as XML text that stands alone. */
  raw(): RawElement {
    const { namespace, local, outerScope: outer } = this;
    const inner = this.scope.innermost;
    const start = this.nameStart - 1;
    const nameBytes = this.nameEnd - start - 1;
    this.skip();
    // A copy, so that it does not keep the whole message.
    return new RawElement(namespace, local, { bytes: this.data.slice(start, this.pos), nameBytes, inner, outer });
  }

  /** Reads the content of the open element through its end tag, as XML text that stands alone. */
  rawContent(): string {
    this.pending = 0;
    if (this.empty) {
      this.close();
      return '';
    }
    const depth = this.depth;
    let content = '';
    let from = this.pos;
    for (;;) {
      this.plainRun();
      const start = this.pos;
      const isTag = this.data[start] === LESS && this.data[start + 1] !== BANG && this.data[start + 1] !== QUESTION;
      if (isTag) content += this.slice(from, start);
      this.contentStep();
      if (this.depth < depth) return content;
      if (!isTag) continue;
      content += this.raw().xml;
      // The declarations that children need can be many more bytes than the children.
      if (content.length > this.limits.maxBodyBytes) throw this.limit('maxBodyBytes');
      from = this.pos;
    }
  }

  item(count: number): void {
    this.frames[this.frame + ITEM] = count;
    if (count >= this.limits.maxItems) throw this.limit('maxItems');
  }

  repeated(): XmlError {
    return this.about('repeated-element', 'it may be there once only');
  }

  missing(tag: Tag): XmlError {
    const path = [this.pathTo(this.depth + 1), tag.local].filter((part) => part !== '').join('/');
    return this.fail('missing-element', `${path}: this required element is missing`, path);
  }

  invalid(type: string, reason: string): XmlError {
    return this.about('value', `not a valid ${type}: ${reason}`, this.depth + 1);
  }
}
