import { describe, expect, it } from 'vitest';
import type { FieldDescription } from '../description.ts';
import { field, recordField, serviceOf } from '../testing/rich.ts';
import { type ShownAnswer, shownAnswer } from './shown-answer.ts';
import { parseTree } from './xml-tree.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const fields: readonly FieldDescription[] = [
  field('A', 'string'),
  field('Key', 'string', { sensitive: true }),
  field('File', 'base64Binary'),
  recordField('Sub', 'Sub', { many: true }),
  recordField('Hidden', 'Sub', { sensitive: true }),
];

function shown(content: string, declarations = '', secrets: 'masked' | 'whole' = 'masked'): ShownAnswer {
  const service = serviceOf(fields, { Sub: [field('A', 'string'), field('Key', 'string', { sensitive: true })] });
  const [operation] = service.operations;
  const root = parseTree(
    encode(
      `<?xml version="1.0"?><s:Envelope xmlns:s="urn:s"${declarations}><s:Body><DoResponse xmlns="urn:rich/">${content}</DoResponse></s:Body></s:Envelope>`,
    ),
  );
  if (operation === undefined || root === undefined) throw new Error('There is no answer.');
  return shownAnswer(service, operation, root, secrets);
}

const rowsOf = (content: string): readonly (readonly [string, string, string])[] =>
  shown(content, ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"').rows.map(({ path, kind, text }) => [
    path,
    kind,
    text,
  ]);

describe('an answer in a page', () => {
  it('P3: has a row for each field, those of records and lists among them', () => {
    const sub = '<Sub><A>1</A></Sub><Sub><A>2</A></Sub><Sub/>';
    expect(rowsOf(`<A>a &lt;b&gt; &amp; &#x1F600;<![CDATA[<c>]]><!-- no --></A>${sub}<Other>o</Other>`)).toEqual([
      ['A', 'text', 'a <b> & 😀<c>'],
      ['Sub 1 / A', 'text', '1'],
      ['Sub 2 / A', 'text', '2'],
      ['Sub 3', 'empty', 'no fields'],
      ['Other', 'text', 'o'],
    ]);
  });

  it('P3: tells absent, empty and nil apart', () => {
    expect(rowsOf('<A/><Sub xsi:nil="true"/>')).toEqual([
      ['A', 'empty', 'empty'],
      ['Sub 1', 'nil', 'nil'],
    ]);
  });

  it('P5: what is sensitive is masked in both, wherever it stands', () => {
    const { envelope, rows } = shown(
      '<Key>s1</Key><Sub><Key>s2</Key></Sub><Hidden><A>s3</A><Key><![CDATA[s4]]></Key></Hidden>',
    );
    expect(envelope).not.toMatch(/s\d/);
    expect(envelope).toContain('<Key>••••••••</Key>');
    expect(rows.map(({ kind }) => kind)).toEqual(['masked', 'masked', 'masked', 'masked']);
    expect(JSON.stringify(rows)).not.toMatch(/s\d/);
  });

  it('P3: sensitive values are there whole for a caller who asks for them, so that they can be used', () => {
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

  it('P3: binary is told by its size, and what is long is shortened', () => {
    const { envelope, rows } = shown(`<A>${'x'.repeat(5_000)}</A><File>${'AAAA'.repeat(500)}AA==</File>`);
    expect(rows[1]?.text).toBe('1,501 bytes');
    expect(rows[0]?.text).toContain('… (5,000 characters)');
    expect(envelope.length).toBeLessThan(3_000);
  });

  it('P3: the envelope is pretty-printed, with the tags as they came', () => {
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

  it('P3: what is not well-formed, or too deep, is not taken apart', () => {
    for (const text of ['', 'x', '<a>', '<a></b>', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`]) {
      expect(parseTree(encode(text))).toBeUndefined();
    }
  });
});
