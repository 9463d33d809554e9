import fc from 'fast-check';
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

/** Children in order, as places of one child or row each, and the same places in another order. */
const disordered = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 }),
    fc.integer({ min: 0, max: 4 }),
    fc.array(fc.constantFrom(0, 1), { maxLength: 6 }),
    fc.infiniteStream(fc.nat()),
  )
  .map(([counts, rows, choices, chance]) => {
    const pick = (most: number): number => (chance.next().value ?? 0) % most;
    const singles = counts.map((count, index) => Array.from({ length: count }, () => index));
    const first = counts.length;
    const row = [first, first + 1, first + 2];
    const choice = choices.map((one) => first + 3 + one);
    const order: ChildOrder = {
      repeated: [
        [first, first + 2, ...row],
        [first + 3, first + 4],
      ],
    };
    const inOrder = [...singles.flat(), ...Array.from({ length: rows }, () => row).flat(), ...choice];
    const shuffledRow = (): number[] => row.toSorted(() => pick(3) - 1);
    const parts = [...singles, Array.from({ length: rows }, shuffledRow).flat(), [...choice]];
    const mixed: number[] = [];
    for (let left = parts; left.length > 0; left = left.filter((part) => part.length > 0)) {
      const next = left[pick(left.length)]?.shift();
      if (next !== undefined) mixed.push(next);
    }
    return { order, inOrder, mixed };
  });

it('any order of children with one place each, and of the elements in complete rows, comes back as it was', () => {
  fc.assert(
    fc.property(disordered, ({ order, inOrder, mixed }) => {
      const indexes = (of: readonly number[]): readonly number[] =>
        arrange(
          of.map((index) => ({ index })),
          order,
        ).children.map(({ index }) => index);
      expect(indexes(mixed)).toEqual(inOrder);
      expect(indexes(inOrder)).toEqual(inOrder);
    }),
    { numRuns: 500 },
  );
});
