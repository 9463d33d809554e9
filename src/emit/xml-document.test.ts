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

  it('writes text that looks like a tag or an attribute as text', () => {
    const document = new XmlDocument(namespaces, 'c');
    document.element('a:root', {}, () => document.text('<soap:address location="x"\n\t'));
    expect(document.finish()).toContain('&lt;soap:address location="x"\n\t');
  });

  it('leaves out of documentation what XML cannot carry, and writes line ends as LF', () => {
    const document = new XmlDocument(namespaces, 'c');
    document.element('a:root', {}, () => document.text('a\u0000b\r\nc\uFFFEd😀'));
    expect(document.finish()).toContain('ab\ncd😀');
  });

  it('never ends the comment early', () => {
    const document = new XmlDocument(namespaces, 'a--b--->c-');
    document.element('a:root', {});
    expect(document.finish()).toContain('<!-- a- -b- - ->c- -->');
  });
});
