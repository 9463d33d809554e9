import { describe, expect, it } from 'vitest';
import { XmlDocument } from './xml-document.ts';

const namespaces = { a: 'urn:a', b: 'urn:b' };

describe('XmlDocument', () => {
  it('declares its prefixes at the root and nowhere else', () => {
    const document = new XmlDocument(namespaces, 'c');
    document.element('a:root', { name: 'x', 'b:y': 'z', none: undefined }, () => document.element('b:leaf', {}));
    expect(document.finish()).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\n<!-- c -->\n<a:root xmlns:a="urn:a" xmlns:b="urn:b" name="x" b:y="z">\n  <b:leaf/>\n</a:root>\n',
    );
  });

  it('escapes white space in attributes, which a reader would turn into spaces', () => {
    const document = new XmlDocument(namespaces, 'c');
    document.element('a:root', { v: 'tab\tlf\ncr\r<&>"\'' });
    expect(document.finish()).toContain('v="tab&#x9;lf&#xA;cr&#xD;&lt;&amp;&gt;&quot;\'"');
  });

  it('writes text that resembles a tag or an attribute as text', () => {
    const document = new XmlDocument(namespaces, 'c');
    document.element('a:root', {}, () => document.text('<soap:address location="x"\n\t'));
    expect(document.finish()).toContain('&lt;soap:address location="x"\n\t');
  });

  it('omits from documentation characters that XML cannot carry, and writes line ends as LF', () => {
    const document = new XmlDocument(namespaces, 'c');
    document.element('a:root', {}, () => document.text('a\u0000b\r\nc\uFFFEd😀'));
    expect(document.finish()).toContain('ab\ncd😀');
  });

  it('preserves text that resembles a reference', () => {
    const document = new XmlDocument(namespaces, 'c');
    document.element('a:root', { v: '&lt;&#65;' }, () => document.text('&amp;'));
    expect(document.finish()).toContain('v="&amp;lt;&amp;#65;">&amp;amp;</a:root>');
  });

  it('rejects values that XML cannot carry, without showing them', () => {
    for (const value of ['secret\u0000', 'secret\uD800', 'secret\uFFFF']) {
      const document = new XmlDocument(namespaces, 'c');
      expect(() => document.element('a:root', { v: value })).toThrow(/^(?!.*secret).*cannot carry/);
    }
  });

  it('rejects invalid names, and undeclared prefixes', () => {
    const document = new XmlDocument(namespaces, 'c');
    document.element('a:root', {}, () => {
      expect(() => document.element('a:b c', {})).toThrow();
      expect(() => document.element('z:b', {})).toThrow('No namespace is declared for z:b.');
      expect(() => document.element('a:b', { 'z:c': '1' })).toThrow('No namespace is declared for z:c.');
    });
  });

  it('writes attributes in their order, independent of earlier elements, and only declared ones of a set', () => {
    const document = new XmlDocument(namespaces, 'c');
    document.element('a:root', [{ x: '1' }, { 'b:y': '2', none: undefined }, { z: '' }], () => {
      document.element('b:leaf', { z: '3', x: '4' });
      document.element('a:root', { 'b:y': '5' }, () => document.text(''));
    });
    expect(document.finish()).toContain(
      ' x="1" b:y="2" z="">\n  <b:leaf z="3" x="4"/>\n  <a:root b:y="5"></a:root>\n</a:root>\n',
    );
  });

  it('never ends a comment early', () => {
    const document = new XmlDocument(namespaces, 'a--b--->c-');
    document.element('a:root', {});
    expect(document.finish()).toContain('<!-- a- -b- - ->c- -->');
  });
});
