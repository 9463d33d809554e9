import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import fc from 'fast-check';
import { ParseOption, XmlC14NMode, XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import { SecurityError } from '../security-error.ts';
import { type CanonicalOptions, canonicalXml } from './canonical-xml.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function find(element: TreeElement, local: string): TreeElement | undefined {
  if (element.local === local) return element;
  for (const child of element.children) {
    const found = find(child, local);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The canonical form of the element of a name; by default the root. */
function canonical(xml: string, options: CanonicalOptions, local?: string): string {
  const document = readTree(encoder.encode(xml));
  const element = local === undefined ? document.root : find(document.root, local);
  return decoder.decode(canonicalXml(document, element as TreeElement, options));
}

const inclusive: CanonicalOptions = { method: 'inclusive', comments: true };

describe('the examples of Canonical XML 1.0 without document type declarations', () => {
  it('3.2: white space in content', () => {
    const xml = `<doc>
   <clean>   </clean>
   <dirty>   A   B   </dirty>
   <mixed>
      A
      <clean>   </clean>
      B
      <dirty>   A   B   </dirty>
      C
   </mixed>
</doc>`;
    expect(canonical(xml, inclusive)).toBe(xml);
  });

  it('3.3: start and end tags', () => {
    const xml = `<doc>
   <e1   />
   <e2   ></e2>
   <e3   name = "elem3"   id="elem3"   />
   <e4   name="elem4"   id="elem4"   ></e4>
   <e5 a:attr="out" b:attr="sorted" attr2="all" attr="I'm"
      xmlns:b="http://www.ietf.org"
      xmlns:a="http://www.w3.org"
      xmlns="http://example.org"/>
   <e6 xmlns="" xmlns:a="http://www.w3.org">
      <e7 xmlns="http://www.ietf.org">
         <e8 xmlns="" xmlns:a="http://www.w3.org">
            <e9 xmlns="" xmlns:a="http://www.ietf.org"/>
         </e8>
      </e7>
   </e6>
</doc>`;
    expect(canonical(xml, inclusive)).toBe(`<doc>
   <e1></e1>
   <e2></e2>
   <e3 id="elem3" name="elem3"></e3>
   <e4 id="elem4" name="elem4"></e4>
   <e5 xmlns="http://example.org" xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" attr="I'm" attr2="all" b:attr="sorted" a:attr="out"></e5>
   <e6 xmlns:a="http://www.w3.org">
      <e7 xmlns="http://www.ietf.org">
         <e8 xmlns="">
            <e9 xmlns:a="http://www.ietf.org"></e9>
         </e8>
      </e7>
   </e6>
</doc>`);
  });

  it('3.4: character modifications and references', () => {
    const xml = `<doc>
   <text>First line&#x0d;&#10;Second line</text>
   <value>&#x32;</value>
   <compute><![CDATA[value>"0" && value<"10" ?"valid":"error"]]></compute>
   <compute expr='value>"0" &amp;&amp; value&lt;"10" ?"valid":"error"'>valid</compute>
   <norm attr=' &apos;   &#x20;&#13;&#xa;&#9;   &apos; '/>
</doc>`;
    expect(canonical(xml, inclusive)).toBe(
      `<doc>
   <text>First line&#xD;
Second line</text>
   <value>2</value>
   <compute>value&gt;"0" &amp;&amp; value&lt;"10" ?"valid":"error"</compute>
   <compute expr="value>&quot;0&quot; &amp;&amp; value&lt;&quot;10&quot; ?&quot;valid&quot;:&quot;error&quot;">valid</compute>
   <norm attr=" '    &#xD;&#xA;&#9;   ' "></norm>
</doc>`.replace('&#9;', '&#x9;'),
    );
  });

  it('3.6: UTF-8', () => {
    expect(canonical('<doc>&#169;</doc>', inclusive)).toBe('<doc>©</doc>');
  });

  it('3.7: an element of a document inherits its namespaces, and xml: attributes of its ancestors', () => {
    const xml =
      '<doc xmlns="http://www.ietf.org" xmlns:w3c="http://www.w3.org" xml:base="u"><e1><e2 xmlns=""><e3 id="E3"/></e2></e1></doc>';
    expect(canonical(xml, inclusive, 'e3')).toBe('<e3 xmlns:w3c="http://www.w3.org" id="E3" xml:base="u"></e3>');
  });
});

describe('the examples of Exclusive XML Canonicalization 1.0', () => {
  const exclusive: CanonicalOptions = { method: 'exclusive' };
  const elem2 = `<n1:elem2 xmlns:n0="http://a.example" xmlns:n1="http://b.example" xml:lang="en">
  <n3:stuff xmlns:n3="ftp://example.org"/>
</n1:elem2>`;
  const moved = `<n0:pdu xmlns:n0="http://a.example" xmlns:n1="http://b.example" xml:lang="fr" xml:space="retain">
  <n1:elem2 xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"/></n1:elem2></n0:pdu>`;

  it('2.1: declarations that are not used are left out', () => {
    expect(canonical(elem2, exclusive)).toBe(`<n1:elem2 xmlns:n1="http://b.example" xml:lang="en">
  <n3:stuff xmlns:n3="ftp://example.org"></n3:stuff>
</n1:elem2>`);
  });

  it('2.2: the form does not depend on what is around it, that of Canonical XML does', () => {
    const form = '<n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>';
    expect(canonical(moved, exclusive, 'elem2')).toBe(`<n1:elem2 xmlns:n1="http://b.example" xml:lang="en">${form}`);
    expect(canonical(moved, inclusive, 'elem2')).toBe(
      `<n1:elem2 xmlns:n0="http://a.example" xmlns:n1="http://b.example" xml:lang="en" xml:space="retain">${form}`,
    );
  });

  it('3: a prefix of the PrefixList is written as in Canonical XML', () => {
    const xml = '<a xmlns="d" xmlns:p="u:p" xmlns:q="u:q"><b><p:c xmlns=""><e xmlns:q="u:2"/></p:c></b></a>';
    const options = { ...exclusive, inclusivePrefixes: ['', 'q', 'unknown'] };
    expect(canonical(xml, options, 'b')).toBe(
      '<b xmlns="d" xmlns:q="u:q"><p:c xmlns="" xmlns:p="u:p"><e xmlns:q="u:2"></e></p:c></b>',
    );
  });
});

const modes = {
  exclusive: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0,
  inclusive: XmlC14NMode.XML_C14N_1_0,
  'inclusive-1.1': XmlC14NMode.XML_C14N_1_1,
};

/** The forms by libxml2 of all elements, in the order of their start tags. */
function byLibxml2(xml: string, { method, comments = false, inclusivePrefixes = [] }: CanonicalOptions): string[] {
  const document = XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_HUGE });
  try {
    return document.find('//*').map((node) =>
      node.canonicalizeToString({
        mode: modes[method],
        withComments: comments,
        inclusiveNamespacePrefixes: inclusivePrefixes.map((prefix) => prefix || '#default'),
      }),
    );
  } finally {
    document.dispose();
  }
}

function all(element: TreeElement): TreeElement[] {
  return [element, ...element.children.flatMap(all)];
}

const prefix = fc.constantFrom('', 'a', 'b', 'long-prefix');
const namespace = fc.constantFrom('urn:1', 'urn:2', 'http://example.org/&#x41;?a=1', 'urn:zz');
const text = fc.constantFrom(
  'x',
  ' ',
  '\r\n',
  '\r',
  '&#13;',
  '&amp;',
  '&lt;',
  '>',
  '&#x1F600;',
  '"',
  "'",
  '&quot;',
  'é',
);
const content = fc.array(
  fc.oneof(
    text,
    fc.constantFrom('<!-- a\r\n -->', '<?pi?>', '<?pi   x \r y?>', '<![CDATA[<&>\r\n]]>', '<![CDATA[]]>', '\t'),
  ),
  { maxLength: 4 },
);
const value = fc.array(
  fc.constantFrom(
    'x',
    '\t',
    '\r\n',
    '\n',
    '&#9;',
    '&#10;',
    '&#13;',
    '&amp;',
    '&lt;',
    '&gt;',
    '&quot;',
    '&apos;',
    '>',
    '𝄞',
  ),
  { maxLength: 4 },
);

interface Made {
  readonly prefix: string;
  readonly declared: Readonly<Record<string, string>>;
  readonly attributes: readonly (readonly [string, string, readonly string[]])[];
  readonly parts: readonly string[];
  readonly space: string;
  readonly children: readonly Made[];
}

const made = fc.memo((depth): fc.Arbitrary<Made> => {
  const children = depth > 1 ? fc.array(made(depth - 1), { maxLength: 3 }) : fc.constant([]);
  const attribute = fc.tuple(
    fc.constantFrom('', 'a:', 'b:', 'xml:', 'long-prefix:'),
    fc.constantFrom('lang', 'space', 'z', 'é'),
    value,
  );
  return fc.record({
    prefix,
    declared: fc.dictionary(prefix, namespace, { maxKeys: 2 }),
    attributes: fc.array(attribute, { maxLength: 3 }),
    parts: content,
    space: fc.constantFrom('', ' ', '\n  '),
    children,
  });
});

/** A document with an element; prefixes that nothing declares get a declaration. */
function document(root: Made): string {
  const write = (made: Made, scope: Readonly<Record<string, string>>): string => {
    const declared = { ...made.declared };
    const attributes = new Map<string, string>();
    const used = new Set([made.prefix]);
    const seen = new Set<string>();
    for (const [name, local, text] of made.attributes) {
      const own = name.slice(0, -1);
      if (own !== '' && own !== 'xml' && scope[own] === undefined) declared[own] ??= `urn:${own}`;
      const uri = own === '' ? '' : (declared[own] ?? scope[own] ?? own);
      if (seen.has(`${uri} ${local}`)) continue;
      seen.add(`${uri} ${local}`);
      if (name !== 'xml:' || local === 'lang' || local === 'space') attributes.set(name + local, text.join(''));
    }
    for (const one of used) if (one !== '' && scope[one] === undefined) declared[one] ??= `urn:${one}`;
    const inner = { ...scope, ...declared };
    const start =
      made.space +
      Object.entries(declared)
        .map(([name, uri]) => ` xmlns${name && `:${name}`}='${uri}'`)
        .join('') +
      [...attributes]
        .map(([name, text]) => ` ${name}${made.space}=${made.space}'${text.replaceAll("'", '')}'`)
        .join(made.space);
    const name = made.prefix === '' ? 'é' : `${made.prefix}:e`;
    const inside = made.parts.join('') + made.children.map((child) => write(child, inner)).join(made.parts[0] ?? '');
    if (inside === '') return `<${name}${start}${made.space}/>`;
    return `<${name}${start}${made.space}>${inside}</${name}${made.space}>`;
  };
  return write(root, {});
}

describe('what the specifications leave to their readers', () => {
  it('namespaces are escaped as values of attributes, which libxml2 does not do', () => {
    const xml = '<a xmlns="u?a=1&amp;b=&quot;"/>';
    expect(canonical(xml, inclusive)).toBe('<a xmlns="u?a=1&amp;b=&quot;"></a>');
  });

  it('an element can be left out, as an enveloped signature is', () => {
    const tree = readTree(encoder.encode('<a>1<b>2<c/></b>3<b/></a>'));
    const [without] = tree.root.children;
    const form = canonicalXml(tree, tree.root, { method: 'exclusive', without });
    expect(decoder.decode(form)).toBe('<a>13<b></b></a>');
  });

  it('Canonical XML 1.1 does not inherit xml:id; an xml:base around the element is refused', () => {
    const options: CanonicalOptions = { method: 'inclusive-1.1' };
    expect(canonical('<a xml:id="i" xml:lang="en"><b/></a>', options, 'b')).toBe('<b xml:lang="en"></b>');
    expect(canonical('<a xml:id="i" xml:base="u"/>', options)).toBe('<a xml:base="u" xml:id="i"></a>');
    expect(() => canonical('<a xml:base="u"><b/></a>', options, 'b')).toThrow(SecurityError);
  });
});

describe('hardening', () => {
  it('a declaration that thousands of elements repeat is refused', () => {
    const xml = `<r xmlns:a="urn:${'x'.repeat(50_000)}">${'<a:e/>'.repeat(10_000)}</r>`;
    expect(() => canonical(xml, { method: 'exclusive' })).toThrow('many times longer than the message');
    expect(canonical(xml, inclusive)).toHaveLength(50_022 + 11 * 10_000);
  });

  it('10,000 prefixes and 10,000 attributes take linear time', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => index);
    const declared = names.map((name) => ` xmlns:p${name}="u:${name}"`).join('');
    const attributes = names.map((name) => ` a${name}="${name}"`).join('');
    const xml = `<r${declared}>${names.map((name) => `<p${name}:e/>`).join('')}<f${attributes}/></r>`;
    const limits = { maxAttributes: 20_000 };
    const document = readTree(encoder.encode(xml), { limits });
    const spent = cpuMilliseconds(() => {
      for (const method of ['exclusive', 'inclusive'] as const) canonicalXml(document, document.root, { method });
    });
    expect(spent).toBeLessThan(2000);
  });
});

describe('random documents', () => {
  it.each(['exclusive', 'inclusive', 'inclusive-1.1'] as const)('%s is the form of libxml2', (method) => {
    fc.assert(
      fc.property(
        made(4),
        fc.boolean(),
        fc.constantFrom<readonly string[]>([], ['a'], ['', 'b']),
        (root, comments, list) => {
          const xml = document(root);
          const options = { method, comments, inclusivePrefixes: method === 'exclusive' ? list : [] };
          const tree = readTree(encoder.encode(xml));
          const forms = all(tree.root).map((one) => decoder.decode(canonicalXml(tree, one, options)));
          expect(forms).toEqual(byLibxml2(xml, options));
        },
      ),
      { numRuns: 100 },
    );
  });
});
