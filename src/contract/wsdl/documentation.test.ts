import { readTree } from '@soapwright/runtime/xml';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import { plainText, reservedOf } from './documentation.ts';
import { ownNamespace } from './xml-names.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('HTML in documentation is text', () => {
  it.each([
    ['<p>Finds an order.</p><p>Never <b>old</b> ones.</p>', 'Finds an order.\n\nNever old ones.'],
    ['First line<br/>second line<BR>\nthird line', 'First line\nsecond line\nthird line'],
    [
      'States:\n<ul>\n  <li>open</li>\n  <li>\n closed</li>\n</ul>\nand no others',
      'States:\n- open\n- closed\n\nand no others',
    ],
    ['<a href="https://a.example/?b=1">The guide</a> helps', 'The guide helps'],
    ['A&nbsp;price in &euro; of Andr&eacute; &#8211; <i>net</i>, &lt; 5', 'A price in € of André – net, < 5'],
    ['<table><tr><td>1</td><td>open</td></tr><tr><td>2</td><td>closed</td></tr></table>', '1 open\n\n2 closed'],
  ])('%s', (html, text) => {
    expect(plainText(`<![CDATA[${html}]]>`)).toBe(text);
    expect(plainText(escaped(html))).toBe(text);
    expect(plainText(escaped(text))).toBe(text);
  });

  it('without characters that XML forbids', () => {
    expect(plainText('<![CDATA[<p>a&#11;b&#55296;c&#160;d</p>]]>')).toBe('a&#11;b&#55296;c\u00a0d');
  });

  it('in elements of its own', () => {
    expect(plainText('States:<h:ul><h:li>open</h:li><h:li>closed</h:li></h:ul>')).toBe('States:\n- open\n- closed');
  });
});

describe('text other than HTML stays as it is', () => {
  it.each([
    'Only if a < b and b > c',
    'A List<String>, a Map<A, List<B>> or <id>',
    'Escapes < as &lt; and & as &amp;',
    'Begins with <Order> and ends with </Order>',
  ])('%s', (text) => {
    expect(plainText(`<![CDATA[${text}]]>`)).toBe(text);
    expect(plainText(escaped(text))).toBe(text);
  });

  it('in documentation about HTML', () => {
    const text = plainText('<![CDATA[<p>Write &lt;br&gt; for a line.</p>]]>');
    expect(text).toBe('Write &lt;br&gt; for a line.');
    expect(plainText(escaped(text))).toBe(text);
  });
});

it('hostile documentation takes time in proportion to its length', () => {
  for (const part of ['<p ', '<li>', '&nbsp', '</p <', '<br>  ', '< ']) {
    expect(cpuMilliseconds(() => plainText(`<![CDATA[</p>${part.repeat(100_000)}]]>`))).toBeLessThan(2000);
  }
});

describe('reserved names in an annotation', () => {
  it('are those of its elements in the namespace of soapwright, whatever the prefix, and none in comments', () => {
    const appinfo = `<own:reserved value='A &amp; B'/><!-- <sw:reserved value="C"/> --><sw:reserved xmlns:sw="urn:other" value="D"/>`;
    const xml = `<type xmlns:own="${ownNamespace}"><annotation><appinfo>${appinfo}</appinfo></annotation></type>`;
    const { root } = readTree(new TextEncoder().encode(xml), { keepsContent: (_, local) => local === 'appinfo' });
    expect(reservedOf(root)).toEqual({ reserved: ['A & B'] });
  });
});
