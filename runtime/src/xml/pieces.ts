import { attributeValue, normalisedLines, skipAttributeValue, skipPlainText } from './character-data.ts';
import { AMPERSAND, BANG, CR, GREATER, LESS, LF, QUESTION, SLASH } from './chars.ts';
import type { Declaration } from './declaration.ts';
import { DocumentReader } from './document-reader.ts';
import type { Lexer } from './lexer.ts';
import { type Limits, withDefaults } from './limits.ts';
import { XMLNS_NAMESPACE } from './namespaces.ts';

/** A range of the document as UTF-8, in bytes. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A start tag or an empty-element tag. */
export interface StartPiece extends Range {
  readonly kind: 'start';
  /** With its prefix. */
  readonly name: string;
  readonly namespace: string;
  readonly local: string;
  /** In their order, with namespace declarations. */
  readonly attributes: readonly WrittenAttribute[];
  /** The namespace declarations in scope, the innermost first. */
  readonly scope: Declaration | undefined;
}

/** An attribute with its notation in the document. */
export interface WrittenAttribute {
  /** With its prefix. */
  readonly name: string;
  /** Empty for one without a prefix, except for `xmlns`. */
  readonly namespace: string;
  readonly local: string;
  /** Normalised (XML 1.0, 3.3.3). */
  readonly value: string;
  /** The value in its quotes, with references unresolved. */
  readonly quoted: string;
}

/** Character data up to the next markup, or a CDATA section; references are resolved and line ends normalised. */
export interface TextPiece extends Range {
  readonly kind: 'text' | 'cdata';
  readonly value: string;
}

/** An XML declaration. */
export interface DeclarationPiece extends Range {
  readonly kind: 'declaration';
  /** As written; undefined without one. */
  readonly encoding: string | undefined;
}

/** A part of a document. An empty-element tag is followed by an `end` of no bytes. */
export type Piece =
  | StartPiece
  | TextPiece
  | DeclarationPiece
  | (Range & { readonly kind: 'end' | 'comment' | 'instruction' });

export interface PieceOptions {
  readonly limits?: { readonly [name in keyof Limits]?: number | undefined };
  /** Has precedence over the encoding of the XML declaration. */
  readonly charset?: string;
}

/**
 * Reads a document piece by piece, in its order; white space outside of the root element is discarded. Each piece is
 * checked when it is reached, so a caller can stop before the rest is read.
 *
 * @throws {XmlError} for a document that is not well-formed, that has a document type declaration, or reaches a limit.
 */
export function readPieces(document: Uint8Array, { limits = {}, charset }: PieceOptions = {}): Iterable<Piece> {
  return new PieceReader(document, charset, withDefaults(limits)).pieces();
}

class PieceReader extends DocumentReader {
  *pieces(): Generator<Piece> {
    const { lexer, elements } = this;
    const { pos: start } = lexer;
    const declaration = this.openProlog();
    if (declaration !== undefined) yield { kind: 'declaration', start, ...declaration };
    yield* this.#outside();
    this.openRootTag();
    yield this.#startPiece();
    while (elements.depth > 0) yield this.#inside();
    yield* this.#outside();
    this.finish();
  }

  /** Comments and instructions before or after the root element. */
  *#outside(): Generator<Piece> {
    const { lexer } = this;
    for (;;) {
      lexer.skipWhite();
      const start = lexer.pos;
      const kind = this.miscPiece();
      if (kind === undefined) return;
      yield { kind, start, end: lexer.pos };
    }
  }

  #inside(): Piece {
    const { lexer, elements } = this;
    const { data, pos: start } = lexer;
    if (elements.empty) {
      elements.close();
      return { kind: 'end', start, end: start };
    }
    if (data[start] !== LESS) return { kind: 'text', start, value: readText(lexer), end: lexer.pos };
    const next = data[start + 1];
    if (next === SLASH) {
      elements.endTag();
      return { kind: 'end', start, end: lexer.pos };
    }
    if (next === QUESTION) {
      lexer.instruction();
      return { kind: 'instruction', start, end: lexer.pos };
    }
    if (next === BANG) {
      if (lexer.commentOrCdata()) return { kind: 'comment', start, end: lexer.pos };
      const value = normalisedLines(lexer, lexer.cdata(), lexer.pos - 3);
      return { kind: 'cdata', start, value, end: lexer.pos };
    }
    lexer.pos++;
    elements.startTag();
    return this.#startPiece();
  }

  #startPiece(): StartPiece {
    const { lexer, elements, namespace, local } = this;
    const { nameStart, nameEnd, scope } = elements;
    return {
      kind: 'start',
      start: nameStart - 1,
      end: lexer.pos,
      name: lexer.slice(nameStart, nameEnd),
      namespace,
      local,
      attributes: this.#attributes(nameEnd),
      scope: scope.innermost,
    };
  }

  /** Reads the attributes of the start tag again: the reader keeps no offsets of declarations. */
  #attributes(nameEnd: number): WrittenAttribute[] {
    const { lexer, elements } = this;
    const { pos, data } = lexer;
    const attributes: WrittenAttribute[] = [];
    lexer.pos = nameEnd;
    for (;;) {
      lexer.skipWhite();
      const start = lexer.pos;
      if (data[start] === GREATER || data[start] === SLASH) break;
      const colon = lexer.qname();
      const name = lexer.slice(start, lexer.pos);
      lexer.skipWhite();
      lexer.pos++;
      lexer.skipWhite();
      const quote = lexer.pos;
      skipAttributeValue(lexer);
      const prefix = colon === -1 ? '' : lexer.slice(start, colon);
      const isDeclaration = name === 'xmlns' || prefix === 'xmlns';
      const namespace = prefix === '' ? '' : (elements.scope.namespaceOf(prefix) ?? '');
      attributes.push({
        name,
        namespace: isDeclaration ? XMLNS_NAMESPACE : namespace,
        local: prefix === '' ? name : name.slice(prefix.length + 1),
        value: attributeValue(lexer, quote + 1, lexer.pos - 1),
        quoted: lexer.slice(quote, lexer.pos),
      });
    }
    lexer.pos = pos;
    return attributes;
  }
}

/** Character data up to the next `<`. */
function readText(lexer: Lexer): string {
  const { data } = lexer;
  const parts: string[] = [];
  for (;;) {
    const start = lexer.pos;
    skipPlainText(lexer);
    if (lexer.pos > start) parts.push(lexer.slice(start, lexer.pos));
    if (data[lexer.pos] === AMPERSAND) parts.push(lexer.reference());
    else if (data[lexer.pos] === CR) {
      parts.push('\n');
      lexer.pos += data[lexer.pos + 1] === LF ? 2 : 1;
    } else return parts.join('');
  }
}
