import { decodeUtf8 } from '#bytes';
import { skipPlainText } from './character-data.ts';
import { BANG, LESS, QUESTION } from './chars.ts';
import { skipElement, skipMarkup } from './content.ts';
import type { Declaration } from './declaration.ts';
import type { ElementStack } from './element-stack.ts';
import { escapeAttribute } from './escape.ts';

/** Anything that may be the prefix of a QName, in a name or in a value such as that of xsi:type: the characters before a colon. */
const WORDS = /[^\t\n\r -,/:-@[-^`{-\x7f]+(:?)/g;

/** The text of an element and the namespace declarations that apply to it. */
interface Source {
  /** From its `<` through its end tag: the text of an ASCII message, otherwise the bytes, which take less memory. */
  readonly content: string | Uint8Array;
  /** Length of its name, prefix included. */
  readonly nameBytes: number;
  /** The innermost declaration in its start tag, or outside of it. */
  readonly inner: Declaration | undefined;
  /** The innermost declaration outside of it. */
  readonly outer: Declaration | undefined;
}

/** An element of a message with its bytes: a header block, a part of a fault's detail. */
export class RawElement {
  readonly namespace: string;
  readonly local: string;
  readonly #source: Source;

  constructor(namespace: string, local: string, source: Source) {
    this.namespace = namespace;
    this.local = local;
    this.#source = source;
  }

  /** The element as XML text with the outer namespace declarations that it needs. Built at each access, since few are read. */
  get xml(): string {
    const { outer } = this.#source;
    const around = new Map<string, Declaration>();
    for (let at = outer; at !== undefined; at = at.outer) if (!around.has(at.prefix)) around.set(at.prefix, at);
    return this.textWithin((prefix) => around.get(prefix));
  }

  /** As `xml`. @param find returns the declaration of a prefix outside the element. */
  textWithin(find: (prefix: string) => Declaration | undefined): string {
    const { content, nameBytes } = this.#source;
    const head = textAt(content, 0, 1 + nameBytes);
    const rest = textAt(content, 1 + nameBytes, content.length);
    return head + this.#declarations(head + rest, find) + rest;
  }

  #declarations(text: string, find: (prefix: string) => Declaration | undefined): string {
    const { inner, outer } = this.#source;
    const declared = new Set<string>();
    for (let at = inner; at !== outer && at !== undefined; at = at.outer) declared.add(at.prefix);
    const needed: Declaration[] = [];
    const need = (prefix: string): void => {
      const declaration = declared.has(prefix) ? undefined : find(prefix);
      // Words that are not prefixes are not added to the set: a text can hold very many.
      if (declaration === undefined) return;
      declared.add(prefix);
      if (declaration.namespace !== '') needed.push(declaration);
    };
    need('');
    for (const [word, colon] of text.matchAll(WORDS)) if (colon === ':') need(word.slice(0, -1));
    return needed
      .sort((a, b) => b.count - a.count)
      .map(({ prefix, namespace }) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(namespace)}"`)
      .join('');
  }
}

function textAt(content: string | Uint8Array, start: number, end: number): string {
  return typeof content === 'string' ? content.slice(start, end) : decodeUtf8(content, start, end);
}

/** Reads the open element through its end tag and keeps its text. */
export function readRaw(elements: ElementStack): RawElement {
  const { lexer, scope, namespace, local, nameStart, nameEnd, outerScope: outer } = elements;
  const inner = scope.innermost;
  const start = nameStart - 1;
  skipElement(elements);
  // A copy, so that it does not keep the whole message in memory; that of a Buffer would keep it. A string costs less.
  const content = lexer.ascii ? lexer.slice(start, lexer.pos) : new Uint8Array(lexer.data.subarray(start, lexer.pos));
  return new RawElement(namespace, local, { content, nameBytes: nameEnd - nameStart, inner, outer });
}

/** As `RawElement.xml`, for the element that was read last: its outer declarations are still in scope. */
export function textOfLast(elements: ElementStack, element: RawElement): string {
  return element.textWithin((prefix) => elements.scope.findDeclared(prefix));
}

/** Reads the content of the open element through its end tag, each child with the declarations that it needs. */
export function readRawContent(elements: ElementStack): string {
  const { lexer, depth } = elements;
  const { data } = lexer;
  if (elements.empty) {
    elements.close();
    return '';
  }
  let content = '';
  let from = lexer.pos;
  for (;;) {
    skipPlainText(lexer);
    const start = lexer.pos;
    const isTag = data[start] === LESS && data[start + 1] !== BANG && data[start + 1] !== QUESTION;
    if (isTag) content += lexer.slice(from, start);
    skipMarkup(elements);
    if (elements.depth < depth) return content;
    if (!isTag) continue;
    content += textOfLast(elements, readRaw(elements));
    // The added declarations can be much longer than the children.
    if (content.length > lexer.limits.maxBodyBytes) throw lexer.limit('maxBodyBytes');
    from = lexer.pos;
  }
}

/** An attribute of a well-formed start tag, with the white space before it. */
const ATTRIBUTE = /[\t\n\r ]+([^\t\n\r =/>]+)[\t\n\r ]*=[\t\n\r ]*("[^"]*"|'[^']*')/y;
const NAME = /^<[^\t\n\r />]+/;

/** Finds the declaration of the default namespace in an element's start tag; undefined without one. */
function defaultDeclaration(
  xml: string,
): { readonly start: number; readonly end: number; readonly empty: boolean } | undefined {
  ATTRIBUTE.lastIndex = nameLength(xml);
  for (;;) {
    const start = ATTRIBUTE.lastIndex;
    const found = ATTRIBUTE.exec(xml);
    if (found === null) return undefined;
    if (found[1] === 'xmlns') return { start, end: ATTRIBUTE.lastIndex, empty: found[2]?.length === 2 };
  }
}

function nameLength(xml: string): number {
  return NAME.exec(xml)?.[0].length ?? 0;
}

/** An element's text without an `xmlns=""` in its start tag, which has no effect outside of a document. */
export function withoutEmptyDefault(xml: string): string {
  const found = defaultDeclaration(xml);
  return found?.empty ? xml.slice(0, found.start) + xml.slice(found.end) : xml;
}

/** An element's text for where a default namespace is in scope: with `xmlns=""`, unless it declares a default namespace. */
export function withEmptyDefault(xml: string): string {
  const end = nameLength(xml);
  return defaultDeclaration(xml) === undefined ? `${xml.slice(0, end)} xmlns=""${xml.slice(end)}` : xml;
}
