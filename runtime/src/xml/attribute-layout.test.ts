import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XmlBytesReader } from './bytes-reader.ts';
import { children } from './codec-tables.ts';
import { XmlError } from './error.ts';
import { attributeName, rootTag, startTag } from './tag.ts';

const root = rootTag('urn:u', 'r');
const row = startTag('urn:u', 'row');
const rows = children(row);
const names = ['a', 'b', 'id', 'long-name'].map((local) => attributeName('', local));
const qualified = attributeName('urn:p', 'a');

/** The attributes of each row, as a codec reads them in a given order; an error replaces the last row. */
function read(xml: string, order: readonly number[] = [0, 1, 2, 3]): unknown[] {
  const reader = new XmlBytesReader(new TextEncoder().encode(xml));
  const found: unknown[] = [];
  try {
    reader.openRoot();
    while (reader.child(rows) === 0) {
      const values = order.map((index) => [index, reader.attribute(names[index] ?? qualified)]);
      found.push([values, reader.attribute(qualified), reader.otherAttributes(names), reader.attributes()]);
      reader.skip();
    }
    reader.finish();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    found.push(error.code);
  }
  return found;
}

const inRoot = (content: string): string => `<r xmlns="${root.namespace}" xmlns:p="urn:p">${content}</r>`;

/** What `read` returns where no start tag comes after another one. */
const readAlone = (tags: readonly string[], order: readonly number[]): unknown[] => {
  const all: unknown[] = [];
  for (const tag of tags) {
    // Without a row for one in another namespace.
    const found = read(inRoot(tag), order);
    all.push(...found);
    if (typeof found[0] === 'string') break;
  }
  return all;
};

const value = fc.constantFrom(
  '',
  '1',
  'Desk',
  ' x  y ',
  'a&amp;b',
  '&#65;',
  'x\ty',
  'l\r\nm',
  'é',
  "it's",
  '<',
  '&x;',
  '\u0001',
);
const name = fc.constantFrom('a', 'b', 'id', 'long-name', 'other', 'p:a', 'xmlns', 'xmlns:p', 'i', 'idd', 'q:a');
const space = fc.constantFrom(' ', ' ', ' ', '\n', '  ', '');
const usualName = fc.constantFrom('a', 'b', 'id', 'long-name');
const equals = fc.constantFrom('=', '=', '=', ' =', '= ');
const quote = fc.constantFrom('"', '"', '"', "'");
const attribute = fc
  .tuple(space, fc.oneof({ weight: 8, arbitrary: usualName }, name), equals, quote, value)
  .map(([before, found, between, mark, text]) => `${before}${found}${between}${mark}${text}${mark}`);
const tag = fc
  .tuple(fc.uniqueArray(attribute, { maxLength: 5, selector: (text) => text.trim().split(/ ?=/)[0] }), fc.boolean())
  .map(([attributes, isEmpty]) => `<row${attributes.join('')}${isEmpty ? '/>' : '></row>'}`);

describe('attributes of start tags in a list', () => {
  it('are the same as those of each start tag alone, errors included', () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 12 }), order, (tags, asked) => {
        expect(read(inRoot(tags.join('')), asked)).toEqual(readAlone(tags, asked));
      }),
      { numRuns: 2_000 },
    );
  });

  const plain = '<row a="1" b="2" id="3"/>';

  it.each([
    ['an attribute twice', '<row a="1" b="2" a="3"/>', 'ill-formed'],
    ['a known attribute twice in turn', '<row a="1" a="2"/>', 'ill-formed'],
    ['no white space before a name', '<row a="1"b="2"/>', 'ill-formed'],
    ['no quotes', '<row a=1 b="2"/>', 'ill-formed'],
    ['quotes that differ', `<row a="1' b="2"/>`, 'ill-formed'],
    ['`<` in a value', '<row a="<"/>', 'ill-formed'],
    ['a control character in a value', '<row a="\u0001"/>', 'ill-formed'],
    ['an unknown entity', '<row a="&x;"/>', 'ill-formed'],
    ['a prefix that is not declared', '<row a="1" q:b="2"/>', 'ill-formed'],
    ['a value that is too long', `<row a="${'x'.repeat(65_537)}"/>`, 'limit'],
    ['a value that does not end', '<row a="1', 'ill-formed'],
  ])('are rejected after equal ones for %s', (_, bad, code) => {
    const found = read(inRoot(plain.repeat(4) + bad));
    expect(found).toHaveLength(5);
    expect(found[4]).toBe(code);
    expect(read(inRoot(bad))).toEqual([code]);
  });

  it('are read where optional ones are absent, and have their defaults of XML: normalized white space', () => {
    const found = read(inRoot(`${plain.repeat(3)}<row b='4\n5' />`));
    expect(found[3]).toEqual([
      [
        [0, undefined],
        [1, '4 5'],
        [2, undefined],
        [3, undefined],
      ],
      undefined,
      [],
      [{ namespace: '', local: 'b', value: '4 5' }],
    ]);
  });

  it('are found where a codec asks for absent ones, or in another order, in each row', () => {
    const some = '<row b="2" long-name="&lt;4&gt;"/>';
    const all = '<row a="1" b="2" id="3" long-name="4"/>';
    const found = read(inRoot(all.repeat(3) + some + all + some), [3, 0, 2, 1]);
    const values = (row: number): unknown => (found[row] as unknown[])[0];
    const ofSome = [
      [3, '<4>'],
      [0, undefined],
      [2, undefined],
      [1, '2'],
    ];
    expect([values(3), values(5)]).toEqual([ofSome, ofSome]);
    expect(values(4)).toEqual([
      [3, '4'],
      [0, '1'],
      [2, '3'],
      [1, '2'],
    ]);
  });

  it('belong to the namespaces of their own start tag', () => {
    const other = '<row xmlns="urn:other" a="1"/>';
    const prefixed = '<x:row xmlns:x="urn:u" a="5"/>';
    const found = read(inRoot(plain.repeat(3) + other + prefixed));
    expect(found).toHaveLength(4);
    expect(found[3]).toEqual(read(inRoot(prefixed))[0]);
    expect(found[3]).toContainEqual([{ namespace: '', local: 'a', value: '5' }]);
  });
});
