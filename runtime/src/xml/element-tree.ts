import { skipPlainText } from './character-data.ts';
import { AMPERSAND, BANG, isWhite, LESS, QUESTION, SLASH } from './chars.ts';
import { skipMarkup } from './content.ts';
import type { Declaration } from './declaration.ts';
import { DocumentReader } from './document-reader.ts';
import { unknownDeclaration } from './known-declarations.ts';
import { type Limits, withDefaults } from './limits.ts';
import type { AnyAttribute } from './wildcard.ts';

/** An element of a document that is in memory. */
export interface TreeElement {
  readonly namespace: string;
  readonly local: string;
  /** Without namespace declarations. */
  readonly attributes: readonly AnyAttribute[];
  readonly children: readonly TreeElement[];
  /** The namespace declarations in scope, the innermost first. */
  readonly scope: Declaration | undefined;
  /** Those outside of it. */
  readonly outerScope: Declaration | undefined;
  /** Offset in bytes of the `<` of its start tag, in the document as UTF-8. */
  readonly start: number;
  /** Offset in bytes after the name in its start tag. */
  readonly nameEnd: number;
  /** Offset in bytes after its start tag. */
  readonly tagEnd: number;
  /** Offset in bytes of its end tag; `end` without one, and where `content` was read. */
  readonly closeTag: number;
  /** Offset in bytes after its end tag. */
  readonly end: number;
  /** Offset in bytes of the first character of text beside its children; -1 without any. */
  readonly strayText: number;
  /** Its content as XML text, if it was read as such; undefined otherwise. */
  readonly content: string | undefined;
}

export interface TreeDocument {
  readonly root: TreeElement;
  /** The document as UTF-8, which the offsets refer to. */
  readonly data: Uint8Array;
}

export interface TreeOptions {
  readonly limits?: { readonly [name in keyof Limits]?: number | undefined };
  /** Whether the content of an element is kept as XML text, such as that of documentation; by default of none. */
  readonly keepsContent?: (namespace: string, local: string) => boolean;
  /** Whether the content of an element is only checked: it has no `children`, and its text is not looked for. */
  readonly skipsContent?: (namespace: string, local: string) => boolean;
  /** Namespaces of prefixes that the document need not declare. */
  readonly declared?: Readonly<Record<string, string>>;
}

/**
 * Reads a document as a tree of its elements, with the offset of each. Comments and processing instructions are discarded.
 *
 * @throws {XmlError} for a document that is not well-formed, that has a document type declaration, or reaches a limit.
 */
export function readTree(
  document: Uint8Array,
  { limits = {}, keepsContent = () => false, skipsContent = () => false, declared = {} }: TreeOptions = {},
): TreeDocument {
  const reader = new TreeReader(document, withDefaults(limits), keepsContent, skipsContent);
  for (const [prefix, namespace] of Object.entries(declared)) {
    reader.elements.scope.declare(unknownDeclaration(prefix, namespace));
  }
  return reader.read();
}

interface OpenElement extends TreeElement {
  readonly children: TreeElement[];
  closeTag: number;
  end: number;
  strayText: number;
}

class TreeReader extends DocumentReader {
  readonly #keepsContent: (namespace: string, local: string) => boolean;
  readonly #skipsContent: (namespace: string, local: string) => boolean;
  /** Whether the last element was read through its end tag. */
  #isClosed = false;

  constructor(
    document: Uint8Array,
    limits: Limits,
    keepsContent: (namespace: string, local: string) => boolean,
    skipsContent: (namespace: string, local: string) => boolean,
  ) {
    super(document, undefined, limits);
    this.#keepsContent = keepsContent;
    this.#skipsContent = skipsContent;
  }

  read(): TreeDocument {
    this.openRoot();
    const root = this.#element();
    const open: OpenElement[] = this.#isClosed ? [] : [root];
    for (let parent = open.at(-1); parent !== undefined; parent = open.at(-1)) {
      if (!this.#openNext(parent)) {
        parent.end = this.lexer.pos;
        open.pop();
        continue;
      }
      const child = this.#element();
      parent.children.push(child);
      if (!this.#isClosed) open.push(child);
    }
    this.finish();
    return { root, data: this.lexer.data };
  }

  #element(): OpenElement {
    const { namespace, local, lexer, elements } = this;
    const start = elements.nameStart - 1;
    const tagEnd = lexer.pos;
    const attributes = elements.attributes.all();
    const { nameEnd, outerScope } = elements;
    const scope = elements.scope.innermost;
    const content = this.#keepsContent(namespace, local) ? this.rawContent() : undefined;
    const isSkipped = content === undefined && this.#skipsContent(namespace, local);
    if (isSkipped) this.skip();
    this.#isClosed = isSkipped || content !== undefined;
    const end = lexer.pos;
    // One literal: with a spread in it, an element takes twenty times as long.
    return {
      namespace,
      local,
      attributes,
      children: [],
      scope,
      outerScope,
      start,
      nameEnd,
      tagEnd,
      closeTag: end,
      end,
      strayText: -1,
      content,
    };
  }

  /** Opens the next child, or reads the end tag and returns false. */
  #openNext(parent: OpenElement): boolean {
    const { elements, lexer } = this;
    const { data } = lexer;
    elements.attributes.instance = 0;
    if (elements.empty) {
      parent.closeTag = lexer.pos;
      elements.close();
      return false;
    }
    for (;;) {
      const start = lexer.pos;
      skipPlainText(lexer);
      const end = lexer.pos;
      if (parent.strayText === -1) parent.strayText = firstText(data, start, end);
      const byte = data[end];
      const next = data[end + 1];
      if (byte === LESS && next !== SLASH && next !== QUESTION && next !== BANG) {
        lexer.pos++;
        elements.startTag();
        return true;
      }
      if (byte === AMPERSAND && parent.strayText === -1) parent.strayText = end;
      parent.closeTag = end;
      skipMarkup(elements);
      if (byte === LESS && next === SLASH) return false;
    }
  }
}

function firstText(data: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (!isWhite(data[at] as number)) return at;
  return -1;
}
