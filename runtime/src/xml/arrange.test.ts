import { describe, expect, it } from 'vitest';
import { arrange } from './arrange.ts';
import type { ChildOrder } from './codec-tables.ts';
import { OTHER } from './reader.ts';

/** The letters of a text in the schema's order, and those that were out of order; `a` is child 0, `*` one of a wildcard. */
function arranged(letters: string, order: ChildOrder = {}): [arranged: string, displaced: string] {
  const items = Array.from(letters, (letter) => ({
    letter,
    index: letter === '*' ? OTHER : letter.charCodeAt(0) - 97,
  }));
  const { children, displaced } = arrange(items, order);
  const text = (found: readonly { readonly letter: string }[]): string => found.map(({ letter }) => letter).join('');
  return [text(children), text(displaced)];
}

describe('children of a content model', () => {
  it('come into the order of their places, and keep the order of the same place', () => {
    expect(arranged('')).toEqual(['', '']);
    expect(arranged('aabd')).toEqual(['aabd', '']);
    expect(arranged('dba')).toEqual(['abd', 'ba']);
    expect(arranged('bab')).toEqual(['abb', 'a']);
  });

  it('of a wildcard have their place between two others', () => {
    const order: ChildOrder = { others: 1 };
    expect(arranged('ab**c', order)).toEqual(['ab**c', '']);
    expect(arranged('*cab*', order)).toEqual(['ab**c', 'ab*']);
  });

  it('of a part that repeats keep their order, and move together', () => {
    const order: ChildOrder = { repeated: [[1, 2]] };
    expect(arranged('acbcbd', order)).toEqual(['acbcbd', '']);
    expect(arranged('cbdacb', order)).toEqual(['acbcbd', 'acb']);
  });
});

describe('rows of a sequence that repeats', () => {
  const both: ChildOrder = { repeated: [[0, 1, 0, 1]] };
  const first: ChildOrder = { repeated: [[0, 1, 0]] };
  const second: ChildOrder = { repeated: [[0, 1, 1]] };
  const middle: ChildOrder = { repeated: [[0, 2, 0, 2]] };

  it('stay as they are if they are in order', () => {
    expect(arranged('abab', both)).toEqual(['abab', '']);
    for (const rows of ['aab', 'ab', 'abaa']) expect(arranged(rows, first)).toEqual([rows, '']);
    for (const rows of ['bab', 'bbabb', 'abab']) expect(arranged(rows, second)).toEqual([rows, '']);
    for (const rows of ['acabcac']) expect(arranged(rows, middle)).toEqual([rows, '']);
  });

  it('are put in order, each for itself', () => {
    expect(arranged('baba', both)).toEqual(['abab', 'aa']);
    expect(arranged('abba', both)).toEqual(['abab', 'a']);
    expect(arranged('baba', first)).toEqual(['abab', 'aa']);
    expect(arranged('acbac', middle)).toEqual(['abcac', 'b']);
    expect(arranged('cabcab', middle)).toEqual(['abcabc', 'abab']);
  });

  it('of another part are together again', () => {
    const order: ChildOrder = { repeated: [[1, 2, 1, 2]] };
    expect(arranged('bacbc', order)).toEqual(['abcbc', 'a']);
    expect(arranged('bcdabc', order)).toEqual(['abcbcd', 'abc']);
  });

  it('begin where the schema lets them begin, and not where an element only came late', () => {
    // The second `a` may begin a row, since it is complete without `b`.
    expect(arranged('bab', second)).toEqual(['bab', '']);
    // Here it may not: `a` is required in the row that `b` began.
    expect(arranged('bab', first)).toEqual(['abb', 'a']);
  });
});
