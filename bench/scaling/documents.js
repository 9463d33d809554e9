// Attacks on the reader: documents of about a given size, each of which is read and discarded.
const encoder = new TextEncoder();

/** Repeats a piece, or numbered pieces, up to a size in bytes. */
export const fill = (bytes, piece) => {
  if (typeof piece === 'string') return piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));
  const parts = [];
  for (let length = 0, index = 0; length < bytes; index++) {
    const part = piece(index);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
};

const within = (content) => `<a>${content}</a>`;
const tower = (tag, depth = 200) => tag.repeat(depth) + '</a>'.repeat(depth);
const number = (index) => index.toString(36);

/** Documents by name: text or bytes, and `ends` with the error code that reading must end with, if any. */
export const documents = {
  'depth: towers of 200': (n) => within(fill(n, tower('<a>'))),
  'depth: towers that declare anew in each': (n) => within(fill(n, tower('<a xmlns="u" xmlns:p="v">'))),
  'depth: towers with 20 declarations in each': (n) =>
    within(fill(n, tower(`<a ${fill(200, (at) => `xmlns:p${at}="u" `)}>`))),
  'attributes: of one element': (n) => `<a ${fill(n, (at) => `b${number(at)}="" `)}/>`,
  'attributes: of one element, equal lengths': (n) => `<a ${fill(n, (at) => `b${String(at).padStart(9, '0')}="" `)}/>`,
  'attributes: eight of each element': (n) => within(fill(n, '<b a="1" b="2" c="3" d="4" e="5" f="6" g="7" h="8"/>')),
  'attributes: values with references': (n) => within(fill(n, '<b a="&lt;&amp;&#65;" b="&#x20AC;"/>')),
  'attributes: one value': (n) => `<a b="${fill(n, 'v')}"/>`,
  'attributes: one value of references': (n) => `<a xmlns="${fill(n, '&amp;')}"/>`,
  'attributes: one value of line ends': (n) => `<a xmlns="${fill(n, '\r\n')}"/>`,
  'attributes: with prefixes of one long namespace': (n) =>
    `<a ${fill(n / 2, (at) => `xmlns:p${number(at)}="urn:${'x'.repeat(200)}" `)}${fill(n / 400, (at) => `p${number(at)}:q${number(at)}="" `)}/>`,
  'attributes: the same twice, at the end': (n) => ({
    ends: 'ill-formed',
    text: `<a z="" ${fill(n, (at) => `b${number(at)}="" `)} z=""/>`,
  }),
  'namespaces: declarations of one element': (n) => `<a ${fill(n, (at) => `xmlns:p${number(at)}="u" `)}/>`,
  'namespaces: different names': (n) => `<a ${fill(n, (at) => `xmlns:p${number(at)}="u${at}" `)}/>`,
  'namespaces: many prefixes, each used once': (n) =>
    `<a ${fill(n / 2, (at) => `xmlns:p${number(at)}="u" `)}>${fill(n / 4, (at) => `<p${number(at)}:b/>`)}</a>`,
  'namespaces: the oldest of many used again and again': (n) =>
    `<a ${fill(n / 2, (at) => `xmlns:p${number(at)}="u" `)}>${fill(n / 2, '<p0:b p1:c=""/>')}</a>`,
  'namespaces: one redeclared by siblings, over many': (n) =>
    `<a ${fill(n / 2, (at) => `xmlns:p${number(at)}="u" `)}>${fill(n / 2, '<b xmlns:p1="v" xmlns="w"/>')}</a>`,
  'namespaces: declared and used by siblings': (n) => within(fill(n, '<p:b xmlns:p="u" p:c=""/>')),
  'namespaces: an undeclared prefix at the end': (n) => ({
    ends: 'ill-formed',
    text: `<a ${fill(n, (at) => `xmlns:p${number(at)}="u" `)}><q:b/></a>`,
  }),
  'elements: empty ones': (n) => within(fill(n, '<b/>')),
  'elements: with end tags': (n) => within(fill(n, '<bb>1</bb>')),
  'elements: of names above ASCII': (n) => within(fill(n / 2, '<ñandú/>')),
  'long names: of one element': (n) => `<${fill(n, 'n')}/>`,
  'long names: of one element above ASCII': (n) => `<${fill(n / 2, 'é')}/>`,
  'long names: start and end tag': (n) => `<${fill(n / 2, 'n')}></${fill(n / 2, 'n')}>`,
  'long names: of one attribute': (n) => `<a ${fill(n, 'n')}=""/>`,
  'long names: of one prefix': (n) => `<${fill(n / 2, 'p')}:a xmlns:${fill(n / 2, 'p')}="u"/>`,
  'long names: nearly equal attributes': (n) => within(fill(n, `<b ${'x'.repeat(2000)}1="" ${'x'.repeat(2000)}2=""/>`)),
  'text: ASCII': (n) => within(fill(n, 'x')),
  'text: of two, three and four bytes a character': (n) => within(fill(n / 3, 'é€😀')),
  'text: U+F000, which begins as U+FFFF does': (n) => within(fill(n / 3, '\uf000')),
  'text: in UTF-16': (n) => Buffer.from(`\ufeff${within(fill(n / 2, 'x€'))}`, 'utf16le'),
  'text: brackets': (n) => within(fill(n, ']')),
  'text: nearly the end of a CDATA section': (n) => within(fill(n, ']] >')),
  'text: CR': (n) => within(fill(n, '\r')),
  'text: CR LF': (n) => within(fill(n, '\r\n')),
  'text: a control character at the end': (n) => ({ ends: 'ill-formed', text: within(`${fill(n, 'x')}\u0001`) }),
  'white space: between elements': (n) => within(fill(n, '   \n\t<b/>')),
  'white space: nothing else': (n) => within(fill(n, ' ')),
  'white space: in a start tag': (n) => `<a${fill(n, ' ')}/>`,
  'white space: in an end tag': (n) => `<a></a${fill(n, ' ')}>`,
  'white space: around an equals sign': (n) => `<a b${fill(n / 2, ' ')}=${fill(n / 2, ' ')}""/>`,
  'white space: before and after the root': (n) => `${fill(n / 2, '\n')}<a/>${fill(n / 2, '\n')}`,
  'white space: in the XML declaration': (n) => `<?xml version="1.0"${fill(n, ' ')}?><a/>`,
  'XML declaration: question marks': (n) => ({ ends: 'ill-formed', text: `<?xml version="1.0" ${fill(n, '?')}` }),
  'XML declaration: a long encoding': (n) => ({
    ends: 'encoding',
    text: `<?xml version="1.0" encoding="a${fill(n, 'a')}"?><a/>`,
  }),
  'comments: many': (n) => within(fill(n, '<!---->')),
  'comments: one': (n) => within(`<!--${fill(n, 'x')}-->`),
  'comments: one of single dashes': (n) => within(`<!--${fill(n, '- ')}-->`),
  'comments: before the root': (n) => `${fill(n, '<!-- x -->')}<a/>`,
  'comments: one that does not end': (n) => ({ ends: 'ill-formed', text: `<a><!--${fill(n, 'x')}` }),
  'instructions: many': (n) => within(fill(n, '<?p?>')),
  'instructions: one of question marks': (n) => within(`<?p ${fill(n, '? ')}?>`),
  'instructions: a long target': (n) => within(`<?${fill(n, 'p')}?>`),
  'CDATA: many sections': (n) => within(fill(n, '<![CDATA[x]]>')),
  'CDATA: one section of brackets': (n) => within(`<![CDATA[${fill(n, ']')}]]>`),
  'CDATA: sections of CR': (n) => within(`<![CDATA[${fill(n, '\r')}]]>`),
  'references: decimal': (n) => within(fill(n, '&#65;')),
  'references: hexadecimal': (n) => within(fill(n, '&#x1F600;')),
  'references: built-in entities': (n) => within(fill(n, '&amp;&lt;')),
  'references: one of many zeros': (n) => within(`&#${fill(n, '0')}65;`),
  'references: one that does not end': (n) => ({ ends: 'ill-formed', text: `<a>&#${fill(n, '1')}` }),
};

/** A document as bytes, with the expected error code. */
export function documentOf(make, bytes) {
  const input = make(bytes);
  const { ends = 'read', text = input } = input instanceof Uint8Array || typeof input === 'string' ? {} : input;
  return { ends, bytes: typeof text === 'string' ? encoder.encode(text) : text };
}
