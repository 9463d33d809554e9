import { describe, expect, it } from 'vitest';
import { readBase64, readBlob } from '../types/binary-types.ts';
import { XmlBytesReader } from './bytes-reader.ts';
import { children, childrenOf, optional } from './codec-tables.ts';
import { XmlError, type XmlErrorCode } from './error.ts';
import { END } from './reader.ts';
import { tag } from './tag.ts';

const U = 'urn:u';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const a = tag(U, 'a');
const b = tag(U, 'b');
const c = tag(U, 'c');
const table = children(a, b, c);

function open(xml: string, strict = false): XmlBytesReader {
  const reader = new XmlBytesReader(new TextEncoder().encode(xml), { strict });
  reader.openRoot();
  return reader;
}

/** The children of the root by local name and text, through the end of the document. */
function readAll(xml: string, strict = false): string[] {
  const reader = open(xml, strict);
  const found: string[] = [];
  for (let child = reader.child(table); child !== END; child = reader.child(table)) {
    found.push(`${table.tags[child]?.local}=${reader.text()}`);
  }
  reader.finish();
  return found;
}

function errorOf(act: () => unknown): XmlError {
  try {
    act();
  } catch (error) {
    if (error instanceof XmlError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

function text(content: string): string {
  const reader = open(`<r>${content}</r>`);
  const value = reader.text();
  reader.finish();
  return value;
}

describe('the order of fields', () => {
  it('R1: reads fields in schema order', () => {
    expect(readAll(`<r xmlns="${U}"><a>1</a><b>2</b><c>3</c></r>`)).toEqual(['a=1', 'b=2', 'c=3']);
    expect(readAll(`<r xmlns="${U}"><a>1</a><b>2</b><c>3</c></r>`, true)).toEqual(['a=1', 'b=2', 'c=3']);
  });

  it('R1: reads fields in any order by default', () => {
    expect(readAll(`<r xmlns="${U}"><c>3</c><a>1</a><b>2</b></r>`)).toEqual(['c=3', 'a=1', 'b=2']);
  });

  it('R1: skips unknown elements by default, with all of their content', () => {
    const xml = `<r xmlns="${U}"><x y="1"><a>no</a><!-- c --></x><a>1</a><A>no</A><a xmlns="urn:v">no</a><aa/><c/></r>`;
    expect(readAll(xml)).toEqual(['a=1', 'c=']);
  });

  it('R1: strict rejects another order', () => {
    const error = errorOf(() => readAll(`<r xmlns="${U}"><c>3</c><a>1</a></r>`, true));
    expect(error).toMatchObject({ code: 'unexpected-element', path: 'r/a' });
  });

  it('R1: strict rejects unknown elements', () => {
    const error = errorOf(() => readAll(`<r xmlns="${U}"><a>1</a><x/></r>`, true));
    expect(error).toMatchObject({ code: 'unexpected-element', path: 'r/x' });
  });

  it('R1: strict allows repeated and absent elements', () => {
    expect(readAll(`<r xmlns="${U}"><b>1</b><b>2</b><c/></r>`, true)).toEqual(['b=1', 'b=2', 'c=']);
  });

  it('R1: creates the error for a repeated field', () => {
    const reader = open(`<r xmlns="${U}"><a>1</a><a>2</a></r>`);
    reader.child(table);
    reader.text();
    reader.child(table);
    expect(reader.repeated()).toMatchObject({ code: 'repeated-element', path: 'r/a' });
  });

  it('R2: creates the error for a missing required field, with its path', () => {
    const reader = open(`<s:e xmlns:s="s"><s:b><r xmlns="${U}"><b/></r></s:b></s:e>`);
    reader.openChild();
    reader.openChild();
    reader.markBody();
    while (reader.child(table) !== END) reader.skip();
    expect(reader.missing(a)).toMatchObject({ code: 'missing-element', path: 'r/a' });
    expect(reader.missing(a).message).toContain('r/a');
  });

  it('recognises elements by namespace and local name, with any prefix', () => {
    expect(
      readAll(`<p:r xmlns:p="${U}" xmlns:q="${U}"><p:a>1</p:a><q:b>2</q:b><c xmlns="${U}">3</c><a>no</a></p:r>`),
    ).toEqual(['a=1', 'b=2', 'c=3']);
    expect(readAll(`<r xmlns="${U}"><a xmlns="">no</a><b>2</b></r>`)).toEqual(['b=2']);
  });

  it('ends the scope of a default namespace with its element', () => {
    expect(readAll(`<r xmlns="${U}"><x xmlns="urn:v"><y xmlns=""/></x><a>1</a><b xmlns="urn:v"/><b>2</b></r>`)).toEqual(
      ['a=1', 'b=2'],
    );
  });

  it('ignores white space, comments and instructions between children', () => {
    expect(
      readAll(`<r xmlns="${U}">\n <!-- a --> <?p q?>\r\n\t<a>1</a><!----> <![CDATA[ ]]>&#32;&#xA;<b>2</b> </r >`),
    ).toEqual(['a=1', 'b=2']);
  });

  it.each(['x', '&amp;', '&#65;', '<![CDATA[x]]>', '<a/>x', '\u00a0'])(
    'D6: rejects text between children: %s',
    (content) => {
      expect(errorOf(() => readAll(`<r xmlns="${U}">${content}</r>`)).code).toBe('unexpected-text');
    },
  );

  it('reads non-ASCII names', () => {
    const name = tag('urn:ü', 'größe');
    const reader = open('<ä:r xmlns:ä="urn:ü"><ä:größe ä:ß="é">à</ä:größe></ä:r>');
    expect(reader.child(children(name))).toBe(0);
    expect(reader.attributeNamed('urn:ü', 'ß')).toBe('é');
    expect([reader.local, reader.namespace, reader.text()]).toEqual(['größe', 'urn:ü', 'à']);
  });
});

describe('the text of an element', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    [' \t\n kept ', ' \t\n kept '],
    ['&lt;&gt;&amp;&apos;&quot;', `<>&'"`],
    ['&#65;&#x42;&#x1F600;&#0000067;', 'AB😀C'],
    ['&#13;&#10;', '\r\n'],
    ['a\r\nb\rc\nd\r', 'a\nb\nc\nd\n'],
    ['\r\n<![CDATA[\r\n\r]]>\r\n', '\n\n\n\n'],
    ['a]b]]c]]', 'a]b]]c]]'],
    ['>', '>'],
    ['äöü€😀', 'äöü€😀'],
    ['\u{1f600}<!-- -->\u05e9\u05dc\u05d5\u05dd', '\u{1f600}\u05e9\u05dc\u05d5\u05dd'],
    ['\ufeff', '\ufeff'],
  ])('reads %j as %j', (content, value) => {
    expect(text(content)).toBe(value);
    expect(text(`${'x'.repeat(200)}${content}`)).toBe('x'.repeat(200) + value);
  });

  it('R6: comments and processing instructions never split a value', () => {
    expect(text('one<!-- x -->, <?p two?>two')).toBe('one, two');
    expect(text('<!-- only -->')).toBe('');
  });

  it('R6: CDATA is text', () => {
    expect(text('a<![CDATA[<b>&amp;]]>c<![CDATA[]]>')).toBe('a<b>&amp;c');
    expect(text('<![CDATA[]]]]><![CDATA[>]]>')).toBe(']]>');
  });

  it('R3: an empty element contains the empty string in either form', () => {
    expect(readAll(`<r xmlns="${U}"><a/><b></b><c /></r>`)).toEqual(['a=', 'b=', 'c=']);
  });

  it('rejects an element inside a value', () => {
    const error = errorOf(() => text('a<b>secret</b>'));
    expect(error).toMatchObject({ code: 'unexpected-element', path: 'r' });
    expect(error.message).not.toContain('secret');
  });

  it('R5: names the path of an invalid field and never its value', () => {
    const reader = open(`<r xmlns="${U}"><a>hunter2</a></r>`);
    reader.child(table);
    reader.text();
    const error = reader.invalid('int', 'it must be digits');
    expect(error).toMatchObject({ code: 'value', path: 'r/a', message: 'r/a: not a valid int: it must be digits' });
  });

  it('shows the index of an item in the path', () => {
    const reader = open(`<r xmlns="${U}"><a/><a>x</a></r>`);
    reader.child(table);
    reader.item(0);
    reader.text();
    reader.child(table);
    reader.item(1);
    reader.text();
    expect(reader.invalid('int', 'no').path).toBe('r/a[1]');
  });
});

describe('base64 in an element', () => {
  const base64 = (content: string): Uint8Array => readBase64(open(`<r>${content}</r>`));

  it('R4: allows white space', () => {
    expect(base64(' QU\nJD\r\n ')).toEqual(Uint8Array.of(0x41, 0x42, 0x43));
    expect(base64('')).toEqual(new Uint8Array());
    expect(readBase64(open('<r/>'))).toEqual(new Uint8Array());
  });

  it('R6: reads references, CDATA and comments inside it', () => {
    expect(base64('Q&#85;<!-- x -->J<![CDATA[D]]>')).toEqual(Uint8Array.of(0x41, 0x42, 0x43));
  });

  it.each(['QUJ', 'QR==', 'QU*D', 'QUJD=', '&lt;&lt;&lt;&lt;', 'QUJ-'])('R4: rejects %s', (content) => {
    expect(errorOf(() => base64(content))).toMatchObject({ code: 'value', path: 'r' });
    expect(errorOf(() => base64('QUJD'.repeat(100) + content))).toMatchObject({ code: 'value', path: 'r' });
  });

  it('rejects an element inside it', () => {
    expect(errorOf(() => base64('QUJD<x/>')).code).toBe('unexpected-element');
  });

  it('reads a Blob', async () => {
    const blob = readBlob(open('<r>QUJD</r>'));
    expect(blob.size).toBe(3);
    expect(await blob.text()).toBe('ABC');
  });
});

describe('xsi:nil', () => {
  const nil = (content: string, value = 'true'): XmlBytesReader => open(`<r ${XSI} xsi:nil="${value}">${content}</r>`);

  it('R3: differs from absent and empty', () => {
    expect(open(`<r ${XSI} xsi:nil="true"/>`).nil()).toBe(true);
    expect(nil('', ' 1 ').nil()).toBe(true);
    expect(nil('<!-- x --><?p?>').nil()).toBe(true);
    for (const value of ['false', '0']) {
      const reader = nil('x', value);
      expect(reader.nil()).toBe(false);
      expect(reader.text()).toBe('x');
    }
    expect(open('<r nil="true"/>').nil()).toBe(false);
    expect(open('<r xmlns:x="urn:x" x:nil="true"/>').nil()).toBe(false);
  });

  it('R3: is read through the end tag', () => {
    const reader = open(`<r xmlns="${U}" ${XSI}><a xsi:nil="true"></a><b>2</b></r>`);
    reader.child(table);
    expect(reader.nil()).toBe(true);
    expect(reader.child(table)).toBe(1);
    expect(reader.nil()).toBe(false);
  });

  it.each(['x', ' ', '<a/>', '<![CDATA[]]>'])('R3: rejects a nil element with content %j', (content) => {
    expect(errorOf(() => nil(content).nil())).toMatchObject({ code: 'nil', path: 'r' });
  });

  it('R3: rejects a nil value if the field is not nillable', () => {
    expect(errorOf(() => nil('').text()).code).toBe('nil');
    expect(errorOf(() => readBase64(nil(''))).code).toBe('nil');
    expect(errorOf(() => readBlob(nil(''))).code).toBe('nil');
    expect(errorOf(() => nil('').child(table)).code).toBe('nil');
    expect(nil('', 'false').text()).toBe('');
  });

  describe("of the body's element", () => {
    const body = (content = '', strict = false): XmlBytesReader => {
      const reader = open(`<e ${XSI}><r xmlns="${U}" xsi:nil="true">${content}</r><s/></e>`, strict);
      reader.openChild();
      reader.markBody();
      return reader;
    };

    it.each<[string, (reader: XmlBytesReader) => unknown, unknown]>([
      ['without children', (reader) => reader.child(table), END],
      ['without children, in order', (reader) => reader.next(table), END],
      ['without mixed content', (reader) => reader.piece(table, []), END],
      ['as an empty string', (reader) => reader.text(), ''],
      ['as no bytes', (reader) => readBase64(reader).length, 0],
      ['as an empty Blob', (reader) => readBlob(reader).size, 0],
    ])('R3: is read as an empty element: %s', (_what, read, value) => {
      const reader = body();
      expect(read(reader)).toBe(value);
      expect(reader.openChild()).toBe(true);
      expect(reader.local).toBe('s');
    });

    it('R3: is rejected with content, and by a strict reader', () => {
      expect(errorOf(() => body('<a>1</a>').child(table))).toMatchObject({ code: 'nil', path: 'r' });
      expect(errorOf(() => body('', true).child(table))).toMatchObject({ code: 'nil', path: 'r' });
    });

    it('R3: is nil for a codec that accepts nil', () => {
      expect(body().nil()).toBe(true);
    });

    it('R3: does not make nil elements inside it empty', () => {
      const reader = open(`<r xmlns="${U}" ${XSI}><a xsi:nil="true"/></r>`);
      reader.markBody();
      reader.child(table);
      expect(errorOf(() => reader.text())).toMatchObject({ code: 'nil', path: 'r/a' });
    });
  });

  it('R3: a nil optional child is absent, unless the reader is strict', () => {
    const optionalTable = children(optional(a), optional(b), c);
    const message = `<r xmlns="${U}" ${XSI}><a xsi:nil="true"/><b xsi:nil="1"></b><c>3</c></r>`;
    const reader = open(message);
    expect(reader.child(optionalTable)).toBe(2);
    expect(reader.text()).toBe('3');
    expect(reader.child(optionalTable)).toBe(END);
    const strict = open(message, true);
    expect(strict.child(optionalTable)).toBe(0);
    expect(errorOf(() => strict.text())).toMatchObject({ code: 'nil', path: 'r/a' });
    const filled = open(`<r xmlns="${U}" ${XSI}><a xsi:nil="true">x</a></r>`);
    expect(errorOf(() => filled.child(optionalTable))).toMatchObject({ code: 'nil', path: 'r/a' });
    const required = open(`<r xmlns="${U}" ${XSI}><c xsi:nil="true"/></r>`);
    expect(required.child(optionalTable)).toBe(2);
    expect(errorOf(() => required.text())).toMatchObject({ code: 'nil', path: 'r/c' });
  });

  it('R3: rejects an xsi:nil that is not a boolean, without quoting it', () => {
    const error = errorOf(() => nil('', 'hunter2').nil());
    expect(error.code).toBe('nil');
    expect(error.message).not.toContain('hunter2');
  });
});

describe('xsi:type', () => {
  const typed = childrenOf({ namespace: U, local: 'T' }, a);
  const record = (type: string): XmlBytesReader =>
    open(`<r xmlns="${U}" xmlns:p="${U}" xmlns:q="urn:q" ${XSI} xsi:type="${type}"><a>1</a></r>`);

  it('R6: is ignored on a field of simple type', () => {
    expect(record('q:anything').skip()).toBeUndefined();
    const reader = open(`<r ${XSI} xsi:type="undeclared:string">x</r>`);
    expect(reader.text()).toBe('x');
    expect(readBase64(open(`<r ${XSI} xsi:type="xsd:base64Binary">QUJD</r>`))).toHaveLength(3);
  });

  it.each(['T', 'p:T', ' p:T '])('R6: %j on a record may name its type', (type) => {
    const reader = record(type);
    expect(reader.child(typed)).toBe(0);
    expect(reader.text()).toBe('1');
    expect(reader.child(typed)).toBe(END);
  });

  it.each(['q:T', 'p:X', 'undeclared:T', '', 'p:', ':T', 'p:T:T'])('R6: %j on a record is rejected', (type) => {
    expect(errorOf(() => record(type).child(typed))).toMatchObject({ code: 'type', path: 'r' });
  });

  it('R6: is ignored on a record of anonymous type', () => {
    expect(record('q:T').child(children(a))).toBe(0);
  });
});

describe('functions for the SOAP layer', () => {
  it('opens children of any name and returns their names and attributes', () => {
    const reader = open(
      `<e xmlns="urn:e" xmlns:p="urn:p"><p:h p:m="1" m=" a&#10;&lt;\tb\r\nc " xml:lang="en"/><b/></e>`,
    );
    expect(reader.openChild()).toBe(true);
    expect([reader.namespace, reader.local]).toEqual(['urn:p', 'h']);
    expect(reader.is(tag('urn:p', 'h'))).toBe(true);
    expect(reader.is(tag('urn:e', 'h'))).toBe(false);
    expect(reader.isNamed('urn:p', 'h')).toBe(true);
    expect(reader.attributeNamed('urn:p', 'm')).toBe('1');
    expect(reader.attributeNamed('', 'm')).toBe(' a\n< b c ');
    expect(reader.attributeNamed('http://www.w3.org/XML/1998/namespace', 'lang')).toBe('en');
    expect(reader.attributeNamed('', 'x')).toBeUndefined();
    expect(reader.attributes()).toHaveLength(3);
    expect(reader.openChild()).toBe(false);
    expect(reader.openChild()).toBe(true);
    expect(reader.attributes()).toEqual([]);
    expect(reader.isNamed('urn:e', 'b')).toBe(true);
    reader.skip();
    expect(reader.openChild()).toBe(false);
    reader.finish();
  });

  it('resolves prefixes in the scope of the open element', () => {
    const reader = open('<p:a xmlns:p="urn:p" xmlns="urn:d"><b xmlns:p="urn:q" xmlns=""/></p:a>');
    expect([reader.resolvePrefix('p'), reader.resolvePrefix('')]).toEqual(['urn:p', 'urn:d']);
    reader.openChild();
    expect([reader.resolvePrefix('p'), reader.resolvePrefix(''), reader.resolvePrefix('x')]).toEqual([
      'urn:q',
      '',
      undefined,
    ]);
    reader.skip();
    expect([reader.resolvePrefix('p'), reader.resolvePrefix('')]).toEqual(['urn:p', 'urn:d']);
  });

  it('begins paths at a given element, and shortens long names', () => {
    const reader = open(`<e><b><op><${'x'.repeat(500)}>1</${'x'.repeat(500)}></op></b></e>`);
    reader.openChild();
    reader.openChild();
    reader.markBody();
    reader.openChild();
    reader.text();
    expect(reader.invalid('int', 'no').path).toBe(`op/${'x'.repeat(100)}…`);
  });

  it.each([
    '<?xml version="1.0"?><r/>',
    "<?xml version='1.0' encoding='utf-8' standalone='no' ?>\r\n<r/>",
    '<?xml\tversion = "1.0"\n encoding\n=\n"UTF-8"?><r></r>',
    '<?xml version="1.0" encoding="us-ascii"?><r/>',
    '<!-- a --><?xml-stylesheet x?> <!-- b --><r/><!-- c --><?d?>\n',
    '\ufeff<?xml version="1.0"?><r/>',
    '\ufeff<r/>',
  ])('reads a document with the prolog %j', (xml) => {
    const reader = open(xml);
    expect(reader.local).toBe('r');
    reader.skip();
    expect(() => reader.finish()).not.toThrow();
  });

  it.each<[string, XmlErrorCode]>([
    ['<?xml version="1.0" encoding="ISO-8859-1"?><r/>', 'encoding'],
    ['<?xml version="1.0" encoding="utf-16"?><r/>', 'encoding'],
  ])('T5: rejects %s', (xml, code) => {
    expect(errorOf(() => open(xml)).code).toBe(code);
  });

  it('T5: the charset of the Content-Type overrides the XML declaration', () => {
    const bytes = new TextEncoder().encode('<?xml version="1.0" encoding="ISO-8859-1"?><r>é</r>');
    const reader = new XmlBytesReader(bytes, { charset: 'UTF-8' });
    reader.openRoot();
    expect(reader.text()).toBe('é');
  });
});
