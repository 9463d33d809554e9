import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import { restriction, string, ValueError } from '../index.ts';
import { characterSets } from './character-set.ts';
import { patternMatcher } from './pattern.ts';
import { automatonOf } from './pattern-automaton.ts';
import { isDeterministic } from './pattern-choices.ts';
import { parsePattern } from './pattern-tree.ts';

describe('patterns', () => {
  it.each([
    ['^(?:(?:a+)+)$', 'a', '!'],
    ['^(?:(?:a|a|[a-z])*b)$', 'a', 'c'],
    ['^(?:(?:a|a|a)*b?c)$', 'a', '!'],
    ['^(?:(?:a?){60}a{60})$', 'a', '!'],
    ['^(?:[0-9]+(?:[^\\n\\r][0-9]+)*)$', '1', '!'],
    ['^(?:[^\\n\\r]*[^\\n\\r]*[^\\n\\r]*x)$', 'ab', 'y'],
    // None of these repeats without a limit.
    ['^(?:a{0,3000}a{0,3000}a{0,3000}a{0,3000}b)$', 'a', '!'],
    [`^(?:${'(?:a|a)'.repeat(60)}b)$`, 'a', '!'],
    [`^(?:${'a?'.repeat(60)}${'a'.repeat(60)})$`, 'a', '!'],
    ['^(?:[ab]*a[ab]{2000}c)$', 'ab', '!'],
    ['^(?:(?:a?b?){300}c)$', 'ab', '!'],
  ])('R5: %s matches any text quickly', (source, part, end) => {
    const text = part.repeat(10_000) + end;
    const time = cpuMilliseconds(() => {
      const type = restriction('T', string, { patterns: [new RegExp(source, 'u')] });
      expect(() => type.parse(text)).toThrow(ValueError);
    });
    expect(time).toBeLessThan(1500);
  });

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
  const times = fc.constantFrom('', '?', '*', '+', '{2}', '{3}', '{1,}', '{2,}', '{0,3}', '{2,3}', '{3,5}', '{0}');
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

  it('R5: match like regular expressions', () => {
    let simple = 0;
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        const expression = new RegExp(`^(?:${source})$`, 'u');
        const tree = parsePattern(expression.source);
        const sets = characterSets('u');
        expect(automatonOf(tree, sets)(value)).toBe(expression.test(value));
        expect(patternMatcher(expression)(value)).toBe(expression.test(value));
        if (isDeterministic(tree, sets)) simple++;
      }),
      { numRuns: 1_000 },
    );
    // Both ways were taken.
    expect(simple).toBeGreaterThan(100);
    expect(simple).toBeLessThan(900);
  });

  it('R5: count repetitions from each place', () => {
    const counts = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }));
    const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 30 }).map((all) => all.join(''));
    fc.assert(
      fc.property(counts, counts, letters, ([a, b], [c, d], value) => {
        const source = `^(?:[ab]*?b?a{${a},${a + b}}b*[ab]{${c},${c + d}}a)$`.replace('*?', '*');
        expect(automatonOf(parsePattern(source), characterSets('u'))(value)).toBe(new RegExp(source, 'u').test(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['[a-z]+', true],
    ['[A-Z]{2}[0-9]{1,6}', true],
    ['[0-9]+(?:\\.[0-9]{1,2})?', true],
    ['[^@ ]+@[a-z]+(?:\\.[a-z]+)*', true],
    ['\\p{Nd}{4}-\\p{Nd}{2}', true],
    ['(?:ab|cd)*e', true],
    ['a{2}|b', true],
    ['a?a', false],
    ['(?:a|[b-d])*e', true],
    ['(?:a|[a-c]|d)*e', false],
    ['(?:a|ab)c', false],
    ['(?:a*)*', false],
    ['(?:a+b?)+', false],
    ['\\p{L}*\\p{Lu}', false],
    ['(?:a|b?)b', false],
    ['(?:a?|b?)', false],
    ['[^a]*[^b]', false],
    ['[a-z]*\\w', false],
    ['(?:a{0,2}){3}', false],
  ])('R5: the next character tells how to go on in %s: %s', (source, expected) => {
    expect(isDeterministic(parsePattern(`^(?:${source})$`), characterSets('u'))).toBe(expected);
  });

  it('R5: sets with subtraction match too', () => {
    // No literal: the compiler's target does not know the flag yet.
    const source = '^(?:(?:[\\p{Ll}--[aeiou]]+-?)+)$';
    const consonants = patternMatcher(new RegExp(source, 'v'));
    expect(['xyz', 'x-y-', 'a', 'x a', ''].map(consonants)).toEqual([true, true, false, false, false]);
  });

  it('R5: of any length are counted, and those of too many steps are rejected, never left to the platform', () => {
    const counted = patternMatcher(/^(?:[a-z]{5,60000}c|x{0,999999999})$/u);
    const texts = ['abababc', 'abc', `${'a'.repeat(60_001)}c`, `${'a'.repeat(60_000)}c`, 'x'.repeat(70_000)];
    expect(texts.map(counted)).toEqual([true, false, false, true, true]);
    for (const source of [
      '^(?:(?:ab?){1,5000}c)$',
      '^(?:(?:a{0,3000}){0,3000}b)$',
      '^(?:a{100000})$',
      '^(?:(?:){1000000000})$',
      '^(?:(?:(?:(?:a{0})*){60000}){60000})$',
      `^(?:${'(?:'.repeat(40)}ab${'){9}'.repeat(40)})$`,
    ])
      expect(() => patternMatcher(new RegExp(source, 'u'))).toThrow(/may have 1000 steps/);
    for (const source of ['^(?:a(?=b)b)$', '^(?:(a)\\1)$', '^(?:a*?)$', 'a', '^a$|b', '^(?:a\\b)$'])
      expect(() => patternMatcher(new RegExp(source, 'u')), source).toThrow(TypeError);
  });
});
