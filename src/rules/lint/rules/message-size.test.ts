import { expect, it } from 'vitest';
import { positionsOf } from './message-size.ts';

it.each([
  ['', 0],
  ['abc', 3],
  ['[a-z-[aeiou]]{2,50}', 50],
  ['\\p{Lu}{3}\\d+x?', 5],
  ['(ab|c){4,}', 15],
  ['((a{10}){10}){10}', 1000],
  ['([\\]\\[(]{2}){3}', 6],
  ['a{0}', 1],
  ['((((a{999999999}){999999999}){999999999}){999999999}){99999999999}', 999999999 ** 4 * 99999999999],
  ['(unclosed', 8],
  [')', 0],
  ['[open', 1],
])('counts the positions of %s', (pattern, positions) => {
  expect(positionsOf(pattern)).toBe(positions);
});
