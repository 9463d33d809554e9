import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SourceLocation } from '../index.ts';
import { codeFrame } from './frame.ts';

function shown(source: string, place: SourceLocation): string {
  return codeFrame(source, place)
    .map(({ number, text }) => `${number ?? ' '}|${text}`)
    .join('\n');
}

it('shows the line before, the line and the range underlined', () => {
  expect(shown('one\ntwo three\r\nfour', { line: 2, column: 5, length: 5 })).toBe('1|one\n2|two three\n |    ^^^^^');
});

it('underlines under tabs, wide characters, combining marks and escapes', () => {
  expect(shown('a\tb', { line: 1, column: 3, length: 1 })).toBe('1|a   b\n |    ^');
  expect(shown('名前: x', { line: 1, column: 5, length: 1 })).toBe('1|名前: x\n |      ^');
  expect(shown('名前: x', { line: 1, column: 1, length: 2 })).toBe('1|名前: x\n |^^^^');
  expect(shown('🎉 e\u0301 x', { line: 1, column: 7, length: 1 })).toBe('1|🎉 e\u0301 x\n |     ^');
  expect(shown('\u001B x', { line: 1, column: 3, length: 1 })).toBe('1|\\u{1B} x\n |       ^');
});

it('cuts a long line around the range', () => {
  const frame = codeFrame(`${'a'.repeat(300)}HERE${'b'.repeat(300)}`, { line: 1, column: 301, length: 4 });
  expect(frame[0]?.text).toBe(`…${'a'.repeat(29)}HERE${'b'.repeat(76)}…`);
  expect(frame[1]?.text).toBe(`${' '.repeat(30)}^^^^`);
});

it('underlines at least one column, at the end of a line too, and nothing beyond it', () => {
  expect(shown('abc\ndef', { line: 1, column: 4, length: 9 })).toBe('1|abc\n |   ^');
  expect(shown('abc', { line: 1, column: 2, length: 99 })).toBe('1|abc\n | ^^');
  expect(codeFrame('abc', { line: 7, column: 1 })).toEqual([]);
  expect(codeFrame('abc', {})).toEqual([]);
});

it('prints each line on one line without control characters, for any text and location', () => {
  const place = fc.record({ line: fc.integer({ min: 1, max: 5 }), column: fc.nat(300), length: fc.nat(300) });
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), place, (source, at) => {
      for (const { text } of codeFrame(source, at)) {
        expect(text).not.toMatch(/\p{Cc}/u);
        expect(text.length).toBeLessThan(112 * 10);
      }
    }),
  );
});
