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
});
