import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, opened, written } from '../../../test/support/runtime/xml-helpers.ts';
import {
  type AnyElement,
  anyElement,
  children,
  OTHER,
  openChildren,
  QName,
  readValue,
  rootTag,
  tag,
  wildcard,
  writeWildcard,
} from '../index.ts';
import { withDefaults } from './limits.ts';

const inDefault = rootTag('urn:u', 'r');
const prefixed = rootTag('urn:u', 'r', { t: 'urn:u' });
const redeclaring = rootTag('urn:u', 'r', { p: 'urn:other', a: 'urn:more' });
const open = openChildren(children());

/** The one child of a root. */
function read(xml: string): AnyElement {
  const reader = opened(xml);
  expect(reader.next(open)).toBe(OTHER);
  const element = reader.any();
  expect(reader.next(open)).toBe(-1);
  reader.finish();
  return element;
}

/** All names and values of an element, its prefixes left aside. */
function meaning(xml: string): unknown {
  const reader = opened(xml);
  const walk = (): unknown => {
    const name = `{${reader.namespace}}${reader.local}`;
    const attributes = reader.attributes().map(({ namespace, local, value }) => `{${namespace}}${local}=${value}`);
    const pieces: unknown[] = [];
    while (reader.piece(open, pieces) !== -1) pieces.push(walk());
    return [name, attributes.sort(), pieces];
  };
  return walk();
}

const elements: readonly string[] = [
  '<a/>',
  '<a b="1">text</a>',
  '<p:a xmlns:p="urn:p"/>',
  '<p:a xmlns:p="urn:p"><a/><p:a p:b="1" b="2"/></p:a>',
  '<a xmlns="urn:d"><a xmlns=""/></a>',
  '<a xmlns="urn:d" xmlns:p="urn:p"><p:a xmlns:p="urn:q" p:x="1"/><p:a p:x="2"/></a>',
  '<a xmlns="urn:u"/>',
  '<a><![CDATA[<&]]><!-- c --><?d e?>&lt;&#13;</a>',
  '<a b="&lt;&#10;&quot;" c=\'"\' ></a >',
  '<p:a xmlns:p="urn:p" type="p:b">p:c</p:a>',
  `<a b=' xmlns=""'/>`,
  '<é xmlns="urn:ü">€😀</é>',
];

describe('elements of wildcards', () => {
  it('are written and read back unchanged, among any namespace declarations', () => {
    for (const xml of elements) {
      const element = anyElement(xml);
      for (const root of [inDefault, prefixed, redeclaring]) {
        const message = written(root, (writer) => writeWildcard(writer, element));
        const back = read(message);
        expect(meaning(back.xml), message).toEqual(meaning(xml));
        expect([back.namespace, back.local]).toEqual([element.namespace, element.local]);
        // And once more, in another place.
        const again = read(written(prefixed, (writer) => writeWildcard(writer, back)));
        expect(meaning(again.xml)).toEqual(meaning(xml));
      }
      expect(read(written(inDefault, (writer) => writeWildcard(writer, element)))).toEqual(element);
    }
  });

  it('reset the default namespace around them if they have none, and only that', () => {
    expect(written(inDefault, (writer) => writeWildcard(writer, anyElement('<a/>')))).toBe(
      '<r xmlns="urn:u"><a xmlns=""/></r>',
    );
    expect(written(prefixed, (writer) => writeWildcard(writer, anyElement('<a/>')))).toBe(
      '<t:r xmlns:t="urn:u"><a/></t:r>',
    );
    expect(written(inDefault, (writer) => writeWildcard(writer, anyElement('<a xmlns="urn:d"/>')))).toBe(
      '<r xmlns="urn:u"><a xmlns="urn:d"/></r>',
    );
  });

  it('keep the surrounding declarations that their names, attributes and values need', () => {
    const around = 'xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q" xmlns:unused="urn:unused"';
    const element = read(`<r ${around}><p:a q:b="1"><c/></p:a></r>`);
    expect([element.namespace, element.local]).toEqual(['urn:p', 'a']);
    expect(meaning(element.xml)).toEqual(['{urn:p}a', ['{urn:q}b=1'], [['{urn:d}c', [], []]]]);
    expect(element.xml).not.toContain('unused');
    const content = anyElement(read(`<r ${around}><a type="p:b">q:c</a></r>`).xml);
    const reader = opened(content.xml);
    expect(reader.resolvePrefix('p')).toBe('urn:p');
    expect(readValue(reader, QName)).toEqual({ namespace: 'urn:q', local: 'c' });
    // A prefix that the element redeclares is its own.
    expect(opened(read(`<r ${around}><a xmlns:p="urn:mine">p:c</a></r>`).xml).resolvePrefix('p')).toBe('urn:mine');
  });

  it('exclude the white space between and around them', () => {
    const reader = opened('<r> <a> x </a>\n<b/></r>');
    reader.next(open);
    expect(reader.any()).toEqual({ namespace: '', local: 'a', xml: '<a> x </a>' });
    reader.next(open);
    expect(reader.any()).toEqual({ namespace: '', local: 'b', xml: '<b/>' });
    expect(anyElement('<?xml version="1.0"?> <!-- c --> <a/> ')).toEqual({
      namespace: '',
      local: 'a',
      xml: '<a/>',
    });
    expect(anyElement('<?xml version="1.0" encoding="ISO-8859-1"?><ä/>').local).toBe('ä');
    expect(anyElement('<a xmlns=""><b/></a>').xml).toBe('<a><b/></a>');
  });

  it('are rejected if they are not well-formed, at creation and on writing', () => {
    const wrong = [
      '',
      'a',
      '<a>',
      '<a/><b/>',
      '<a/>x',
      '<p:a/>',
      '<a b="1" b="2"/>',
      '<a>\0</a>',
      '<a>\ud800</a>',
      '<!DOCTYPE a><a/>',
    ];
    for (const xml of wrong) {
      expect(['ill-formed', 'doctype']).toContain(failure(() => anyElement(xml))[0]);
      const element = { namespace: '', local: 'a', xml };
      expect(failure(() => written(inDefault, (writer) => writeWildcard(writer, element)))).toEqual(['value', 'r/a']);
    }
    const write = (element: unknown) =>
      failure(() => written(inDefault, (writer) => writeWildcard(writer, element as AnyElement)));
    expect(write({ namespace: '', local: 'a', xml: '<b/>' })).toEqual(['value', 'r/a']);
    expect(write({ namespace: 'urn:x', local: 'a', xml: '<a/>' })).toEqual(['value', 'r/a']);
    expect(write({ namespace: '', local: 'a' })).toEqual(['value', 'r/a']);
    expect(write(undefined)).toEqual(['value', 'r']);
  });

  it('are not written if the wildcard does not allow them', () => {
    const other = wildcard('##other', 'urn:u');
    const write = (xml: string) =>
      failure(() => written(inDefault, (writer) => writeWildcard(writer, anyElement(xml), other)));
    expect(write('<a xmlns="urn:x"/>')[0]).toBe('');
    expect(write('<a xmlns="urn:u"/>')).toEqual(['value', 'r/a']);
    expect(write('<a/>')).toEqual(['value', 'r/a']);
  });

  it('can need more declarations than the limit', () => {
    const name = `urn:${'x'.repeat(1000)}`;
    const xml = `<r xmlns:p="${name}">${'<p:a/>'.repeat(50)}</r>`;
    const reader = opened(xml, { limits: withDefaults({ maxBodyBytes: 20_000 }) });
    expect(() => {
      while (reader.next(open) !== -1) reader.any();
    }).toThrow('limit maxBodyBytes (20000) reached');
  });

  it('survive names and values of any kind', () => {
    const name = fc.constantFrom('a', 'b-1', '_', 'é', 'xmlns1');
    const uri = fc.constantFrom('', 'urn:d', 'urn:u', 'urn:p', 'u&"<\'');
    const quoted = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.codePointAt(0)};`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no control characters.
    const text = fc.string().map((any) => quoted(any.replace(/[\0-\x1f\ud800-\udfff\ufffe\uffff]/g, '')));
    const around = (inner: fc.Arbitrary<string>) =>
      fc
        .tuple(name, fc.constantFrom('', 'p', 't', '_1'), uri, text, fc.array(inner, { maxLength: 2 }), fc.boolean())
        .map(([local, prefix, namespace, value, children, attribute]) => {
          const declared = prefix === '' ? namespace : namespace || 'urn:z';
          const declaration = `xmlns${prefix === '' ? '' : `:${prefix}`}="${quoted(declared)}"`;
          const q = prefix === '' ? local : `${prefix}:${local}`;
          return `<${q} ${declaration}${attribute ? ` ${q}1="${value}"` : ''}>${value}${children.join('')}</${q}>`;
        });
    const element = around(around(around(text)));
    fc.assert(
      fc.property(element, fc.constantFrom(inDefault, prefixed, redeclaring), (xml, root) => {
        const back = read(written(root, (writer) => writeWildcard(writer, anyElement(xml))));
        expect(meaning(back.xml)).toEqual(meaning(xml));
      }),
      { numRuns: 300 },
    );
  });
});

describe('wildcards', () => {
  it('allow namespaces according to XML Schema part 1, 3.10', () => {
    const admitted = (...parameters: Parameters<typeof wildcard>) =>
      ['', 'urn:u', 'urn:x'].filter((namespace) => wildcard(...parameters).admits(namespace));
    expect(admitted('##any', 'urn:u')).toEqual(['', 'urn:u', 'urn:x']);
    expect(admitted('##other', 'urn:u')).toEqual(['urn:x']);
    expect(admitted(['##local', 'urn:x'], 'urn:u')).toEqual(['', 'urn:x']);
    expect(admitted(['##targetNamespace'], 'urn:u')).toEqual(['urn:u']);
    expect(admitted([], 'urn:u')).toEqual([]);
    expect(
      openChildren(children(tag('', 'a')), wildcard([], ''), wildcard(['urn:x'], '')).others?.admits('urn:x'),
    ).toBe(true);
  });
});
