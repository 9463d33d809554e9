import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docComment, docLines, lineComment } from './doc.ts';

describe('docLines', () => {
  it('wraps at the width of a line', () => {
    const lines = docLines(['word '.repeat(60)], 2);
    expect(lines.length).toBe(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(113);
  });

  it('preserves paragraphs and line breaks, and omits empty parts', () => {
    expect(docLines(['one\ntwo', undefined, ' ', 'three'], 0)).toEqual(['one', 'two', 'three']);
  });

  it('adds our block tags, and escapes those in the text', () => {
    expect(docLines(['See @deprecated and @throws.', { tag: '@deprecated', text: 'use Other.' }], 0)).toEqual([
      'See \\@deprecated and \\@throws.',
      '',
      '@deprecated use Other.',
    ]);
  });

  it('prints all tags, on one line if it fits', () => {
    expect(docComment([], 2)).toEqual([]);
    expect(docComment(['Short.'], 2)).toEqual(['/** Short. */']);
    expect(docComment(['Short.', { tag: '@throws', text: '{E} always.' }], 2)).toEqual([
      '/**',
      ' * Short.',
      ' *',
      ' * @throws {E} always.',
      ' */',
    ]);
  });

  it('never ends the comment, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('*', '/', ' ', '\n', '\u2028', '\r', 'a', '\\', '@') }), (text) => {
        const comment = docLines([text], 0)
          .map((line) => ` * ${line}`)
          .join('\n');
        expect(comment).not.toContain('*/');
      }),
    );
  });
});

it('lineComment stays on its line', () => {
  expect(lineComment('a\nb\u2028c\r\n')).toBe('a b c ');
});
