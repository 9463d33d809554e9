import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalParts, stringLiteral, templateContent } from './literal.ts';

describe('stringLiteral', () => {
  it('evaluates to its text, on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const literal = stringLiteral(text);
        expect(literal).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(new Function(`return ${literal}`)()).toBe(text);
      }),
    );
  });

  it('escapes characters that end a literal or are invisible', () => {
    expect(stringLiteral("it's")).toBe(String.raw`'it\'s'`);
    expect(stringLiteral('a\\b\n\u2028\u202E')).toBe(String.raw`'a\\b\n\u2028\u202e'`);
    expect(stringLiteral('\uD800')).toBe(String.raw`'\ud800'`);
  });
});

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('`', '${', '\\', '\n', ' ', '\r', 'a', 'long '.repeat(60), '\u2028'))
    .map((parts) => parts.join('')),
);

describe('templateContent', () => {
  it('evaluates to its text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const content = templateContent(text);
        expect(new Function(`return \`${content}\``)()).toBe(text);
      }),
    );
  });
});

describe('literalParts', () => {
  it('evaluates to its text, in parts that fit', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(new Function(`return ${literalParts(stringLiteral(text), 60).join(' +\n')}`)()).toBe(text);
      }),
    );
    const parts = literalParts(stringLiteral('word '.repeat(100)), 60);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(61);
  });
});
