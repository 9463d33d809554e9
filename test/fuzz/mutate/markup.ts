/** The markup of a document, as far as it can be recognised in ill-formed text. */

const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/?[^<>]*>|[^<]+|</g;
const NAME = /^<\/?([^\s/>]+)/;
const ATTRIBUTE = /\s+([^\s=/>"']+)\s*=\s*("[^"<]*"|'[^'<]*')/g;

/** Half-open, in characters. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface TagSpan extends Span {
  readonly kind: 'start' | 'empty' | 'end';
  readonly name: string;
}

export interface ElementSpan extends Span {
  readonly start: TagSpan;
  /** Undefined of an empty-element tag. */
  readonly end: TagSpan | undefined;
}

export interface Markup {
  readonly tags: readonly TagSpan[];
  readonly texts: readonly Span[];
  readonly elements: readonly ElementSpan[];
}

export function markupOf(xml: string): Markup {
  const tags: TagSpan[] = [];
  const texts: Span[] = [];
  const elements: ElementSpan[] = [];
  const open: TagSpan[] = [];
  for (const match of xml.matchAll(TOKEN)) {
    const [token] = match;
    const span = { from: match.index, to: match.index + token.length };
    if (token[0] !== '<') texts.push(span);
    const name = NAME.exec(token)?.[1];
    if (token[0] !== '<' || token[1] === '!' || token[1] === '?' || name === undefined) continue;
    const kind = token[1] === '/' ? 'end' : token.at(-2) === '/' ? 'empty' : 'start';
    const tag: TagSpan = { ...span, kind, name };
    tags.push(tag);
    if (kind === 'empty') elements.push({ ...span, start: tag, end: undefined });
    else if (kind === 'start') open.push(tag);
    else {
      const start = open.pop();
      if (start !== undefined) elements.push({ from: start.from, to: span.to, start, end: tag });
    }
  }
  return { tags, texts, elements };
}

/** The attributes of a start tag with the white space before each, as spans of the document. */
export function attributesOf(xml: string, tag: TagSpan): (Span & { readonly name: string; readonly value: string })[] {
  return [...xml.slice(tag.from, tag.to).matchAll(ATTRIBUTE)].map((match) => ({
    from: tag.from + match.index,
    to: tag.from + match.index + match[0].length,
    name: match[1] as string,
    value: match[2] as string,
  }));
}
