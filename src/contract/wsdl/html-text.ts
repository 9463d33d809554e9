const blocks = 'p|div|ul|ol|dl|dt|dd|table|thead|tbody|tr|h[1-6]|hr|pre|blockquote';
const inline = 'a|b|i|u|em|strong|code|tt|span|font|small|sub|sup|li|td|th';

/** What HTML has and plain text does not: `List<B>` and `a < b` are not HTML. */
const signs = new RegExp(`<[bh]r\\s*/?>|</(?:${blocks}|${inline})\\s*>|(?<!\\w)<(?:p|li)\\s*>|&nbsp;`, 'i');

// A tag ends before the next one, so that the time is proportional to the length.
const attributes = '(?:\\s[^<>]*)?/?>';
const lineBreak = new RegExp(`<(?:\\w+:)?br${attributes}[ \\t]*\\n?`, 'gi');
const listItem = new RegExp(`<(?:\\w+:)?li${attributes}\\s*`, 'gi');
const block = new RegExp(`</?(?:\\w+:)?(?:${blocks})${attributes}`, 'gi');
const cell = new RegExp(`<(?:\\w+:)?(?:td|th)${attributes}`, 'gi');
const other = new RegExp(`</?(?:\\w+:)?(?:${inline}|br)${attributes}`, 'gi');

/** A text without the HTML in it; one without HTML as it is. */
export function withoutHtml(text: string): string {
  if (!signs.test(text)) return text;
  const plain = linesOf(withoutTags(text));
  const resolved = resolveHtmlReferences(plain);
  // `<p>Write &lt;br&gt;</p>` is about HTML, and would be taken for it in the WSDL that is written from the text.
  return signs.test(resolved) ? plain : resolved;
}

/** Elements of HTML as text: a line for a block, a dash for an item of a list. */
export function withoutTags(markup: string): string {
  return markup
    .replace(lineBreak, '\n')
    .replace(listItem, '\n- ')
    .replace(block, '\n')
    .replace(cell, ' ')
    .replace(other, '');
}

/** HTML has no indentation. The items of a list follow each other. */
export function linesOf(text: string): string {
  const lines: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('- ')) while (lines.at(-1) === '') lines.pop();
    lines.push(line);
  }
  return lines.join('\n');
}

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  times: '×',
  euro: '€',
  szlig: 'ß',
};

/** By the end of a reference such as `&eacute;`. */
const accents: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
};

function resolveHtmlReferences(text: string): string {
  return text
    .replace(/&([a-z])(grave|acute|circ|tilde|uml|ring|cedil);/gi, (_, letter: string, accent: string) =>
      `${letter}${accents[accent.toLowerCase()] ?? ''}`.normalize(),
    )
    .replace(/&#(\d{2,5});/g, (whole, code: string) =>
      isText(Number(code)) ? String.fromCodePoint(Number(code)) : whole,
    )
    .replace(/&(\w+);/g, (whole, name: string) =>
      Object.hasOwn(characters, name) ? (characters[name] ?? whole) : whole,
    );
}

/** Whether XML may contain a character of the basic plane. */
function isText(code: number): boolean {
  return code >= 0x20 && code < 0xd800;
}
