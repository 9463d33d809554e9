/** An attribute with the white space before it. Its place in a start tag is known to be well-formed. */
const ATTRIBUTE = /[\t\n\r ]+([^\t\n\r =/>]+)[\t\n\r ]*=[\t\n\r ]*("[^"]*"|'[^']*')/y;
const NAME = /^<[^\t\n\r />]+/;

/** Where in an element's text the declaration of its default namespace stands; undefined when it has none. */
function find(xml: string): { readonly start: number; readonly end: number; readonly empty: boolean } | undefined {
  ATTRIBUTE.lastIndex = nameEnd(xml);
  for (;;) {
    const start = ATTRIBUTE.lastIndex;
    const found = ATTRIBUTE.exec(xml);
    if (found === null) return undefined;
    if (found[1] === 'xmlns') return { start, end: ATTRIBUTE.lastIndex, empty: found[2]?.length === 2 };
  }
}

function nameEnd(xml: string): number {
  return NAME.exec(xml)?.[0].length ?? 0;
}

/** An element's text without an `xmlns=""` of its own, which says nothing where the text stands alone. */
export function withoutEmptyDefault(xml: string): string {
  const found = find(xml);
  return found?.empty ? xml.slice(0, found.start) + xml.slice(found.end) : xml;
}

/** The same text to be put where a default namespace is in force: with `xmlns=""`, unless it declares one of its own. */
export function withEmptyDefault(xml: string): string {
  const end = nameEnd(xml);
  return find(xml) === undefined ? `${xml.slice(0, end)} xmlns=""${xml.slice(end)}` : xml;
}
