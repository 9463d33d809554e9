import { BANG, isWhite, LESS, QUESTION, UPPER_D } from './chars.ts';
import { isSupportedCharset, notAscii } from './charset.ts';
import { ContentCursor } from './content-cursor.ts';
import { readDeclaration } from './declaration.ts';
import type { Limits } from './limits.ts';

/** A document: what stands before its root and after it (XML 1.0, 2.1 and 2.8). */
export abstract class DocumentCursor extends ContentCursor {
  private readonly charset: string | undefined;

  protected constructor(message: Uint8Array, charset: string | undefined, limits: Limits) {
    super(message, charset, limits);
    this.charset = charset;
  }

  /** Reads what stands before the root, and opens it. @throws {XmlError} `doctype`, `ill-formed` or `encoding`. */
  openRoot(): void {
    if (this.startsWith('<?xml', this.pos) && isWhite(this.data[this.pos + 5] as number)) this.readXmlDeclaration();
    this.misc();
    if (this.data[this.pos] !== LESS) {
      throw this.illFormed(this.pos === this.size ? 'there is no root element' : 'text before the root element');
    }
    this.pos++;
    this.startTag();
  }

  /** To be called when the root was read through its end tag: only comments, instructions and white space may follow. */
  finish(): void {
    this.misc();
    if (this.pos !== this.size) throw this.illFormed('something follows the root element');
  }

  private readXmlDeclaration(): void {
    const start = this.pos;
    const { end, encoding } = readDeclaration(this.data, start, (reason) => this.illFormed(reason, start));
    this.pos = end;
    if (encoding === undefined || this.charset !== undefined) return;
    if (
      encoding.toLowerCase().startsWith('utf-16') !== (this.message.family === 'utf-16') ||
      !isSupportedCharset(encoding)
    ) {
      throw this.fail(
        'encoding',
        'The encoding of the XML declaration is not supported or not the one that is used; send UTF-8.',
      );
    }
    if (encoding.toLowerCase().endsWith('ascii') && !this.ascii) {
      throw notAscii();
    }
  }

  /** What is done at a document type declaration: it is refused. Nothing but a subclass can do otherwise, and only tests have one. */
  protected documentType(): void {
    throw this.doctype();
  }

  /** Comments, processing instructions and white space. */
  private misc(): void {
    for (;;) {
      this.skipWhite();
      if (this.data[this.pos] !== LESS) return;
      const next = this.data[this.pos + 1];
      if (next === QUESTION) this.instruction();
      else if (next !== BANG) return;
      else if (this.data[this.pos + 2] === UPPER_D) this.documentType();
      else if (!this.commentOrCdata()) throw this.illFormed('a CDATA section outside the root element');
    }
  }
}
