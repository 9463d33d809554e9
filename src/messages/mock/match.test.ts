import { describe, expect, it } from 'vitest';
import { matches, textOfValue } from './match.ts';

describe('matches', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['everything without a pattern', undefined, 1, true],
    ['a part of a record', { a: 1n }, { a: 1n, b: 2 }, true],
    ['another bigint', { a: 1n }, { a: 2n }, false],
    ['a part at depth', { a: { b: 'x' } }, { a: { b: 'x', c: 1 } }, true],
    ['an absent record', { a: { b: 'x' } }, { a: undefined }, false],
    ['items by their parts', [{ a: 1 }], [{ a: 1, b: 2 }], true],
    ['a list of another length', [1], [1, 2], false],
    ['the same time', new Date(5), new Date(5), true],
    ['another time', new Date(5), new Date(6), false],
    ['the same bytes', new Uint8Array([1]), new Uint8Array([1]), true],
    ['null', null, null, true],
    ['null for a record', null, { a: 1 }, false],
  ])('compares %s', (_, pattern, value, expected) => {
    expect(matches(pattern, value)).toBe(expected);
  });
});

describe('textOfValue', () => {
  it('tells a bigint from a number, and bytes by their content', () => {
    expect(textOfValue({ a: 1n, b: 1, c: new Uint8Array([1, 2]) })).toBe('{"a":"1n","b":1,"c":"AQI="}');
  });
});
