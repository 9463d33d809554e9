import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringLiteral } from './literal.ts';

describe('stringLiteral', () => {
  it('means the text that it was made from, on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const literal = stringLiteral(text);
        expect(literal).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(new Function(`return ${literal}`)()).toBe(text);
      }),
    );
  });

  it('escapes what ends a literal or hides in one', () => {
    expect(stringLiteral("it's")).toBe(String.raw`'it\'s'`);
    expect(stringLiteral('a\\b\n\u2028\u202E')).toBe(String.raw`'a\\b\n\u2028\u202e'`);
    expect(stringLiteral('\uD800')).toBe(String.raw`'\ud800'`);
  });
});
