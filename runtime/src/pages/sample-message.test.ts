import { describe, expect, it } from 'vitest';
import { field, recordField, serviceOf } from '../../../test/support/runtime/page-descriptions.ts';
import { soap11 } from '../soap/version.ts';
import { envelopeText } from './envelope-text.ts';
import { fullText } from './message-tree.ts';
import type { FieldDescription, PagesDescription } from './pages-description.ts';
import { type SampleOptions, sampleElement } from './sample-message.ts';
import { sampleRequest, sampleResponse } from './samples.ts';

function sampleOf(
  fields: readonly FieldDescription[],
  records: Readonly<Record<string, readonly FieldDescription[]>> = {},
  hierarchies: PagesDescription['hierarchies'] = {},
): string {
  const service = { ...serviceOf(fields, records), hierarchies };
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const { envelope: text } = sampleRequest(service, operation, soap11, service.address);
  return (/<Do [^>]*?(?:\/>|>([\s\S]*)<\/Do>)/.exec(text)?.[1] ?? '').replace(/\n */g, '');
}

const optional = { optional: true };
const many = { many: true };

describe('a sample', () => {
  it.each<[what: string, field: FieldDescription, content: string]>([
    ['the one value of a fixed field', field('A', 'int', { fixed: '7', values: ['1'] }), '<A>7</A>'],
    ['a value that the contract knows to be one', field('A', 'string', { sample: 'AB', fallback: 'CD' }), '<A>AB</A>'],
    ['the value of an empty one', field('A', 'string', { fallback: 'CD' }), '<A>CD</A>'],
    ['as many as there must be', field('A', 'int', { ...many, least: 3 }), '<A>0</A><A>0</A><A>0</A>'],
    ['a name', field('A', 'QName'), '<A>name</A>'],
    ['an element that must be let in', field('any', '', { place: 'any', sample: '<x/>' }), '<x/>'],
    ['no optional particle', field('any', '', { place: 'any', sample: '<x/>', optional: true }), ''],
  ])('P3: has %s', (_, one, content) => {
    expect(sampleOf([one])).toBe(content);
  });

  const records: Readonly<Record<string, readonly FieldDescription[]>> = {
    Either: [
      field('A', 'int'),
      recordField('pair', 'Pair', { place: 'group' }),
      field('L', 'int', { ...many, least: 2 }),
    ],
    Pair: [field('X', 'string'), field('Y', 'string', optional)],
    // What holds itself by its first case must not be taken for the end.
    Expression: [recordField('not', 'Not'), field('literal', 'boolean')],
    Not: [recordField('what', 'Expression', { place: 'choice' })],
    Endless: [recordField('E', 'Endless')],
    Letter: [
      field('$content', '', { place: 'mixed' }),
      field('B', 'string'),
      recordField('c', 'Either', { place: 'choice' }),
    ],
  };

  it('P3: has one case of a choice, and one of each in a repeated choice', () => {
    expect(sampleOf([recordField('c', 'Either', { place: 'choice' })], records)).toBe('<A>0</A>');
    const each = '<A>0</A><X>string</X><Y>string</Y><L>0</L><L>0</L>';
    expect(sampleOf([recordField('c', 'Either', { place: 'choice', ...many })], records)).toBe(each);
    expect(sampleOf([recordField('c', 'Either', { place: 'choice', ...many, most: 1 })], records)).toBe('<A>0</A>');
    const four = recordField('c', 'Either', { place: 'choice', ...many, least: 4 });
    expect(sampleOf([four], records)).toBe(`${each}<A>0</A>`);
  });

  it('P3: ends recursion at an optional choice, and otherwise at some depth', () => {
    expect(sampleOf([recordField('what', 'Expression', { place: 'choice' })], records)).toBe(
      '<not><literal>false</literal></not>',
    );
    expect(sampleOf([recordField('E', 'Endless')], records).match(/<E>/g)?.length).toBeLessThan(12);
  });

  it('P3: ends recursion with nil where a record must be there, and leaves it out otherwise', () => {
    const nillable = { nillable: true };
    const nodes = { Node: [field('N', 'int'), recordField('Next', 'Node', nillable)] };
    expect(sampleOf([recordField('R', 'Node')], nodes)).toMatch(/^<R><N>0<\/N><Next [^<]*xsi:nil="true"\/><\/R>$/);
    const types = ['Base', 'Leaf'].map((record) => ({ record, namespace: 'urn:rich/', local: record }));
    const derived = { Base: [], Leaf: [recordField('B', 'Root', nillable)] };
    const leaf = recordField('R', 'Leaf');
    expect(sampleOf([leaf], derived, { Root: { abstract: false, types } })).toMatch(/^<R><B\/><\/R>$/);
    const key = [field('K', 'ID', { place: 'attribute' }), recordField('Next', 'Keyed', { ...nillable, ...optional })];
    expect(sampleOf([recordField('R', 'Keyed')], { Keyed: key })).toBe('<R K="id"/>');
  });

  it('P3: leaves out optional records that are more than 32 levels deep', () => {
    const chain = (more: object) =>
      Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`R${index}`, [recordField('N', `R${(index + 1) % 200}`, more)]]),
      );
    const depthOf = (more: object): number =>
      sampleOf([recordField('N', 'R0')], chain(more)).match(/<N\b/g)?.length ?? 0;
    expect(depthOf(optional)).toBe(31);
    expect(depthOf(many)).toBe(31);
    expect(depthOf({ nillable: true })).toBe(32);
  });

  it('P3: has the required children of mixed content, with text before them', () => {
    expect(sampleOf([recordField('R', 'Letter')], records)).toBe('<R>text<B>string</B><A>0</A></R>');
  });

  it('P3: names concrete types, and shows each if a list has enough items', () => {
    const types = ['Either', 'Pair'].map((record) => ({ record, namespace: 'urn:rich/', local: record }));
    const hierarchies = { Base: { abstract: true, types } };
    const one = '<R xsi:type="Either"><A>0</A>';
    expect(sampleOf([recordField('R', 'Base')], records, hierarchies).startsWith(one)).toBe(true);
    expect(sampleOf([recordField('R', 'Base', many)], records, hierarchies)).toContain('<R xsi:type="Pair"><X>');
    expect(sampleOf([recordField('R', 'Base', { ...many, most: 1 })], records, hierarchies)).not.toContain('Pair"');
    const itself = { Base: { abstract: false, types } };
    expect(sampleOf([recordField('R', 'Base')], records, itself).startsWith('<R><A>')).toBe(true);
  });

  it.each<[what: string, options: SampleOptions, content: string]>([
    ['with the least detail what is required', { detail: 'least' }, '<A>0</A><c>x</c>'],
    ['one of each field usually', {}, '<A>0</A><c>x</c><B>string</B><N>string</N>'],
    [
      'in another turn other cases and listed values',
      { turn: 1 },
      '<A>0</A><c>y</c><B>string</B><B>string</B><L>0</L><L>0</L>',
    ],
    ['with the most detail what wildcards admit', { detail: 'most' }, '<A>0</A><c>x</c><B>string</B><N>string</N><x/>'],
  ])('P3: has %s', (_, options, content) => {
    const fields = [
      field('A', 'int'),
      field('c', 'string', { values: ['x', 'y'] }),
      field('B', 'string', optional),
      recordField('choice', 'Cases', { place: 'choice', ...optional }),
      field('any', '', { place: 'any', sample: '<x/>', ...optional }),
    ];
    const cases = [field('N', 'string'), recordField('g', 'Group', { place: 'group' })];
    const service = serviceOf(fields, {
      Cases: cases,
      Group: [field('B', 'string'), field('L', 'int', { ...many, least: 2 })],
    });
    const [operation] = service.operations;
    if (operation === undefined) throw new Error('There is no operation.');
    const element = { name: 'Do', namespace: service.namespace, record: operation.input };
    const body = sampleElement(service, element, options);
    const text = envelopeText(service, soap11, { headers: [], body }, fullText);
    expect(/<Do [^>]*>([\s\S]*)<\/Do>/.exec(text)?.[1]?.replace(/\n */g, '')).toBe(content);
  });

  it('P3: has each ID once', () => {
    expect(sampleOf([field('A', 'ID'), field('B', 'ID', { ...many, least: 2 })])).toBe('<A>id</A><B>id2</B><B>id3</B>');
  });

  it('P3: does not exist for an operation without a response', () => {
    const service = serviceOf([]);
    const [operation] = service.operations;
    if (operation === undefined) throw new Error('There is no operation.');
    const sample = sampleResponse(service, { ...operation, output: '', outputElement: '' }, soap11);
    expect(sample).toEqual({ head: 'HTTP/1.1 202 Accepted\nContent-Length: 0', envelope: '' });
  });
});
