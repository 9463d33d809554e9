import { describe, expect, it } from 'vitest';
import { field, recordField, serviceOf } from '../../../../test/support/runtime/page-descriptions.ts';
import { soap11, soap12 } from '../../soap/version.ts';
import { envelopeText } from '../envelope-text.ts';
import { fullText } from '../message-tree.ts';
import type { FieldDescription, PagesDescription } from '../pages-description.ts';
import { FormEntries } from './form-entries.ts';
import { safeText } from './form-post.ts';
import { requestMessage } from './form-request.ts';

/** What beside elements in a sequence a form can hold. */

const optional = { optional: true };
const many = { many: true };

const records: Readonly<Record<string, readonly FieldDescription[]>> = {
  Line: [
    field('id', 'int', { place: 'attribute' }),
    field('id', 'string'),
    field('lang', 'language', { place: 'attribute', namespace: 'urn:o', optional: true }),
    field('id', 'int', optional),
  ],
  Price: [
    field('currency', 'string', { place: 'attribute', optional: true, fixed: 'EUR' }),
    field('$text', 'decimal', { place: 'text' }),
  ],
  Secret: [
    field('key', 'string', { place: 'attribute', sensitive: true }),
    field('$text', 'string', { place: 'text', sensitive: true }),
  ],
  Either: [
    field('A', 'int'),
    recordField('pair', 'Pair', { place: 'group' }),
    field('L', 'int', many),
    recordField('Deep', 'Either', { place: 'choice' }),
  ],
  Pair: [field('X', 'string'), field('Y', 'string', optional)],
  Letter: [
    field('lang', 'language', { place: 'attribute', optional: true }),
    field('$content', 'string', { place: 'mixed', optional: true }),
    field('B', 'string', { sensitive: true }),
  ],
  Open: [
    field('more', 'string', { place: 'attributes', many: true }),
    field('any', 'string', { place: 'any', many: true }),
  ],
  Shape: [],
  Circle: [field('R', 'int')],
  Square: [field('S', 'int')],
};

const hierarchies: NonNullable<PagesDescription['hierarchies']> = {
  Shape: {
    abstract: true,
    types: [
      { record: 'Circle', namespace: 'urn:rich/', local: 'Circle' },
      { record: 'Square', namespace: 'urn:o', local: 'Square' },
    ],
  },
  Circle: { abstract: false, types: [{ record: 'Circle', namespace: 'urn:rich/', local: 'Circle' }] },
};

function built(fields: readonly FieldDescription[], entries: Readonly<Record<string, string>>) {
  const service = { ...serviceOf(fields, records), hierarchies };
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const posted = Object.entries(entries).map(([name, value]) => ({
    name,
    value: new TextEncoder().encode(value),
    fileName: undefined,
  }));
  const message = requestMessage(service, operation, new FormEntries(posted), 10);
  const inside = (envelope: string): string =>
    (/<(?:tns:)?Do([^>]*?)(?:\/>|>\n([\s\S]*)<\/(?:tns:)?Do>)/.exec(envelope)?.[2] ?? '')
      .replace(/\n? {4,}/g, '')
      .trim();
  return {
    sent: inside(envelopeText(service, soap11, message, fullText)),
    shown: inside(envelopeText(service, soap12, message, safeText)),
  };
}

describe('the message of a form', () => {
  it.each<[what: string, field: FieldDescription, entries: Record<string, string>, sent: string]>([
    [
      'names that are there twice, and an attribute of the same',
      recordField('R', 'Line'),
      { 'R/@id': '1', 'R/id': 'two', 'R/@lang': 'en', 'R/id~2': '3' },
      '<R id="1" ns1:lang="en"><id>two</id><id>3</id></R>',
    ],
    [
      'attributes that are left out',
      recordField('R', 'Line'),
      { 'R/@id': '', 'omit:R/@lang': '1', 'R/id': '' },
      '<R><id/></R>',
    ],
    [
      'text and attributes',
      recordField('R', 'Price'),
      { 'R/@currency': 'EUR', 'R/$text': '1' },
      '<R currency="EUR">1</R>',
    ],
    [
      'a fixed value that was not selected',
      recordField('R', 'Price'),
      { 'R/@currency': '', 'R/$text': '1' },
      '<R>1</R>',
    ],
    [
      'a choice',
      recordField('c', 'Either', { place: 'choice' }),
      { 'case:c': 'pair', 'c/A': '1', 'c/pair/X': 'x', 'c/pair/Y': 'y', 'c/L': '2' },
      '<X>x</X><Y>y</Y>',
    ],
    [
      'no case of a choice',
      recordField('c', 'Either', { place: 'choice', optional: true }),
      { 'case:c': '', 'c/A': '1' },
      '',
    ],
    ['a choice without entries', recordField('c', 'Either', { place: 'choice' }), {}, ''],
    ['a choice by its entries', recordField('c', 'Either', { place: 'choice' }), { 'c/L': '1\n2' }, '<L>1</L><L>2</L>'],
    [
      'a choice in a choice',
      recordField('c', 'Either', { place: 'choice' }),
      { 'case:c': 'Deep', 'count:c/Deep': '1', 'case:c/Deep': 'A', 'c/Deep/A': '1' },
      '<A>1</A>',
    ],
    [
      'a choice that repeats',
      recordField('c', 'Either', { place: 'choice', many: true }),
      { 'count:c': '3', 'c/0/A': '1', 'omit:c/1': '1', 'c/1/A': '2', 'case:c/2': 'pair', 'c/2/pair/X': '3' },
      '<A>1</A><X>3</X>',
    ],
    [
      'a group that repeats',
      recordField('g', 'Pair', { place: 'group', many: true }),
      { 'g/0/X': 'a', 'g/1/X': 'b', 'g/1/Y': 'c' },
      '<X>a</X><X>b</X><Y>c</Y>',
    ],
    [
      'a group that is left out',
      recordField('g', 'Pair', { place: 'group', optional: true }),
      { 'g/X': 'a', 'omit:g': '1' },
      '',
    ],
    ['mixed content', recordField('R', 'Letter'), { 'R/$content': 'a <B>b</B>\r\n' }, '<R>a <B>b</B>\n</R>'],
    ['no mixed content', recordField('R', 'Letter'), { 'R/$content': '', 'R/@lang': '' }, '<R/>'],
    [
      'whatever is let in',
      recordField('R', 'Open'),
      { 'R/more': ' a="1" ', 'R/any': '<x/>\n<y/>' },
      '<R a="1"><x/>\n<y/></R>',
    ],
    ['nothing that is let in', recordField('R', 'Open'), { 'R/more': ' ', 'R/any': '\n' }, '<R/>'],
    ['any content', field('A', 'anyType'), { A: 't <b/>' }, '<A>t <b/></A>'],
    ['any content, a line each', field('A', 'anyType', many), { A: '<b/>\n\nt' }, '<A><b/></A><A>t</A>'],
    [
      'any content that is nil',
      field('A', 'anyType', { nillable: true }),
      { A: '<', 'nil:A': '1' },
      '<A xsi:nil="true"/>',
    ],
    [
      'a concrete type',
      recordField('R', 'Shape'),
      { 'case:R': 'Square', 'R/Square/S': '1', 'R/Circle/R': '2' },
      '<R xsi:type="ns1:Square"><S>1</S></R>',
    ],
    [
      'a concrete type by its entries',
      recordField('R', 'Shape'),
      { 'R/Circle/R': '2' },
      '<R xsi:type="Circle"><R>2</R></R>',
    ],
    ['the declared type itself', recordField('R', 'Circle'), { 'R/Circle/R': '2' }, '<R><R>2</R></R>'],
    [
      'concrete types that repeat',
      recordField('R', 'Shape', many),
      { 'R/0/Circle/R': '1', 'R/1/Square/S': '2' },
      '<R xsi:type="Circle"><R>1</R></R><R xsi:type="ns1:Square"><S>2</S></R>',
    ],
    ['an element in no namespace', field('a', 'int', { namespace: '' }), { a: '1' }, '<a>1</a>'],
    ['an element of another namespace', field('a', 'int', { namespace: 'urn:o' }), { a: '1' }, '<ns1:a>1</ns1:a>'],
  ])('P3: %s', (_, one, entries, sent) => {
    expect(built([one], entries).sent).toBe(sent);
  });

  it('P5: attributes, text, XML and everything around sensitive content are masked on display', () => {
    const fields = [
      recordField('S', 'Secret'),
      recordField('L', 'Letter', { sensitive: true }),
      recordField('O', 'Open', { sensitive: true }),
      recordField('c', 'Either', { place: 'choice', sensitive: true }),
    ];
    const { sent, shown } = built(fields, {
      'S/@key': 's1',
      'S/$text': 's2',
      'L/$content': 's3<B>s4</B>',
      'O/more': 'a="s5"',
      'O/any': '<x>s6</x>',
      'c/A': 's7',
    });
    for (let index = 1; index <= 7; index++) expect(sent).toContain(`s${index}`);
    expect(shown).not.toMatch(/s\d/);
    expect(shown).toContain('<S key="••••••••">••••••••</S><L>••••••••</L>');
  });

  it.each<[what: string, entries: Record<string, string>, reason: string]>([
    ['a case that there is not', { 'case:c': 'Z' }, 'names no alternative of the form'],
    ['an entry below no case', { 'c/Z': '1' }, 'no entry "c/Z"'],
    ['a part of mixed content', { 'R/B': '1' }, 'no entry "R/B"'],
    ['a type that there is not', { 'case:S': 'Shape' }, 'names no alternative of the form'],
    ['invalid XML', { 'R/$content': '<B>' }, 'The entry "R/$content" is not well-formed XML'],
  ])('P3: %s is rejected', (_, entries, reason) => {
    const fields = [
      recordField('c', 'Either', { place: 'choice' }),
      recordField('R', 'Letter'),
      recordField('S', 'Shape'),
    ];
    expect(() => built(fields, entries)).toThrow(reason);
  });
});
