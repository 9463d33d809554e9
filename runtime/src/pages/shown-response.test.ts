import { describe, expect, it } from 'vitest';
import { field, recordField, serviceOf } from '../../../test/support/runtime/page-descriptions.ts';
import type { FieldDescription } from './pages-description.ts';
import { type ShownResponse, shownResponse } from './shown-response.ts';
import { parseTree } from './xml-tree.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const fields: readonly FieldDescription[] = [
  field('A', 'string'),
  field('Key', 'string', { sensitive: true }),
  field('File', 'base64Binary'),
  recordField('Sub', 'Sub', { many: true }),
  recordField('Hidden', 'Sub', { sensitive: true }),
];

function shown(content: string, declarations = '', secrets: 'masked' | 'whole' = 'masked'): ShownResponse {
  const service = serviceOf(fields, { Sub: [field('A', 'string'), field('Key', 'string', { sensitive: true })] });
  const [operation] = service.operations;
  const root = parseTree(
    encode(
      `<?xml version="1.0"?><s:Envelope xmlns:s="urn:s"${declarations}><s:Body><DoResponse xmlns="urn:rich/">${content}</DoResponse></s:Body></s:Envelope>`,
    ),
  );
  if (operation === undefined || root === undefined) throw new Error('There is no answer.');
  return shownResponse(service, operation, root, secrets);
}

const rowsOf = (content: string): readonly (readonly [string, string, string])[] =>
  shown(content, ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"').rows.map(({ path, kind, text }) => [
    path,
    kind,
    text,
  ]);

const records: Readonly<Record<string, readonly FieldDescription[]>> = {
  Price: [
    field('unit', 'string', { place: 'attribute' }),
    field('key', 'string', { place: 'attribute', sensitive: true }),
    field('$text', 'decimal', { place: 'text' }),
  ],
  Secret: [field('$text', 'string', { place: 'text', sensitive: true })],
  Either: [field('A', 'int'), recordField('pair', 'Pair', { place: 'group', many: true })],
  Pair: [field('X', 'string'), field('Y', 'string', { sensitive: true })],
  Letter: [
    field('$content', 'string', { place: 'mixed' }),
    recordField('part', 'Part', { place: 'choice', many: true }),
    field('key', 'string', { place: 'attribute', sensitive: true }),
  ],
  Part: [field('B', 'string'), field('K', 'string', { sensitive: true }), recordField('S', 'Secret')],
  Shape: [],
  Circle: [field('Key', 'int', { sensitive: true })],
  Square: [field('Key', 'int')],
};

/** Parts of an envelope; a body that replaces the usual one. */
interface Parts {
  readonly content?: string;
  readonly header?: string;
  readonly body?: string;
}

/** The part of a page that shows a response. */
function construct(
  fields: readonly FieldDescription[],
  { content = '', header = '', body = `<DoResponse xmlns="urn:rich/">${content}</DoResponse>` }: Parts,
  secrets: 'masked' | 'whole' = 'masked',
): ShownResponse & { readonly at: Readonly<Record<string, string>> } {
  const types = [
    { record: 'Circle', namespace: 'urn:rich/', local: 'Circle' },
    { record: 'Square', namespace: 'urn:rich/', local: 'Square' },
  ];
  const plain = serviceOf(fields, records);
  const [first] = plain.operations;
  const element = { namespace: 'urn:rich/', doc: '' };
  const block = { ...element, required: true, mustUnderstand: true };
  const operation = first && {
    ...first,
    headers: {
      input: [{ ...block, name: 'In', record: 'Secret' }],
      output: [{ ...block, name: 'Out', record: 'Price' }],
    },
    faults: [{ ...element, name: 'Gone', record: 'Pair' }],
  };
  const root = parseTree(
    encode(
      `<s:Envelope xmlns:s="urn:s" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
    ),
  );
  if (operation === undefined || root === undefined) throw new Error('There is no answer.');
  const service = { ...plain, operations: [operation], hierarchies: { Shape: { abstract: true, types } } };
  const response = shownResponse(service, operation, root, secrets);
  const all = [...response.rows, ...response.headerRows, ...response.detailRows];
  return { ...response, at: Object.fromEntries(all.map(({ path, kind, text }) => [path, `${kind} ${text}`])) };
}

describe('a response of every construct in a page', () => {
  it('P3: has a row for text and for each attribute, the sensitive ones masked in both', () => {
    const { at, envelope } = construct([recordField('P', 'Price', { many: true })], {
      content: `<P unit="a&amp;b" key='s1' x="y">1.5</P><P unit="" key=""/>`,
    });
    expect(at).toEqual({
      'P 1': 'text 1.5',
      'P 1 / @unit': 'text a&b',
      'P 1 / @key': 'masked ••••••••',
      'P 1 / @x': 'text y',
      'P 2': 'empty empty',
      'P 2 / @unit': 'empty empty',
      'P 2 / @key': 'empty empty',
    });
    expect(envelope).toContain('<P unit="a&amp;b" key="••••••••" x="y">1.5</P>');
    expect(construct([recordField('P', 'Price')], { content: '<P key="s1">1</P>' }, 'whole').at['P / @key']).toBe(
      'secret s1',
    );
  });

  it('P5: every attribute of a sensitive element is masked, except those of the markup', () => {
    const { envelope, rows } = construct([recordField('P', 'Price', { sensitive: true })], {
      content: '<P xmlns:z="urn:z" unit="s1" z:x="s2" xsi:type="z:T">s3</P><Q/>',
    });
    expect(envelope).toContain('<P xmlns:z="urn:z" unit="••••••••" z:x="••••••••" xsi:type="z:T">••••••••</P>');
    expect(JSON.stringify(rows)).not.toMatch(/s\d/);
  });

  it('P3: fields of choices and groups are recognised by name in any position', () => {
    const { at } = construct([recordField('c', 'Either', { place: 'choice' })], {
      content: '<X>1</X><Y>s1</Y><X>2</X><Y>s2</Y><A>3</A>',
    });
    expect(at).toEqual({
      'X 1': 'text 1',
      'Y 1': 'masked ••••••••',
      'X 2': 'text 2',
      'Y 2': 'masked ••••••••',
      A: 'text 3',
    });
  });

  it('P5: a missing or unknown type may be any type: content that is sensitive in one of them is masked', () => {
    const fields = [recordField('S', 'Shape')];
    const of = (attribute: string) => construct(fields, { content: `<S${attribute}><Key>s1</Key></S>` }).at['S / Key'];
    expect(of(' xsi:type="Square"')).toBe('text s1');
    expect(of(' xsi:type="t:Circle" xmlns:t="urn:rich/"')).toBe('masked ••••••••');
    expect(of(' xsi:type="Other"')).toBe('masked ••••••••');
    expect(of('')).toBe('masked ••••••••');
  });

  it('P5: mixed content is shown as received, with sensitive content masked', () => {
    const content = '<L key="s1">Dear <B>you</B>,\n<K a="s2">s3</K> &amp; <S><![CDATA[s4]]></S><!-- bye --></L>';
    const { at, envelope } = construct([recordField('L', 'Letter')], { content });
    const shown = 'Dear <B>you</B>,\n<K a="••••••••">••••••••</K> &amp; <S>••••••••</S><!-- bye -->';
    expect(at).toEqual({ L: `text ${shown}`, 'L / @key': 'masked ••••••••' });
    expect(envelope).toContain(`<L key="••••••••">${shown}</L>`);
  });

  it('P5: undeclared text between elements is shown, and masked in sensitive elements', () => {
    const content = '<A>s1<b>s2</b></A>';
    expect(construct([field('A', 'anyType')], { content }).at).toEqual({ A: 'text s1<b>s2</b>' });
    expect(construct([field('A', 'anyType', { sensitive: true })], { content }).envelope).not.toMatch(/s\d/);
  });

  it('P5: declared header blocks of any message are recognised, and their secrets masked', () => {
    const { at, envelope } = construct([], {
      header:
        '<In xmlns="urn:rich/" s:mustUnderstand="1">s1</In><Out xmlns="urn:rich/" key="s2">1</Out><Other>o</Other>',
    });
    expect(at).toMatchObject({ In: 'masked ••••••••', Out: 'text 1', 'Out / @key': 'masked ••••••••' });
    expect(envelope).toContain('<Other>o</Other>');
    expect(envelope).not.toMatch(/>s\d|"s\d/);
  });

  it.each([
    '<s:Fault><faultcode>s:Client</faultcode><detail><Gone xmlns="urn:rich/"><X>1</X><Y>s1</Y></Gone></detail></s:Fault>',
    '<s:Fault><s:Code/><s:Detail><p:Gone xmlns:p="urn:rich/"><p:X>1</p:X><p:Y>s1</p:Y></p:Gone></s:Detail></s:Fault>',
  ])('P5: details of declared faults are recognised, and their secrets masked: %s', (body) => {
    const { detailRows, rows, envelope } = construct([], { body });
    expect(rows).toEqual([]);
    expect(detailRows.map(({ path, text }) => [path, text])).toEqual([
      ['Gone / X', '1'],
      ['Gone / Y', '••••••••'],
    ]);
    expect(envelope).not.toContain('s1');
  });

  it('P3: a response of a single value has a row for its element', () => {
    const { at } = construct([field('$text', 'int', { place: 'text' })], { content: '7' });
    expect(at).toEqual({ DoResponse: 'text 7' });
  });
});

describe('a response in a page', () => {
  it('P3: has a row for each field, including those of records and lists', () => {
    const sub = '<Sub><A>1</A></Sub><Sub><A>2</A></Sub><Sub/>';
    expect(rowsOf(`<A>a &lt;b&gt; &amp; &#x1F600;<![CDATA[<c>]]><!-- no --></A>${sub}<Other>o</Other>`)).toEqual([
      ['A', 'text', 'a <b> & 😀<c>'],
      ['Sub 1 / A', 'text', '1'],
      ['Sub 2 / A', 'text', '2'],
      ['Sub 3', 'empty', 'no fields'],
      ['Other', 'text', 'o'],
    ]);
  });

  it('P3: distinguishes absent, empty and nil', () => {
    expect(rowsOf('<A/><Sub xsi:nil="true"/>')).toEqual([
      ['A', 'empty', 'empty'],
      ['Sub 1', 'nil', 'nil'],
    ]);
  });

  it('P5: sensitive values are masked in both, at any position', () => {
    const { envelope, rows } = shown(
      '<Key>s1</Key><Sub><Key>s2</Key></Sub><Hidden><A>s3</A><Key><![CDATA[s4]]></Key></Hidden>',
    );
    expect(envelope).not.toMatch(/s\d/);
    expect(envelope).toContain('<Key>••••••••</Key>');
    expect(rows.map(({ kind }) => kind)).toEqual(['masked', 'masked', 'masked', 'masked']);
    expect(JSON.stringify(rows)).not.toMatch(/s\d/);
  });

  it('P3: sensitive values are complete if the caller requests them, so that they can be used', () => {
    const token = `${'t'.repeat(5_000)}<&>`;
    const { envelope, rows } = shown(
      `<Key>${token.replace('<&>', '&lt;&amp;&gt;')}</Key><Hidden><A/></Hidden><A>${'x'.repeat(5_000)}</A>`,
      '',
      'whole',
    );
    expect(rows).toEqual([
      { path: 'Key', kind: 'secret', text: token },
      { path: 'Hidden / A', kind: 'empty', text: 'empty' },
      { path: 'A', kind: 'text', text: expect.stringContaining('… (5,000 characters)') },
    ]);
    expect(envelope).toContain(`<Key>${'t'.repeat(5_000)}&lt;&amp;&gt;</Key>`);
  });

  it('P3: binary values are shown by size, and long ones are shortened', () => {
    const { envelope, rows } = shown(`<A>${'x'.repeat(5_000)}</A><File>${'AAAA'.repeat(500)}AA==</File>`);
    expect(rows[1]?.text).toBe('1,501 bytes');
    expect(rows[0]?.text).toContain('… (5,000 characters)');
    expect(envelope.length).toBeLessThan(3_000);
  });

  it('P3: the envelope is pretty-printed, with its original tags', () => {
    expect(shown('<A x="a>b">1</A>').envelope.split('\n')).toEqual([
      '<?xml version="1.0" encoding="utf-8"?>',
      '<s:Envelope xmlns:s="urn:s">',
      '  <s:Body>',
      '    <DoResponse xmlns="urn:rich/">',
      '      <A x="a>b">1</A>',
      '    </DoResponse>',
      '  </s:Body>',
      '</s:Envelope>',
    ]);
  });

  it('P3: an ill-formed or too deep response is not parsed', () => {
    for (const text of ['', 'x', '<a>', '<a></b>', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`]) {
      expect(parseTree(encode(text))).toBeUndefined();
    }
  });
});
