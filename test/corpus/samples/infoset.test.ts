import { describe, expect, it } from 'vitest';
import { difference } from './infoset.ts';

const defaults = new Map([['unit', new Set(['mm'])]]);
const differenceOf = (one: string, other: string): string | undefined => difference(one, other, defaults);

describe('two elements are the same infoset', () => {
  it.each([
    ['with other prefixes', '<a xmlns="urn:a"><b/></a>', '<p:a xmlns:p="urn:a"><p:b></p:b></p:a>'],
    ['with attributes in another order', '<a x="1" y="2"/>', '<a y="2" x="1"></a>'],
    ['with white space between elements', '<a>\n  <b/>\n</a>', '<a><b/></a>'],
    ['with other forms of a number', '<a x="1.50">+01</a>', '<a x="1.5">1</a>'],
    ['with other forms of a boolean', '<a>true</a>', '<a>1</a>'],
    ['with another zone of the same time', '<a>2001-02-03T04:05:06Z</a>', '<a>2001-02-03T05:05:06.000+01:00</a>'],
    ['with other prefixes of names', '<a xmlns:p="urn:p">p:n</a>', '<a xmlns:q="urn:p">q:n</a>'],
    ['with an attribute that has its default', '<a/>', '<a unit="mm"/>'],
    ['with other escapes', '<a>&#65;&amp;</a>', '<a>A&#x26;</a>'],
  ])('%s', (_, one, other) => {
    expect(differenceOf(one, other)).toBeUndefined();
  });

  it.each([
    ['another namespace', '<a xmlns="urn:a"/>', '<a/>', '/a: {urn:a}a became {}a'],
    ['another text', '<a><b>x</b></a>', '<a><b>y</b></a>', '/a/b: "x" became "y"'],
    ['a missing element', '<a><b/><c/></a>', '<a><b/></a>', '/a/c[1] is gone'],
    ['an element more', '<a><b/></a>', '<a><b/><c/></a>', '/a/c was added'],
    ['a missing attribute', '<a x="1"/>', '<a/>', '/a/@{}x is gone'],
    ['an attribute more', '<a/>', '<a unit="cm"/>', '/a/@{}unit: cm was added'],
    ['another number', '<a>1.50</a>', '<a>1.05</a>', '/a: "1.50" became "1.05"'],
    ['another order', '<a><b/><c/></a>', '<a><c/><b/></a>', '/a/b: {}b became {}c'],
  ])('unless there is %s', (_, one, other, found) => {
    expect(differenceOf(one, other)).toBe(found);
  });
});
