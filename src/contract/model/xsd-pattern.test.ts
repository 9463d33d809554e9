import { patternMatcher } from '@soapwright/runtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translatePattern } from './xsd-pattern.ts';

function matches(pattern: string, text: string): boolean {
  const translated = translatePattern(pattern);
  if ('fault' in translated) throw new Error(`${pattern}: ${translated.fault}`);
  return new RegExp(translated.source, translated.flags).test(text);
}

describe('patterns of XML Schema', () => {
  it.each<[pattern: string, good: readonly string[], bad: readonly string[]]>([
    ['[0-9]{4,5}', ['1234', '12345'], ['123', '123456', 'a1234', '12345\n']],
    ['a|b|', ['a', 'b', ''], ['ab', 'c']],
    ['^a$', ['^a$'], ['a']],
    ['.', ['a', '😀', '\u2028'], ['', '\n', '\r', 'ab']],
    ['\\d+', ['123', '٣'], ['a', '']],
    ['\\w+', ['abc1', 'é', '$'], ['a b', '.']],
    ['\\s', [' ', '\t', '\n'], ['\u00a0', 'a']],
    ['\\S+', ['\u00a0'], [' ']],
    ['\\i\\c*', ['a:b-1', '_x', 'é'], ['1a', '-a', '']],
    ['[\\i-[:]][\\c-[:]]*', ['ab-1'], ['a:b', ':a', '1']],
    ['[a-z-[aeiou]]+', ['xyz'], ['abc', 'a']],
    ['[^0-9-[a]]', ['b', '-'], ['a', '1']],
    ['[a\\-z]+', ['a-z'], ['b']],
    ['\\d{3}\\-\\d', ['123-4'], ['1234']],
    ['[-a]+', ['-a'], ['b']],
    ['[a-]+', ['a-'], ['b']],
    ['[+\\-*/&!#%(){}.,]+', ['+-*/&!#%(){}.,'], ['a']],
    ['\\p{Lu}\\p{Ll}+', ['Anna', 'Äö'], ['anna', 'A1']],
    ['[\\p{L}\\s]+', ['a b'], ['1']],
    ['[\\P{L}]+', ['12'], ['a']],
    ['[\\S\\s]', ['a', ' '], ['']],
    ['\\p{IsBasicLatin}+', ['abc'], ['é']],
    ['\\P{IsBasicLatin}+', ['é'], ['e']],
    ['(ab){2}(c|d)?', ['abab', 'ababc'], ['ab', 'ababcd']],
    ['\\(\\[\\{\\.\\*\\+\\?\\|\\\\\\^', ['([{.*+?|\\^'], ['x']],
    ['"\'`/<&', ['"\'`/<&'], ['x']],
    ['[😀-😂]', ['😁'], ['😃']],
  ])('%s', (pattern, good, bad) => {
    for (const text of good) expect(matches(pattern, text), text).toBe(true);
    for (const text of bad) expect(matches(pattern, text), text).toBe(false);
  });

  it.each([
    '(',
    ')',
    '[',
    '[]',
    'a]',
    '*',
    '{2}',
    'a{,2}',
    'a{x}',
    '\\',
    '\\q',
    '\\p{Nope}',
    '\\p{IsNowhere}',
    '[a-z-[b]c]',
    '[z-a]',
    'a**',
  ])('rejects %s', (pattern) => {
    expect(translatePattern(pattern)).toEqual({ fault: expect.any(String) });
  });

  it.each([
    ['(a{0,3000}){0,3000}b', '^(?:a{0,9000000}b)$'],
    ['((a*)*)+', '^(?:a{0,})$'],
    ['((ab)+){2,3}', '^(?:(?:ab){2,})$'],
    ['(a{2,4}){3}', '^(?:a{6,12})$'],
    ['(a{2,3}){2,9}', '^(?:a{4,27})$'],
    // Four would be left out.
    ['(a{5,6}){2,3}', '^(?:(?:a{5,6}){2,3})$'],
    ['(a{2}){0,3}', '^(?:(?:a{2}){0,3})$'],
    ['(a{1000000}){0,1000000}', '^(?:(?:a{1000000}){0,1000000})$'],
    ['(a|b){2}', '^(?:(?:a|b){2})$'],
  ])('makes one repetition of repeated ones: %s', (pattern, source) => {
    const translated = translatePattern(pattern);
    if (pattern.startsWith('(a{1000000}')) expect(translated).toHaveProperty('fault');
    else expect(translated).toMatchObject({ source });
  });

  it('rejects what takes too many steps, or too deep nesting', () => {
    for (const pattern of [
      '(ab?){1,5000}c',
      '((ab){20}){60}',
      `${'('.repeat(40)}ab${'){9}'.repeat(40)}`,
      '(a{0}){1000000000}b{64000}',
    ])
      expect(translatePattern(pattern)).toEqual({ fault: expect.stringContaining('more than 1,000 steps') });
    expect(translatePattern(`${'('.repeat(5_000)}a${')'.repeat(5_000)}`)).toEqual({
      fault: 'its groups are nested more than 200 deep',
    });
  });

  it('R5: gives all that it accepts to the automaton, which has the verdict of the platform', () => {
    const atom = fc.constantFrom('a', 'b', '[ab]', '(a|b)', '.', '(a)', '(ab)', '(a|)', '');
    const times = fc.constantFrom('', '', '?', '*', '+', '{0}', '{1}', '{2}', '{0,2}', '{1,3}', '{2,3}', '{2,}');
    const part = fc.tuple(atom, times).map(([one, many]) => (one === '' ? '' : one + many));
    const around = (inner: fc.Arbitrary<string>) =>
      fc
        .tuple(fc.array(inner, { maxLength: 2 }), fc.boolean(), times, inner)
        .map(([parts, isChoice, many, rest]) => `(${parts.join(isChoice ? '|' : '')})${many}${rest}`);
    const text = fc.array(fc.constantFrom('a', 'b'), { maxLength: 6 }).map((all) => all.join(''));
    fc.assert(
      fc.property(around(around(part)), text, (pattern, value) => {
        const translated = translatePattern(pattern);
        if ('fault' in translated) throw new Error(`${pattern}: ${translated.fault}`);
        const { source, flags } = translated;
        const own = pattern.replaceAll('(', '(?:');
        expect(patternMatcher(new RegExp(source, flags))(value), source).toBe(
          new RegExp(`^(?:${own})$`, 'su').test(value),
        );
      }),
      { numRuns: 800 },
    );
  });

  it('R5: accepts no large pattern that the runtime rejects', () => {
    const atom = fc.constantFrom('a', '[ab]', '(a|b)', '(ab)', '(a{1}|b)', '(a|)', '(a{0})');
    const times = fc.constantFrom('', '{1}', '{40}', '{0,9}', '{3,}', '*', '{90,700}', '{5000}');
    const group = fc.array(
      fc.tuple(atom, times).map((pair) => pair.join('')),
      { minLength: 1, maxLength: 3 },
    );
    const pattern = fc
      .tuple(group, fc.constantFrom('', '|'), times)
      .map(([parts, or, many]) => `(${parts.join(or)})${many}`);
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), (parts) => {
        const translated = translatePattern(parts.join(''));
        verdicts.add('fault' in translated);
        if (!('fault' in translated)) patternMatcher(new RegExp(translated.source, translated.flags));
      }),
      { numRuns: 500 },
    );
    expect(verdicts.size).toBe(2);
  });
});
