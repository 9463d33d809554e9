import { describe, expect, it } from 'vitest';
import { readBase64, readBlob } from '../types/binary-types.ts';
import { XmlBytesReader } from './bytes-reader.ts';
import { children } from './codec-tables.ts';
import { XmlError, type XmlErrorCode } from './error.ts';
import { tag } from './tag.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Ways to read a document; each must reject ill-formed ones. */
const ways: Readonly<Record<string, (reader: XmlBytesReader) => void>> = {
  skip: (reader) => reader.skip(),
  raw: (reader) => {
    reader.raw();
  },
  rawContent: (reader) => {
    reader.rawContent();
  },
  children: (reader) => {
    while (reader.openChild()) reader.skip();
  },
  table: (reader) => {
    const table = children(tag('', 'a'), tag('', 'b'));
    while (reader.child(table) !== -1) reader.skip();
  },
};

function codeOf(xml: string | Uint8Array, way: (reader: XmlBytesReader) => void): XmlErrorCode | 'accepted' {
  try {
    const reader = new XmlBytesReader(typeof xml === 'string' ? encode(xml) : xml);
    reader.openRoot();
    way(reader);
    reader.finish();
    return 'accepted';
  } catch (error) {
    if (error instanceof XmlError) return error.code;
    throw error;
  }
}

const illFormed: readonly [string, string][] = [
  ['nothing at all', ''],
  ['white space only', ' \n'],
  ['text only', 'hello'],
  ['no end tag', '<r>'],
  ['an end tag only', '</r>'],
  ['a start tag that does not end', '<r'],
  ['a start tag that does not end, with an attribute', '<r a="1"'],
  ['a start tag that is cut off after a slash', '<r/'],
  ['a cut attribute', '<r a="1'],
  ['another end tag', '<r></s>'],
  ['an end tag that is longer', '<r></rr>'],
  ['an end tag that is shorter', '<rr></r>'],
  ['an end tag with a space before its name', '<r></ r>'],
  ['an end tag with an attribute', '<r></r a="1">'],
  ['an end tag with another prefix of the same namespace', '<r xmlns:a="u" xmlns:b="u"><a:x></b:x></r>'],
  ['tags that cross', '<r><a><b></a></b></r>'],
  ['an end tag that is cut off', '<r></r'],
  ['two roots', '<r/><s/>'],
  ['text after the root', '<r/>x'],
  ['a reference after the root', '<r/>&#32;'],
  ['text before the root', 'x<r/>'],
  ['CDATA before the root', '<![CDATA[ ]]><r/>'],
  ['CDATA after the root', '<r/><![CDATA[ ]]>'],
  ['a byte order mark in the middle of the prolog', '<!-- -->\ufeff<r/>'],
  ['a space before a name', '< r/>'],
  ['a name that begins with a digit', '<1r/>'],
  ['a name that begins with a dash', '<-r/>'],
  ['a name that begins with a dot', '<r><.a/></r>'],
  ['a name that begins with a combining mark', '<r><\u0301a/></r>'],
  ['a name with U+00D7', '<r><a\u00d7/></r>'],
  ['a name with U+037E', '<r><a\u037e/></r>'],
  ['a name with a quote', '<r><a"/></r>'],
  ['a name that begins with a colon', '<r><:a/></r>'],
  ['a name that ends in a colon', '<r xmlns:a="u"><a:/></r>'],
  ['a name with two colons', '<r xmlns:a="u"><a:b:c/></r>'],
  ['a local name that begins with a digit', '<r xmlns:a="u"><a:1/></r>'],
  ['an attribute with two colons', '<r xmlns:a="u" a:b:c="1"/>'],
  ['an attribute that begins with a colon', '<r :a="1"/>'],
  ['an undeclared prefix', '<r><p:a/></r>'],
  ['a prefix out of scope', '<r><a xmlns:p="u"/><p:b/></r>'],
  ['an undeclared prefix of an attribute', '<r p:a="1"/>'],
  ['a prefix that is taken back', '<r xmlns:p="u"><a xmlns:p=""/></r>'],
  ['the prefix xmlns declared', '<r xmlns:xmlns="http://www.w3.org/2000/xmlns/"/>'],
  ['the prefix xml for another namespace', '<r xmlns:xml="u"/>'],
  ['another prefix for the XML namespace', '<r xmlns:p="http://www.w3.org/XML/1998/namespace"/>'],
  ['the XML namespace as the default', '<r xmlns="http://www.w3.org/XML/1998/namespace"/>'],
  ['the namespace of xmlns for a prefix', '<r xmlns:p="http://www.w3.org/2000/xmlns/"/>'],
  ['the namespace of xmlns as the default', '<r xmlns="http://www.w3.org/2000/xmlns/"/>'],
  ['an element with the prefix xmlns', '<r><xmlns:a/></r>'],
  ['an attribute twice', '<r a="1" a="2"/>'],
  ['an attribute twice among many', `<r ${Array.from({ length: 20 }, (_, n) => `a${n}=""`).join(' ')} a3=""/>`],
  ['an expanded name twice', '<r xmlns:p="u" xmlns:q="u" p:a="1" q:a="2"/>'],
  [
    'an expanded name twice among many',
    `<r xmlns:p="u" xmlns:q="u" ${Array.from({ length: 20 }, (_, n) => `p:a${n}=""`).join(' ')} q:a3=""/>`,
  ],
  ['a declaration twice', '<r xmlns:p="u" xmlns:p="u"/>'],
  ['a default declaration twice', '<r xmlns="u" xmlns="v"/>'],
  ['the declaration of xml twice', `<r${' xmlns:xml="http://www.w3.org/XML/1998/namespace"'.repeat(2)}/>`],
  [
    'a declaration twice among many',
    `<r ${Array.from({ length: 40 }, (_, n) => `xmlns:p${n}="u"`).join(' ')} xmlns:p5="u"/>`,
  ],
  ['attributes without white space between', '<r a="1"b="2"/>'],
  ['an attribute without a value', '<r a/>'],
  ['an attribute without quotes', '<r a=1/>'],
  ['an attribute with quotes of two kinds', '<r a="1\'/>'],
  ['an attribute with `<`', '<r a="<"/>'],
  ['an attribute with a bare `&`', '<r a="a & b"/>'],
  ['an attribute with an unknown entity', '<r a="&nbsp;"/>'],
  ['an attribute with a control character', '<r a="\x01"/>'],
  ['an attribute with U+FFFE', '<r a="\ufffe"/>'],
  ['a slash in the middle of a tag', '<r / a="1">'],
  ['a bare `&`', '<r>a & b</r>'],
  ['`&` at the end', '<r>&</r>'],
  ['an entity without its semicolon', '<r>&amp</r>'],
  ['an entity of HTML', '<r>&nbsp;</r>'],
  ['an entity in the wrong case', '<r>&AMP;</r>'],
  ['an entity that is not declared', '<r>&x;</r>'],
  ['an entity with a name of an object', '<r>&constructor;</r>'],
  ['an empty reference', '<r>&;</r>'],
  ['a character reference without digits', '<r>&#;</r>'],
  ['a hexadecimal reference without digits', '<r>&#x;</r>'],
  ['a hexadecimal reference with a large X', '<r>&#X41;</r>'],
  ['a decimal reference with a letter', '<r>&#4A;</r>'],
  ['a signed reference', '<r>&#+65;</r>'],
  ['a reference to NUL', '<r>&#0;</r>'],
  ['a reference to a control character', '<r>&#x1;</r>'],
  ['a reference to a surrogate', '<r>&#xD800;</r>'],
  ['references to a pair of surrogates', '<r>&#xD83D;&#xDE00;</r>'],
  ['a reference to U+FFFF', '<r>&#xFFFF;</r>'],
  ['a reference beyond Unicode', '<r>&#x110000;</r>'],
  ['a reference that wraps around', '<r>&#4294967361;</r>'],
  ['a reference that is cut off', '<r>&#6'],
  ['`]]>` in text', '<r>a]]>b</r>'],
  ['`]]>` in text after brackets', '<r>]]]]]></r>'],
  ['a control character', '<r>\x01</r>'],
  ['NUL', '<r>\0</r>'],
  ['a form feed', '<r>\f</r>'],
  ['U+FFFE', '<r>\ufffe</r>'],
  ['U+FFFF', '<r>\uffff</r>'],
  ['a control character between tags', '<r>\x02<a/></r>'],
  ['a control character in a long text', `<r>${'x'.repeat(500)}\x01</r>`],
  ['`]]>` in a long text', `<r>${'x'.repeat(500)}]]></r>`],
  ['a comment that does not end', '<r><!-- </r>'],
  ['`--` inside a comment', '<r><!-- a -- b --></r>'],
  ['a comment that ends in `--->`', '<r><!-- a ---></r>'],
  ['`<!-->`', '<r><!--></r>'],
  ['a control character in a comment', '<r><!--\x01--></r>'],
  ['`<!` and nothing known', '<r><!x></r>'],
  ['`<!-` and nothing known', '<r><!-x--></r>'],
  ['`<![` and nothing known', '<r><![IGNORE[x]]></r>'],
  ['CDATA in lower case', '<r><![cdata[x]]></r>'],
  ['CDATA that does not end', '<r><![CDATA[x]]</r>'],
  ['CDATA that would end in itself', '<r><![CDATA[]></r>'],
  ['a control character in CDATA', '<r><![CDATA[\x01]]></r>'],
  ['a processing instruction that does not end', '<r><?p </r>'],
  ['a processing instruction without a target', '<r><? p?></r>'],
  ['a processing instruction with a colon', '<r><?a:b?></r>'],
  ['a processing instruction whose target ends in `?`', '<r><?a?b?></r>'],
  ['a target that is reserved', '<r><?xml version="1.0"?></r>'],
  ['a target that is reserved, in capitals', '<r><?XML x?></r>'],
  ['an XML declaration after white space', ' <?xml version="1.0"?><r/>'],
  ['an XML declaration twice', '<?xml version="1.0"?><?xml version="1.0"?><r/>'],
  ['an XML declaration after the root', '<r/><?xml version="1.0"?>'],
  ['an XML declaration without a version', '<?xml encoding="utf-8"?><r/>'],
  ['an XML declaration without anything', '<?xml ?><r/>'],
  ['an XML declaration in the wrong order', '<?xml encoding="utf-8" version="1.0"?><r/>'],
  ['an XML declaration with standalone before encoding', '<?xml version="1.0" standalone="yes" encoding="utf-8"?><r/>'],
  ['an XML declaration with something unknown', '<?xml version="1.0" mood="good"?><r/>'],
  ['an XML declaration with quotes of two kinds', '<?xml version="1.0\'?><r/>'],
  ['an XML declaration without white space', '<?xml version="1.0"encoding="utf-8"?><r/>'],
  ['an XML declaration with standalone="maybe"', '<?xml version="1.0" standalone="maybe"?><r/>'],
  ['an XML declaration with an invalid encoding', '<?xml version="1.0" encoding="8"?><r/>'],
  ['an XML declaration that does not end', '<?xml version="1.0"><r/>'],
  ['XML 1.1', '<?xml version="1.1"?><r/>'],
  ['XML 2.0', '<?xml version="2.0"?><r/>'],
];

/** Wrong in content too, not only because of where the document begins or ends. */
const inContent = illFormed.filter(([what, xml]) => xml.startsWith('<r') && !/after the root|two roots/.test(what));

describe.each(Object.entries(ways))('ill-formed documents, read by %s', (way, read) => {
  // Where only elements belong, text that is wrong is text all the same.
  const codes = way === 'children' || way === 'table' ? /^(ill-formed|unexpected-text)$/ : /^ill-formed$/;

  it('are rejected', () => {
    for (const [what, xml] of illFormed) expect(codeOf(xml, read), what).toMatch(codes);
  });

  it('are rejected inside an element that is skipped', () => {
    for (const [what, xml] of inContent) expect(codeOf(`<a><b/><c>${xml}</c></a>`, read), what).toMatch(/^ill-formed$/);
  });

  it.each([
    ['before the root', '<!DOCTYPE r><r/>'],
    ['with an internal subset', '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>'],
    ['with an external subset', '<!DOCTYPE r SYSTEM "file:///etc/passwd"><r/>'],
    ['cut off at its first byte', '<!D'],
    ['inside the root', '<r><!DOCTYPE r></r>'],
    ['inside a skipped element', '<r><a><!DOCTYPE r></a></r>'],
    ['after the root', '<r/><!DOCTYPE r>'],
  ])('rejects a DOCTYPE %s', (_where, xml) => {
    expect(codeOf(xml, read)).toBe('doctype');
  });

  it.each([
    ['a byte that UTF-8 never has', [0xff]],
    ['an overlong form', [0xc0, 0xbc]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['latin1', [0xe9]],
  ])('T5: rejects %s', (_what, sequence) => {
    const xml = Uint8Array.from([...encode('<r>'), ...sequence, ...encode('</r>')]);
    expect(codeOf(xml, read)).toBe('encoding');
  });
});

describe('text that is ill-formed', () => {
  const inText = illFormed.filter(([, xml]) => /^<r>[^<]*<\/r>$/.test(xml));
  it.each(inText)('is rejected as a value: %s', (_what, xml) => {
    expect(codeOf(xml, (reader) => reader.text())).toBe('ill-formed');
    expect(codeOf(xml, readBase64)).toBe('ill-formed');
    expect(codeOf(xml, readBlob)).toBe('ill-formed');
  });

  it('is rejected when cut at any position', () => {
    const whole =
      '<?xml version="1.0"?><r xmlns="u" a="&lt;x"><!-- c --><a><![CDATA[x]]>&#65;<?p i?></a><b xmlns:q="v" q:z=""/></r>';
    const bytes = encode(whole);
    for (let length = 0; length < bytes.length; length++) {
      expect(
        codeOf(bytes.subarray(0, length), (reader) => reader.skip()),
        whole.slice(0, length),
      ).toBe('ill-formed');
    }
    expect(codeOf(bytes, (reader) => reader.skip())).toBe('accepted');
  });

  it('is rejected with the offset of the error and without a value', () => {
    const reader = new XmlBytesReader(encode('<r><secret>hunter2 & more</secret></r>'));
    reader.openRoot();
    const error = (() => {
      try {
        reader.skip();
      } catch (caught) {
        return caught;
      }
      return undefined;
    })();
    expect(error).toBeInstanceOf(XmlError);
    expect(error).toMatchObject({ code: 'ill-formed', offset: 19, path: 'r/secret' });
    expect((error as XmlError).message).toContain('byte 19');
    expect((error as XmlError).message).not.toContain('hunter2');
  });
});
