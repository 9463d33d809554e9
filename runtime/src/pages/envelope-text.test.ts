import { describe, expect, it } from 'vitest';
import { soap11, soap12 } from '../soap/version.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { envelopeText } from './envelope-text.ts';
import { type Content, type ElementNode, fullText } from './message-tree.ts';

const namespace = 'urn:main';

function node(name: string, content: Content, more: Partial<ElementNode> = {}): ElementNode {
  return { kind: 'element', name, namespace, attributes: [], content, ...more };
}

const text = (value: string): Content => ({ kind: 'text', text: value, sensitive: false });
const elements = (...nodes: ElementNode[]): Content => ({ kind: 'elements', nodes });

function bodyOf(body: ElementNode, prefixes?: Readonly<Record<string, string>>, version = soap11): string {
  const envelope = envelopeText({ namespace, ...(prefixes && { prefixes }) }, version, { headers: [], body }, fullText);
  const reader = new XmlBytesReader(new TextEncoder().encode(envelope));
  reader.openRoot();
  reader.skip();
  reader.finish();
  return /<soap(?:12)?:Body>\n {4}(.*)\n {2}<\/soap/s.exec(envelope)?.[1] ?? '';
}

describe('an envelope shown in a page', () => {
  it('P3: uses only the default namespace if that suffices', () => {
    const body = node('Do', elements(node('A', text('a<b')), node('B', elements())));
    expect(bodyOf(body, { c: 'urn:c' })).toBe('<Do xmlns="urn:main">\n      <A>a&lt;b</A>\n      <B/>\n    </Do>');
  });

  it('P3: declares the used prefixes of the contract, and generates one where none is declared', () => {
    const inner = node('A', text('a'), {
      namespace: 'urn:c',
      attributes: [{ name: 'x', namespace: 'urn:d', value: { kind: 'text', text: '"&\n', sensitive: false } }],
    });
    expect(bodyOf(node('Do', elements(inner)), { c: 'urn:c', e: 'urn:e' })).toBe(
      '<Do xmlns="urn:main" xmlns:c="urn:c" xmlns:ns1="urn:d">\n      <c:A ns1:x="&quot;&amp;&#xA;">a</c:A>\n    </Do>',
    );
  });

  it('P3: has no default namespace if an element has no namespace', () => {
    const body = node('Do', elements(node('a', text('1'), { namespace: '' }), node('B', text('2'))));
    expect(bodyOf(body)).toBe('<tns:Do xmlns:tns="urn:main">\n      <a>1</a>\n      <tns:B>2</tns:B>\n    </tns:Do>');
    expect(bodyOf(node('Do', elements()), { own: namespace })).toBe('<own:Do xmlns:own="urn:main"/>');
  });

  it('P3: says the items of an encoded array as the version of SOAP does', () => {
    const prefixes = { xsd: 'http://www.w3.org/2001/XMLSchema', soapenc: 'http://schemas.xmlsoap.org/soap/encoding/' };
    const type = { namespace: prefixes.soapenc, local: 'Array' };
    const arrayOf = (size: string): ElementNode => {
      const arrayType = { namespace: prefixes.xsd, local: 'int', size };
      return node('Do', elements(), { namespace: '', type, arrayType });
    };
    const tag = (size: string, version = soap12): string => {
      const body = bodyOf(arrayOf(size), prefixes, version);
      return body.replace(/ xmlns:\w+=".*?"/g, '');
    };
    expect(tag('[2,3]', soap11)).toBe('<Do xsi:type="soapenc:Array" soapenc:arrayType="xsd:int[2,3]"/>');
    expect(tag('[2,3]')).toBe('<Do xsi:type="ns1:Array" ns1:itemType="xsd:int" ns1:arraySize="2 3"/>');
    expect(tag('[][2]')).toBe('<Do xsi:type="ns1:Array" ns1:itemType="ns1:Array" ns1:arraySize="2"/>');
    expect(bodyOf(arrayOf('[2]'), prefixes, soap12)).toContain('xmlns:ns1="http://www.w3.org/2003/05/soap-encoding"');
  });

  it('P3: never uses the prefix of the envelope, nor a prefix that is already bound', () => {
    const body = node(
      'Do',
      { kind: 'nil' },
      {
        attributes: [
          {
            name: 'lang',
            namespace: 'http://www.w3.org/XML/1998/namespace',
            value: { kind: 'text', text: 'en', sensitive: false },
          },
          { name: 'a', namespace: 'urn:s', value: { kind: 'text', text: '', sensitive: false } },
          { name: 'b', namespace: 'urn:x', value: { kind: 'text', text: '', sensitive: false } },
        ],
      },
    );
    expect(bodyOf(body, { soap: 'urn:s', xsi: 'urn:x' })).toBe(
      '<Do xmlns="urn:main" xmlns:soap2="urn:s" xmlns:xsi="urn:x" xmlns:xsi2="http://www.w3.org/2001/XMLSchema-instance" xml:lang="en" soap2:a="" xsi:b="" xsi2:nil="true"/>',
    );
  });

  it('P3: names a concrete type by its QName', () => {
    const body = node('Do', text('x'), { type: { namespace: 'urn:c', local: 'T' } });
    expect(bodyOf(body, { c: 'urn:c' })).toContain('xsi:type="c:T"');
    expect(bodyOf(node('Do', text('x'), { type: { namespace, local: 'T' } }))).toContain('xsi:type="T"');
  });

  it('P3: keeps significant white space', () => {
    const content: Content = {
      kind: 'mixed',
      nodes: [
        { kind: 'text', text: 'a & b ', sensitive: false },
        node('B', text('c')),
        { kind: 'raw', text: ' <d/>\n', sensitive: false },
      ],
    };
    expect(bodyOf(node('Do', elements(node('A', content))))).toContain('<A>a &amp; b <B>c</B> <d/>\n</A>');
  });

  it.each([
    [soap11, 'urn:r', 'soap:mustUnderstand="1" soap:actor="urn:r"'],
    [soap12, 'urn:r', 'soap12:mustUnderstand="1" soap12:role="urn:r"'],
    [soap11, soap12.nextRole, `soap:actor="${soap11.nextRole}"`],
    [soap12, soap11.nextRole, `soap12:role="${soap12.nextRole}"`],
  ])('P3: addresses a header block in the vocabulary of the version', (version, role, words) => {
    const header = node('H', text('h'), { addressed: { mustUnderstand: true, role } });
    const envelope = envelopeText(
      { namespace },
      version,
      { headers: [header], body: node('Do', elements()) },
      fullText,
    );
    expect(envelope).toContain(words);
    expect(envelope).toMatch(/:Header>\n {4}<H xmlns="urn:main" .*>h<\/H>\n {2}<\/soap(?:12)?:Header>/);
  });
});
