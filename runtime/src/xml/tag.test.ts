import { describe, expect, it } from 'vitest';
import { opened, written } from '../../../test/support/runtime/xml-helpers.ts';
import { attributeName, children, END, rootStartTag, rootTag, startTag, type Tag, tag } from '../index.ts';

describe('tags', () => {
  it('C3: are printed in the default namespace of the root, which an element without a namespace resets', () => {
    expect(tag('urn:u', 'f').open).toBe('<f>');
    expect(tag('', 'f').open).toBe('<f xmlns="">');
    expect(startTag('', 'f').open).toBe('<f xmlns=""');
    expect(rootTag('urn:"u&', 'r').open).toBe('<r xmlns="urn:&quot;u&amp;">');
    expect(rootStartTag('urn:u', 'r').open).toBe('<r xmlns="urn:u"');
  });

  it('have a prefix if given', () => {
    const prefixed = tag('urn:v', 'f', 'p');
    expect([prefixed.open, prefixed.start, prefixed.close]).toEqual(['<p:f>', '<p:f', '</p:f>']);
    expect(startTag('urn:v', 'f', 'p').open).toBe('<p:f');
    expect(tag('', 'f', '').open).toBe('<f>');
  });

  it('declare prefixes on roots, and use one if their namespace is among them', () => {
    expect(rootTag('urn:u', 'r', { p: 'urn:v' }).open).toBe('<r xmlns="urn:u" xmlns:p="urn:v">');
    const prefixed = rootTag('urn:u', 'r', { tns: 'urn:u', p: 'urn:v' });
    expect(prefixed.open).toBe('<tns:r xmlns:tns="urn:u" xmlns:p="urn:v">');
    expect(prefixed.close).toBe('</tns:r>');
    expect(rootStartTag('urn:u', 'r', { tns: 'urn:u' }).open).toBe('<tns:r xmlns:tns="urn:u"');
    expect(rootTag('', 'r', { p: 'urn:v' }).open).toBe('<r xmlns="" xmlns:p="urn:v">');
  });

  it('reject prefixes that cannot be declared, and namespaces that XML cannot carry', () => {
    for (const prefix of ['xml', 'xmlns', '', '_t', '_1', '_20']) {
      expect(() => rootTag('urn:u', 'r', { [prefix]: 'urn:v' })).toThrow(TypeError);
    }
    expect(() => rootTag('urn:\0', 'r')).toThrow(TypeError);
    expect(() => rootTag('urn:u', 'r', { p: '\ud800' })).toThrow(TypeError);
    // Where that of instances is needed, it is declared anyway.
    expect(rootTag('urn:u', 'r', { xsi: 'http://www.w3.org/2001/XMLSchema-instance' }).open).toBe('<r xmlns="urn:u">');
    const instance = 'http://www.w3.org/2001/XMLSchema-instance';
    expect(rootTag(instance, 'r', { tns: instance }).open).toBe(`<tns:r xmlns:tns="${instance}">`);
  });

  it('are read back with any prefix', () => {
    const roots: readonly Tag[] = [
      rootTag('urn:u', 'r', { p: 'urn:v' }),
      rootTag('urn:u', 'r', { t: 'urn:u', p: 'urn:v' }),
    ];
    for (const root of roots) {
      const own = root.declares === undefined ? 't' : undefined;
      const none = root.declares === undefined ? '' : undefined;
      const table = children(tag('urn:u', 'f', own), tag('urn:v', 'f', 'p'), tag('', 'f', none));
      const xml = written(root, (writer) => {
        for (const one of table.tags) writer.text(one, 'x');
        for (const one of table.tags) writer.nil(one);
      });
      const reader = opened(xml);
      const found: unknown[] = [];
      for (let index = reader.child(table); index !== END; index = reader.child(table)) {
        found.push(index, reader.nil() ? null : reader.text());
      }
      expect(found).toEqual([0, 'x', 1, 'x', 2, 'x', 0, null, 1, null, 2, null]);
    }
  });

  it('can be nil as start tags', () => {
    const item = startTag('urn:u', 'f');
    const xml = written(rootTag('urn:u', 'r'), (writer) => writer.nil(item));
    const reader = opened(xml);
    expect(reader.child(children(item))).toBe(0);
    expect(reader.nil()).toBe(true);
  });
});

describe('names of attributes', () => {
  it('are printed with the prefix declared by the root', () => {
    expect(attributeName('', 'a').printed).toBe(' a="');
    expect(attributeName('urn:u', 'a', 'p').printed).toBe(' p:a="');
    expect(attributeName('urn:u', 'a').printed).toBeUndefined();
    expect(attributeName('http://www.w3.org/XML/1998/namespace', 'lang').printed).toBe(' xml:lang="');
  });
});
