import { describe, expect, it } from 'vitest';
import { XmlBytesReader } from './bytes-reader.ts';
import { withDefaults } from './limits.ts';

function openFirst(xml: string): XmlBytesReader {
  const reader = new XmlBytesReader(new TextEncoder().encode(xml));
  reader.openRoot();
  reader.openChild();
  return reader;
}

const raw = (xml: string): string => openFirst(xml).raw().xml;

describe('a raw element', () => {
  it('is the text of the message if it needs no surrounding declarations', () => {
    expect(raw('<r><a b="1"> <!-- c --><x/>&#65;<![CDATA[<]]></a></r>')).toBe(
      '<a b="1"> <!-- c --><x/>&#65;<![CDATA[<]]></a>',
    );
    expect(raw('<r><a/></r>')).toBe('<a/>');
  });

  it('declares the surrounding namespaces that it uses, and no others', () => {
    expect(raw('<r xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q" xmlns:z="urn:z"><p:a q:b=""><c/></p:a></r>')).toMatch(
      /^<p:a(?: xmlns="urn:d"| xmlns:p="urn:p"| xmlns:q="urn:q"){3} q:b=""><c\/><\/p:a>$/,
    );
  });

  it('declares prefixes that are used in values', () => {
    expect(raw('<r xmlns:t="urn:t" xmlns:c="urn:c"><a type="t:T">c:Client</a></r>')).toMatch(
      /^<a(?: xmlns:t="urn:t"| xmlns:c="urn:c"){2} type="t:T">c:Client<\/a>$/,
    );
  });

  it('declares the innermost of two, and none that it declares itself', () => {
    expect(raw('<r xmlns:p="urn:1" xmlns="urn:d"><p:a xmlns:p="urn:2" xmlns=""/></r>')).toBe(
      '<p:a xmlns:p="urn:2" xmlns=""/>',
    );
    const reader = openFirst('<r xmlns:p="urn:1"><s xmlns:p="urn:2&amp;&quot;"><p:a/></s></r>');
    reader.openChild();
    expect(reader.raw().xml).toBe('<p:a xmlns:p="urn:2&amp;&quot;"/>');
  });

  it('is not misled by text that resembles a declaration', () => {
    expect(raw(`<r xmlns:p="urn:p"><a b=' xmlns:p="x"'><p:c/></a></r>`)).toBe(
      `<a xmlns:p="urn:p" b=' xmlns:p="x"'><p:c/></a>`,
    );
  });

  it('has its name, and stays readable after the reader has moved on', () => {
    const reader = openFirst('<r xmlns:ä="urn:ü"><ä:é/><b xmlns:ä="urn:other"/></r>');
    const element = reader.raw();
    reader.openChild();
    reader.skip();
    expect([element.namespace, element.local, element.xml]).toEqual(['urn:ü', 'é', '<ä:é xmlns:ä="urn:ü"/>']);
  });

  it.each(['p\ufeffq', 'p\u1680q'])('preserves a prefix with a letter that is white space elsewhere: %j', (prefix) => {
    expect(raw(`<r xmlns:${prefix}="urn:p"><${prefix}:a/></r>`)).toBe(`<${prefix}:a xmlns:${prefix}="urn:p"/>`);
  });

  it('is self-contained: it can be read again', () => {
    const xml = raw('<r xmlns="urn:d" xmlns:p="urn:p"><p:a><b xmlns=""><p:c/></b></p:a></r>');
    const reader = new XmlBytesReader(new TextEncoder().encode(xml));
    reader.openRoot();
    expect(reader.isNamed('urn:p', 'a')).toBe(true);
    reader.skip();
    expect(() => reader.finish()).not.toThrow();
  });

  it('R1: takes linear time, for any number of surrounding declarations and prefix-like words', () => {
    const levels = Array.from({ length: 50 }, (_, level) => {
      const declared = Array.from({ length: 900 }, (_, index) => ` xmlns:p${level}_${index}="urn:${level}"`);
      return `<r${declared.join('')}>`;
    });
    const xml = `${levels.join('')}${'<p0_0:x>no:prefix</p0_0:x>'.repeat(9000)}${'</r>'.repeat(50)}`;
    const reader = new XmlBytesReader(new TextEncoder().encode(xml));
    reader.openRoot();
    for (let level = 1; level < 50; level++) reader.openChild();
    const before = process.cpuUsage();
    const texts: string[] = [];
    while (reader.openChild()) texts.push(reader.any().xml);
    const { user } = process.cpuUsage(before);
    expect(texts).toHaveLength(9000);
    expect([...new Set(texts)]).toEqual(['<p0_0:x xmlns:p0_0="urn:0">no:prefix</p0_0:x>']);
    // Each of the 9,000 looking at each of the 45,000 takes many times that.
    expect(user).toBeLessThan(1_000_000);
  });
});

describe('raw content', () => {
  it('contains text and elements unchanged, each with its declarations', () => {
    const reader = openFirst('<r xmlns:p="urn:p"><d> a&amp;b <p:x/><!-- c --><y>1</y>\r\n<![CDATA[z]]></d><e/></r>');
    expect(reader.rawContent()).toBe(' a&amp;b <p:x xmlns:p="urn:p"/><!-- c --><y>1</y>\r\n<![CDATA[z]]>');
    expect(reader.openChild()).toBe(true);
    expect(reader.local).toBe('e');
    expect(reader.rawContent()).toBe('');
    expect(openFirst('<r><d></d></r>').rawContent()).toBe('');
  });

  it('is limited, for any number of required declarations', () => {
    const xml = `<r xmlns:p="${'u'.repeat(1000)}"><d>${'<p:x/>'.repeat(100)}</d></r>`;
    const reader = new XmlBytesReader(new TextEncoder().encode(xml), { limits: withDefaults({ maxBodyBytes: 5000 }) });
    reader.openRoot();
    reader.openChild();
    expect(() => reader.rawContent()).toThrow('limit maxBodyBytes (5000) reached; raise it with limits.maxBodyBytes');
  });
});
