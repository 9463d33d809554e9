import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import { diffLines } from './diff.ts';

const lines = (count: number, prefix = ''): string =>
  Array.from({ length: count }, (_, i) => `${prefix}${i + 1}\n`).join('');

describe('diffLines', () => {
  it('shows a change with two lines around it', () => {
    expect(diffLines(lines(9), lines(9).replace('5\n', 'five\n'))).toEqual([
      '@@ -3,5 +3,5 @@',
      ' 3',
      ' 4',
      '-5',
      '+five',
      ' 6',
      ' 7',
    ]);
  });

  it('shows distant changes in separate hunks', () => {
    const after = lines(20).replace('2\n', '').replace('18\n', '18\nmore\n');
    expect(diffLines(lines(20), after, { context: 1 })).toEqual([
      '@@ -1,3 +1,2 @@',
      ' 1',
      '-2',
      ' 3',
      '@@ -18,2 +17,3 @@',
      ' 18',
      '+more',
      ' 19',
    ]);
  });

  it('counts an empty side as `diff -u` does', () => {
    expect(diffLines('', 'a\n')).toEqual(['@@ -0,0 +1 @@', '+a']);
    expect(diffLines('a\nb\n', '')).toEqual(['@@ -1,2 +0,0 @@', '-a', '-b']);
  });

  it('stops after a number of lines and reports the number of the others', () => {
    const shown = diffLines('', lines(30), { limit: 20 });
    expect([shown.length, shown.at(-1)]).toEqual([21, '… 11 more lines']);
  });

  it('is empty for equal texts, with any line ends', () => {
    expect(diffLines('a\r\nb\r\n', 'a\nb\n')).toEqual([]);
  });

  it('is fast if all lines differ', () => {
    const time = cpuMilliseconds(() => {
      expect(diffLines(lines(20_000, 'a'), lines(20_000, 'b'))).toHaveLength(21);
    });
    expect(time).toBeLessThan(5_000);
  });

  it('transforms the first text into the second', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const print = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('');
        const shown = diffLines(print(before), print(after), { context: 100, limit: 1000 }).slice(1);
        const side = (sign: string): string[] =>
          shown.filter((line) => line[0] === ' ' || line[0] === sign).map((line) => line.slice(1));
        if (before.join() === after.join()) expect(shown).toEqual([]);
        else expect([side('-'), side('+')]).toEqual([before, after]);
      }),
    );
  });

  it('shows a changed part of a line of any length', () => {
    const line = (word: string): string => `${'a'.repeat(50_000)}${word}${'b'.repeat(50_000)}\n`;
    const lines = diffLines(line('before'), line('after'));
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^-…a{40}beforeb+…$/);
    expect(lines[2]).toMatch(/^\+…a{40}afterb+…$/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(170);
  });
});
