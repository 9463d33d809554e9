import { openLikely } from '#shortcuts';
import { readCharacters } from './character-data.ts';
import { SLASH } from './chars.ts';
import type { ChildTable, TypeTable } from './codec-tables.ts';
import { nextChild, readNil, readOpenText, readText, skipElement } from './content.ts';
import type { Deviation, DeviationKind } from './deviation.ts';
import { DocumentReader } from './document-reader.ts';
import { notAscii } from './encoding.ts';
import type { XmlError, XmlErrorCode } from './error.ts';
import { defaultLimits, type NamedLimits } from './limits.ts';
import { type Base64Decoder, type BlobDecoder, END, OTHER, type XmlReader } from './reader.ts';
import { attributeError, checkItem, expectedElement, expectedOneOf, invalidValue, tooFew } from './reader-errors.ts';
import type { readBefore, StreamedFields, Within } from './streamed-fields.ts';
import type { AttributeName, Tag } from './tag.ts';
import type { AnyAttribute, Wildcard } from './wildcard.ts';

export interface ReaderOptions {
  readonly limits?: NamedLimits | undefined;
  /** Rejects unknown elements, fields out of order (rule R1), and nil where a field is not nillable (rule R3). */
  readonly strict?: boolean | undefined;
  /** Reads more deviating messages than rule R1 does. */
  readonly tolerance?: Tolerance | undefined;
  /** The differences from the schema that are passed over are added to it. */
  readonly deviations?: Deviation[] | undefined;
  /** The `charset` parameter of the Content-Type. It overrides the encoding of the XML declaration (RFC 7303, 3). */
  readonly charset?: string | undefined;
  /** Set for a message whose streamed fields were extracted while it arrived. */
  readonly streamed?: StreamedFields | undefined;
}

/** Reads messages that deviate from their schema. A parameter of the reader, so that only clients with it load it. */
export interface Tolerance {
  /** Whether it passes over nothing: it reads values that are elsewhere. Default false. */
  readonly isStandard?: boolean | undefined;
  open(message: Uint8Array, options: ReaderOptions): XmlBytesReader;
  /** Calls `read` to read a message; again for a deviating one, with its elements in the schema's order or exact names only. */
  read<Options extends ReaderOptions, Value>(options: Options, read: (options: Options) => Value): Value;
  /** Whether a message with this error may be valid in another order. */
  isOfOrder(error: unknown): boolean;
}

/** The view of codecs on a message in memory: children by tables of names, and values. */
export class XmlBytesReader extends DocumentReader implements XmlReader {
  current: number = END;
  /** Records the values before the first streamed field, as `before`. */
  recordBefore: typeof readBefore | undefined;
  before: object | undefined;
  /** State of the reader of SOAP encoding. A WeakMap would cost more than its references. */
  encoded: unknown;
  /** Number of extracted values that were read. */
  streamedValues = 0;
  private readonly strict: boolean;
  protected readonly deviations: Deviation[] | undefined;
  readonly streamed: StreamedFields | undefined;
  /** The innermost property that the codec is reading. */
  innermost: Within | undefined;

  /** @throws {XmlError} `encoding` when the message is not valid in its charset. */
  constructor(message: Uint8Array, options: ReaderOptions = {}) {
    super(message, options.charset, options.limits ?? defaultLimits);
    this.strict = options.strict ?? false;
    this.deviations = options.deviations;
    this.streamed = options.streamed;
    this.lexer.isPrefix = this.streamed?.reached !== undefined;
    if (this.streamed?.hasHighBytes) {
      this.lexer.ascii = false;
      if (options.charset?.toLowerCase().endsWith('ascii')) throw notAscii();
    }
  }

  get maxItems(): number {
    return this.lexer.limits.maxItems;
  }

  is(tag: Tag): boolean {
    return this.elements.is(tag);
  }

  /** Whether the open element, that of the body, is the declared one. */
  isDeclared(tag: Tag): boolean {
    return this.is(tag);
  }

  attribute(name: AttributeName): string | undefined {
    return this.elements.attributes.value(name);
  }

  otherAttributes(declared: readonly AttributeName[], wildcard?: Wildcard): AnyAttribute[] {
    return this.elements.attributes.others(declared, wildcard);
  }

  child(expected: ChildTable): number {
    const { elements } = this;
    if (!this.hasContent(expected)) return END;
    const parent = elements.frame;
    const { attributes } = elements;
    for (;;) {
      let index = this.openLikely(expected, parent, true);
      if (index === -1) {
        if (!nextChild(elements)) return END;
        elements.startTag();
        index = this.placeOf(expected, parent);
      }
      if (index === -1) this.skipUnknown();
      else if (attributes.instance === 0 || !expected.nilIsAbsent[index] || this.strict || !attributes.isNil()) {
        return index;
      } else {
        this.deviate('nil', 'nil', 'it cannot be nil');
        readNil(elements);
      }
    }
  }

  /** The index of the open element's tag; -1 without one. Reports one that is out of order. */
  private placeOf(expected: ChildTable, parent: number): number {
    const { elements } = this;
    const guess = elements.guessAt(parent);
    const index = this.indexAmong(expected, guess);
    if (index === -1) return -1;
    if (index < guess - 1 && !expected.anyOrder) this.deviate('order', 'unexpected-element', 'it is out of order');
    elements.setGuess(parent, index + 1);
    return index;
  }

  next(expected: ChildTable): number {
    const { elements } = this;
    if (!this.hasContent(expected)) return this.ended();
    const parent = elements.frame;
    for (;;) {
      const likely = this.openLikely(expected, parent, true);
      if (likely !== -1) {
        this.current = likely;
        return likely;
      }
      if (!nextChild(elements)) return this.ended();
      elements.startTag();
      if (this.isExpected(expected, parent)) return this.current;
      this.skipUnknown();
    }
  }

  piece(expected: ChildTable, into: unknown[]): number {
    const { elements, lexer } = this;
    if (!this.hasContent(expected)) return this.ended();
    const parent = elements.frame;
    let text = '';
    for (;;) {
      text += readCharacters(lexer);
      const isEnd = lexer.data[lexer.pos + 1] === SLASH;
      if (isEnd) elements.endTag();
      else {
        lexer.pos++;
        elements.startTag();
      }
      if (isEnd || this.isExpected(expected, parent)) {
        if (text !== '') into.push(text);
        return isEnd ? this.ended() : this.current;
      }
      this.skipUnknown();
    }
  }

  /** Checks the start tag of a record. @returns false when it is nil or an empty-element tag, and was read to its end. */
  hasContent(expected: ChildTable): boolean {
    const { elements } = this;
    if (elements.attributes.instance !== 0 && this.isNilRecord(expected)) return false;
    if (!elements.empty) return true;
    elements.close();
    return false;
  }

  /**
   * Opens the next child if it is the likely one, or the previous one again.
   *
   * @param canHaveAttributes otherwise only a start tag without attributes is read.
   * @returns its index; -1 for any other.
   */
  openLikely(expected: ChildTable, parent: number, canHaveAttributes: boolean): number {
    return openLikely(this.elements, expected, parent, canHaveAttributes);
  }

  protected ended(): number {
    this.current = END;
    return END;
  }

  /** Whether the open element is in the table or admitted by its wildcards; sets `current`. */
  private isExpected(expected: ChildTable, parent: number): boolean {
    const { elements } = this;
    const index = this.indexAmong(expected, elements.guessAt(parent));
    if (index !== -1) {
      elements.setGuess(parent, index + 1);
      this.current = index;
      return true;
    }
    if (expected.others?.admits(elements.namespace)) {
      this.current = OTHER;
      return true;
    }
    return false;
  }

  skipUnknown(): void {
    this.deviate('unknown-element', 'unexpected-element', 'there is no such element here');
    skipElement(this.elements);
  }

  /** Passes over a difference from the schema. @throws {XmlError} when the reader is strict. */
  protected deviate(kind: DeviationKind, code: XmlErrorCode, reason: string): void {
    if (!this.strict && this.deviations === undefined) return;
    const error = this.lexer.about(code, reason);
    if (this.strict) throw error;
    this.deviations?.push({ kind, path: error.path, message: error.message });
  }

  /** The index of the open element's tag; -1 without one. Searches from the previous child on. */
  protected indexAmong({ tags }: ChildTable, guess: number): number {
    const { elements } = this;
    const first = guess === 0 ? 0 : guess - 1;
    for (let index = first; index < tags.length; index++) if (elements.is(tags[index] as Tag)) return index;
    for (let index = 0; index < first; index++) if (elements.is(tags[index] as Tag)) return index;
    return -1;
  }

  type(table: TypeTable): number {
    return table.choose(this.elements, table);
  }

  /** Checks the xsi:nil and xsi:type of a record. @returns true when it is nil, and was read through its end tag. */
  protected isNilRecord(expected: ChildTable): boolean {
    if (this.isNilBody()) return true;
    const { attributes } = this.elements;
    if (attributes.hasType && expected.type !== undefined) {
      const { namespace, local } = expected.type;
      const named = attributes.type();
      if (named === undefined || named.local !== local || named.namespace !== namespace) {
        throw this.lexer.about('type', `its xsi:type does not name ${local}`);
      }
    }
    attributes.instance = 0;
    return false;
  }

  /**
   * Reads a nil element that is not nillable: the body's element, which SOAP::Lite marks nil in a call without parameters,
   * is empty then. @throws {XmlError} `nil` for other elements, and when the reader is strict.
   */
  isNilBody(): boolean {
    if (!this.elements.attributes.isNil()) return false;
    if (!this.elements.isBody) throw this.lexer.about('nil', 'it cannot be nil');
    this.deviate('nil', 'nil', 'it cannot be nil');
    readNil(this.elements);
    return true;
  }

  nil(): boolean {
    const { attributes } = this.elements;
    if (attributes.instance === 0 || !attributes.isNil()) return false;
    readNil(this.elements);
    return true;
  }

  text(): string {
    const { elements } = this;
    if (elements.attributes.instance !== 0 && this.isNilBody()) return '';
    return readText(elements);
  }

  openText(): string {
    const { elements } = this;
    if (elements.attributes.instance !== 0 && elements.attributes.isNil()) {
      throw this.lexer.about('nil', 'it cannot be nil');
    }
    return elements.empty ? '' : readOpenText(elements);
  }

  end(): void {
    if (this.elements.empty) this.elements.close();
    else this.elements.endTag();
  }

  base64(decoder: Base64Decoder): Uint8Array {
    return decoder.readBytes(this, decoder);
  }

  blob(decoder: BlobDecoder): Blob {
    return decoder.readBlob(this, decoder);
  }

  within<Value>(property: string, soFar: () => object, read: () => Value): Value {
    const outer = this.innermost;
    this.innermost = { property, soFar, outer };
    const value = read();
    this.innermost = outer;
    return value;
  }

  item(count: number, most?: number): void {
    checkItem(this.elements, count, most);
  }

  repeated(): XmlError {
    return this.lexer.about('repeated-element', 'it may be there once only');
  }

  misplaced(): XmlError {
    return this.lexer.about('unexpected-element', 'it does not belong here');
  }

  missing(tag: Tag): XmlError {
    return expectedElement(this.elements, tag, END);
  }

  expected(tag: Tag, next: number): XmlError {
    return expectedElement(this.elements, tag, next);
  }

  expectedOne(tags: readonly Tag[], next: number): XmlError {
    return expectedOneOf(this.elements, tags, next);
  }

  few(tag: Tag, least: number, next: number): XmlError {
    return tooFew(this.elements, tag, least, next);
  }

  invalid(type: string, reason: string): XmlError {
    return invalidValue(this.elements, type, reason);
  }

  invalidAttribute(name: AttributeName, type: string, reason: string): XmlError {
    return attributeError(this.elements, name, 'value', `not a valid ${type}: ${reason}`);
  }

  missingAttribute(name: AttributeName): XmlError {
    return attributeError(this.elements, name, 'missing-attribute', 'this required attribute is missing');
  }
}
