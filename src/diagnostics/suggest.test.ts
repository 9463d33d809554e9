import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closest, editDistance } from './suggest.ts';

it('counts insertions, deletions, substitutions and swaps', () => {
  expect(editDistance('', 'abc')).toBe(3);
  expect(editDistance('string', 'strng')).toBe(1);
  expect(editDistance('boolean', 'bolaean')).toBe(2);
  expect(editDistance('ab', 'ba')).toBe(1);
});

it('is symmetric, and zero only for equal texts', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
    }),
  );
});

it('suggests close names, mistakes of case first, and no distant ones', () => {
  expect(closest('String', ['sting', 'string'])).toBe('string');
  expect(closest('GetClientId', ['GetClientID', 'GetClient'])).toBe('GetClientID');
  expect(closest('lng', ['int', 'long'])).toBe('long');
  expect(closest('abc', ['int', 'long', 'string'])).toBeUndefined();
  expect(closest('1.3', ['1.1'])).toBeUndefined();
  expect(closest('x'.repeat(1000), ['x'.repeat(999)])).toBeUndefined();
});
