import { decodeBase64, encodeUtf8, indexOf } from '#bytes';
import { base64Reasons } from '../bytes/base64.ts';
import { TYPE } from './attribute-cursor.ts';
import { BANG, GREATER, isWhite, LESS, QUESTION, SLASH, TEXT_SPECIAL } from './chars.ts';
import { notAscii } from './charset.ts';
import type { ChildTable } from './child-table.ts';
import { GUESS } from './element-cursor.ts';
import { defaultLimits, type Limits, limitMessage } from './limits.ts';
import { RawCursor } from './raw-cursor.ts';
import { END, OTHER, type XmlReader } from './reader.ts';
import { readBefore, type StreamedFields, StreamReached, type Within } from './streamed-fields.ts';
import type { Tag } from './tag.ts';
import type { TypeTable } from './type-table.ts';

/** Character data up to this many bytes is looked at byte by byte; where more comes, the platform finds its end. */
const LONG = 64;

/** What a long piece of character data must not hold to be taken as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what it looks for.
const NEEDS_CARE = /[\0-\x08\x0b-\x1f&]|\]\]>/;

export interface ReaderOptions {
  readonly limits?: Limits | undefined;
  /** Refuses unknown elements and fields out of order (rule R1). */
  readonly strict?: boolean | undefined;
  /** The `charset` parameter of the Content-Type. With it the encoding of the XML declaration is not judged (RFC 7303, 3). */
  readonly charset?: string | undefined;
  /** Set for a message whose streamed fields were taken out while it arrived. */
  readonly streamed?: StreamedFields | undefined;
}

/** A reader over a whole message in memory. Nothing of it is repaired, and everything is checked, what is skipped included. */
export class XmlBytesReader extends RawCursor implements XmlReader {
  current: number = END;
  /** Whether what was read before the first field that is streamed is to be kept, as `before`. */
  keepsBefore = false;
  /** That, when there was such a field. */
  before: object | undefined;
  /** How many values that were taken out of the message have been read. */
  streamedValues = 0;
  private readonly strict: boolean;
  private readonly streamed: StreamedFields | undefined;
  private innermost: Within | undefined;

  /** @throws {XmlError} `encoding` when the message is not valid in its charset. */
  constructor(message: Uint8Array, options: ReaderOptions = {}) {
    super(message, options.charset, options.limits ?? defaultLimits);
    this.strict = options.strict ?? false;
    this.streamed = options.streamed;
    this.isPrefix = this.streamed?.isPrefix ?? false;
    if (this.streamed?.hasHighBytes) {
      this.ascii = false;
      if (options.charset?.toLowerCase().endsWith('ascii')) throw notAscii();
    }
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
      // What came last may repeat.
      if (guess > 0 && this.openGuess(expected.tags[guess - 1])) return guess - 1;
      if (!this.toChild()) return END;
      this.startTag();
      const index = this.indexAmong(expected.tags, guess);
      if (index !== -1) {
        if (this.strict && index < guess - 1 && !expected.anyOrder)
          throw this.about('unexpected-element', 'it is out of order');
        this.frames[parent + GUESS] = index + 1;
        return index;
      }
      if (this.strict) throw this.about('unexpected-element', 'there is no such element here');
      this.skip();
    }
  }

  next(expected: ChildTable): number {
    if (this.pending !== 0) this.checkInstance(expected);
    if (this.empty) return this.ended();
    const parent = this.frame;
    for (;;) {
      const guess = this.frames[parent + GUESS] as number;
      if (this.openGuess(expected.tags[guess])) {
        this.frames[parent + GUESS] = guess + 1;
        this.current = guess;
        return guess;
      }
      if (guess > 0 && this.openGuess(expected.tags[guess - 1])) {
        this.current = guess - 1;
        return guess - 1;
      }
      if (!this.toChild()) {
        this.current = END;
        return END;
      }
      this.startTag();
      if (this.isExpected(expected, parent)) return this.current;
      this.skip();
    }
  }

  piece(expected: ChildTable, into: unknown[]): number {
    if (this.pending !== 0) this.checkInstance(expected);
    if (this.empty) return this.ended();
    const parent = this.frame;
    let text = '';
    for (;;) {
      text += this.characters();
      if (this.data[this.pos + 1] === SLASH) {
        if (text !== '') into.push(text);
        this.endTag();
        this.current = END;
        return END;
      }
      this.pos++;
      this.startTag();
      if (this.isExpected(expected, parent)) {
        if (text !== '') into.push(text);
        return this.current;
      }
      this.skip();
    }
  }

  /** The end of an empty-element tag. */
  private ended(): number {
    this.close();
    this.current = END;
    return END;
  }

  /** Whether the open element is in the table, or let in by its wildcards; `current` says which it is. */
  private isExpected(expected: ChildTable, parent: number): boolean {
    const index = this.indexAmong(expected.tags, this.frames[parent + GUESS] as number);
    if (index !== -1) {
      this.frames[parent + GUESS] = index + 1;
      this.current = index;
      return true;
    }
    if (expected.others?.admits(this.namespace)) {
      this.current = OTHER;
      return true;
    }
    if (this.strict) throw this.about('unexpected-element', 'there is no such element here');
    return false;
  }

  /**
   * Opens the next child if it is `<Name>` in the default namespace, as nearly every field of a message is, and moves
   * nothing else than the white space before it.
   */
  protected openGuess(tag: Tag | undefined): boolean {
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

  type(table: TypeTable): number {
    const { names, abstract } = table;
    const declared = names[0]?.local;
    if ((this.pending & TYPE) === 0) {
      if (abstract) throw this.about('type', `it must name a type by xsi:type, since ${declared} is abstract`);
      return 0;
    }
    const named = this.namedType();
    const index = names.findIndex(({ namespace, local }) => local === named?.local && namespace === named.namespace);
    if (index === -1) throw this.about('type', `its xsi:type names neither ${declared} nor a type derived from it`);
    if (index === 0 && abstract) throw this.about('type', `its xsi:type names ${declared}, which is abstract`);
    this.pending &= ~TYPE;
    return index;
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

  openText(): string {
    if (this.pending !== 0) this.refuseNil();
    return this.empty ? '' : this.onlyCharacters();
  }

  end(): void {
    if (this.empty) this.close();
    else this.endTag();
  }

  get maxItems(): number {
    return this.limits.maxItems;
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
    if (typeof bytes === 'string') throw this.invalid('base64Binary', base64Reasons[bytes]);
    return bytes;
  }

  blob(): Blob {
    if (this.pending !== 0) this.refuseNil();
    if (this.isPrefix && this.pos === this.size && !this.empty) {
      throw new StreamReached(readBefore(this.innermost), this.currentPath());
    }
    // An empty element has nothing that could be taken in.
    if (this.keepsBefore && !this.empty) this.before ??= readBefore(this.innermost);
    const taken = this.empty ? undefined : this.streamed?.values.get(this.pos);
    if (taken === undefined) {
      const bytes = this.base64();
      const { maxStreamBytes } = this.limits;
      if (bytes.length <= maxStreamBytes) return new Blob([bytes]);
      throw this.about('limit', limitMessage('maxStreamBytes', maxStreamBytes), this.depth + 1);
    }
    this.streamedValues++;
    this.endTag();
    return taken;
  }

  within<Value>(property: string, soFar: () => object, read: () => Value): Value {
    const outer = this.innermost;
    this.innermost = { property, soFar, outer };
    const value = read();
    this.innermost = outer;
    return value;
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
}
