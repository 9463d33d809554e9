import { readDeclaration } from '#shortcuts';
import { BANG, isWhite, LESS, QUESTION } from './chars.ts';
import { nextChild, skipElement } from './content.ts';
import { ElementStack } from './element-stack.ts';
import { isSupportedCharset, notAscii, type XmlDeclaration } from './encoding.ts';
import { Lexer } from './lexer.ts';
import type { Limits } from './limits.ts';
import { type RawElement, readRaw, readRawContent, textOfLast, withoutEmptyDefault } from './raw-element.ts';
import type { AnyAttribute, AnyElement } from './wildcard.ts';

/**
 * Reads a document element by element, whatever the names: the envelope, header blocks and faults of SOAP. Everything is
 * checked to be well-formed, skipped parts included; nothing is repaired.
 */
export class DocumentReader {
  readonly lexer: Lexer;
  readonly elements: ElementStack;
  private readonly charset: string | undefined;
  /** Bytes of the namespace declarations that were added to elements of wildcards. */
  private addedBytes = 0;

  /** @throws {XmlError} `encoding` when the message is not valid in its charset. */
  constructor(message: Uint8Array, charset: string | undefined, limits: Limits) {
    this.lexer = new Lexer(message, charset, limits);
    this.elements = new ElementStack(this.lexer);
    this.charset = charset;
  }

  /** Reads the prolog and the root's start tag (XML 1.0, 2.8). @throws {XmlError} `doctype`, `ill-formed` or `encoding`. */
  openRoot(): void {
    this.openProlog();
    this.misc();
    this.openRootTag();
  }

  /** Reads the XML declaration; undefined without one. */
  protected openProlog(): XmlDeclaration | undefined {
    const { lexer } = this;
    const isDeclared = lexer.startsWith('<?xml', lexer.pos) && isWhite(lexer.data[lexer.pos + 5] as number);
    return isDeclared ? this.readXmlDeclaration() : undefined;
  }

  /** Reads the root's start tag. */
  protected openRootTag(): void {
    const { lexer } = this;
    if (lexer.data[lexer.pos] !== LESS) {
      throw lexer.illFormed(lexer.pos === lexer.size ? 'there is no root element' : 'text before the root element');
    }
    lexer.pos++;
    this.elements.startTag();
  }

  /** Reads the end of the document, after the root's end tag: only comments, instructions and white space may follow. */
  finish(): void {
    this.misc();
    if (this.lexer.pos !== this.lexer.size) throw this.lexer.illFormed('something follows the root element');
  }

  private readXmlDeclaration(): XmlDeclaration {
    const { lexer } = this;
    const start = lexer.pos;
    const declaration = readDeclaration(lexer.data, start, (reason) => lexer.illFormed(reason, start));
    const { encoding } = declaration;
    lexer.pos = declaration.end;
    if (encoding === undefined || this.charset !== undefined) return declaration;
    const name = encoding.toLowerCase();
    if (name.startsWith('utf-16') !== (lexer.message.family === 'utf-16') || !isSupportedCharset(name)) {
      throw lexer.fail(
        'encoding',
        'The encoding of the XML declaration is not supported or not the one that is used; send UTF-8.',
      );
    }
    if (name.endsWith('ascii') && !lexer.ascii) throw notAscii();
    return declaration;
  }

  /** Comments, processing instructions and white space. */
  private misc(): void {
    do this.lexer.skipWhite();
    while (this.miscPiece() !== undefined);
  }

  /** Reads a comment or an instruction outside of the root element; undefined, with nothing read, for anything else. */
  protected miscPiece(): 'comment' | 'instruction' | undefined {
    const { lexer } = this;
    if (lexer.data[lexer.pos] !== LESS) return undefined;
    const next = lexer.data[lexer.pos + 1];
    if (next === QUESTION) {
      lexer.instruction();
      return 'instruction';
    }
    if (next !== BANG) return undefined;
    if (!lexer.commentOrCdata()) throw lexer.illFormed('a CDATA section outside the root element');
    return 'comment';
  }

  /** The open element is the body's: paths in errors begin with it. */
  markBody(): void {
    this.elements.markBody();
  }

  /** Namespace name of the open element. */
  get namespace(): string {
    return this.elements.namespace;
  }

  /** Local name of the open element. */
  get local(): string {
    return this.elements.local;
  }

  /** Whether the open element has this expanded name. */
  isNamed(namespace: string, local: string): boolean {
    return this.elements.local === local && this.elements.namespace === namespace;
  }

  resolvePrefix(prefix: string): string | undefined {
    return this.elements.scope.namespaceOf(prefix);
  }

  /** Value of an attribute of the open element; undefined without it. Call it before the content is read. */
  attributeNamed(namespace: string, local: string): string | undefined {
    return this.elements.attributes.valueOf(namespace, local);
  }

  /** Whether the open element has attributes other than declarations. */
  get hasAttributes(): boolean {
    return this.elements.attributes.count > 0;
  }

  /** All attributes of the open element except namespace declarations. Call it before the content is read. */
  attributes(): AnyAttribute[] {
    return this.elements.attributes.all();
  }

  /** Opens the next child of the open element, whatever its name. @returns false when the end tag was read instead. */
  openChild(): boolean {
    const { elements } = this;
    elements.attributes.instance = 0;
    if (elements.empty) {
      elements.close();
      return false;
    }
    if (!nextChild(elements)) return false;
    elements.startTag();
    return true;
  }

  skip(): void {
    skipElement(this.elements);
  }

  /** Reads the open element through its end tag and keeps its bytes. */
  raw(): RawElement {
    return readRaw(this.elements);
  }

  /** Reads the content of the open element through its end tag, as XML text with the declarations that it needs. */
  rawContent(): string {
    return readRawContent(this.elements);
  }

  any(): AnyElement {
    const { elements, lexer } = this;
    const start = elements.nameStart - 1;
    const element = readRaw(elements);
    const xml = textOfLast(elements, element);
    // The added declarations can be much longer than the elements.
    this.addedBytes += Math.max(0, xml.length - (lexer.pos - start));
    if (this.addedBytes > lexer.limits.maxBodyBytes) throw lexer.limit('maxBodyBytes');
    return { namespace: element.namespace, local: element.local, xml: withoutEmptyDefault(xml) };
  }
}
