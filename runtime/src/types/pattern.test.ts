import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import { restriction, string, ValueError } from '../index.ts';
import { matcherOf } from './pattern.ts';

describe('patterns', () => {
  it.each([
    ['^(?:(?:a+)+)$', 'a', '!'],
    ['^(?:(?:a|a|[a-z])*b)$', 'a', 'c'],
    ['^(?:(?:a?){60}a{60})$', 'a', '!'],
    ['^(?:[0-9]+(?:[^\\n\\r][0-9]+)*)$', '1', '!'],
    ['^(?:[^\\n\\r]*[^\\n\\r]*[^\\n\\r]*x)$', 'ab', 'y'],
  ])('R5: %s matches any text quickly', (source, part, end) => {
    const text = part.repeat(10_000) + end;
    const time = cpuMilliseconds(() => {
      const type = restriction('T', string, { patterns: [new RegExp(source, 'u')] });
      expect(() => type.parse(text)).toThrow(ValueError);
    });
    expect(time).toBeLessThan(1500);
  });

  it('R5: match like regular expressions', () => {
    const atom = fc.constantFrom(
      'a',
      '[ab]',
      '[^a]',
      '\\p{Nd}',
      '\\.',
      '[^\\n\\r]',
      '😀',
      '[\\]\\\\]',
      '\\u{62}',
      '-',
      '5',
    );
    const times = fc.constantFrom('', '?', '*', '+', '{2}', '{1,}', '{0,3}', '{2,3}');
    const sequence = fc
      .array(fc.tuple(atom, times), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.map(([one, many]) => one + many).join(''));
    const around = (inner: fc.Arbitrary<string>) =>
      fc
        .tuple(fc.array(inner, { minLength: 1, maxLength: 3 }), times, inner)
        .map(([parts, many, rest]) => `(?:${parts.join('|')})${many}${rest}`);
    const pattern = fc.oneof(sequence, around(sequence), around(around(sequence)));
    const text = fc
      .array(fc.constantFrom('a', 'b', '5', '.', '-', ']', '😀', '\ud83d', '\n'), { maxLength: 7 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        const expression = new RegExp(`^(?:${source})$`, 'u');
        expect(matcherOf(expression)(value)).toBe(expression.test(value));
      }),
      { numRuns: 3_000 },
    );
  });

  it('R5: sets with subtraction match too, and excessive ones are left to the platform', () => {
    // No literal: the compiler's target does not know the flag yet.
    const source = '^(?:(?:[\\p{Ll}--[aeiou]]+-?)+)$';
    const consonants = matcherOf(new RegExp(source, 'v'));
    expect(['xyz', 'x-y-', 'a', 'x a', ''].map(consonants)).toEqual([true, true, false, false, false]);
    const large = matcherOf(/^(?:(?:ab?){1,5000}c)$/u);
    expect([large('abac'), large('b')]).toEqual([true, false]);
  });
});
