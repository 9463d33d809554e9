import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import { contentModel } from './content-model.ts';

const letters = { first: 'a', second: 'b', third: 'c' };
const fits = (pattern: string, word: string): boolean => {
  const names = new Map(Object.entries(letters).map(([name, letter]) => [letter, name]));
  const content = [...word].flatMap((letter) => ['text', { case: names.get(letter) ?? 'unknown' }]);
  return contentModel(new RegExp(`^(?:${pattern})$`, 'u'), letters).fits(content);
};

describe('the content model of mixed content', () => {
  it('accepts elements according to the model, with text anywhere', () => {
    expect(fits('a?b*(?:a|c){2}', 'bbac')).toBe(true);
    expect(fits('a?b*(?:a|c){2}', 'bba')).toBe(false);
    expect(fits('a', 'x')).toBe(false);
    expect(fits('', '')).toBe(true);
    expect(contentModel(/^(?:a*)$/u, { a: 'a' }).fits([])).toBe(true);
    expect(contentModel(/^(?:a)$/u, { a: 'a' }).fits(['text'])).toBe(false);
  });

  it('agrees with regular expressions', () => {
    const times = fc.constantFrom('', '?', '*', '+', '{2}', '{1,}', '{0,3}', '{2,3}', '{0,0}');
    const letter = fc.constantFrom('a', 'b', 'c');
    const simple = fc.tuple(letter, times).map(([one, many]) => one + many);
    const sequence = fc.array(simple, { maxLength: 3 }).map((parts) => parts.join(''));
    const around = (inner: fc.Arbitrary<string>) =>
      fc
        .tuple(fc.array(inner, { minLength: 1, maxLength: 3 }), times, inner)
        .map(([parts, many, rest]) => `(?:${parts.join('|')})${many}${rest}`);
    const pattern = fc.oneof(sequence, around(sequence), around(around(sequence)));
    // The regular expressions backtrack: the time for longer words has no limit that matters.
    const word = fc.array(letter, { maxLength: 5 }).map((all) => all.join(''));
    fc.assert(
      fc.property(pattern, word, (source, text) => {
        expect(fits(source, text)).toBe(new RegExp(`^(?:${source})$`, 'u').test(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes time linear in the content, where a regular expression would not terminate', () => {
    const content = [...Array.from({ length: 10_000 }, () => ({ case: 'first' })), { case: 'third' }];
    const model = contentModel(/^(?:(?:(?:a*b?)*)*)$/u, letters);
    expect(model.fits(content)).toBe(false);
    expect(model.fits(content.slice(0, -1))).toBe(true);
  });

  it('supports large maxOccurs', () => {
    const model = contentModel(/^(?:a{2,1000}b)$/u, letters);
    const content = (count: number) => [
      ...Array.from({ length: count }, () => ({ case: 'first' })),
      { case: 'second' },
    ];
    expect([1, 2, 1000, 1001].map((count) => model.fits(content(count)))).toEqual([false, true, true, false]);
  });

  it('supports large maxOccurs of what may be empty, and creates tens of thousands of states at once', () => {
    const content = (count: number) => Array.from({ length: count }, () => ({ case: 'first' }));
    const time = cpuMilliseconds(() => {
      const model = contentModel(/^(?:(?:a|b?){3,1000})$/u, letters);
      expect([0, 1, 1000, 1001].map((count) => model.fits(content(count)))).toEqual([true, true, true, false]);
      const long = contentModel(/^(?:a{0,50000})$/u, letters);
      expect([50_000, 50_001].map((count) => long.fits(content(count)))).toEqual([true, false]);
    });
    // Where all times were linked with all others, the first alone took seconds.
    expect(time).toBeLessThan(1500);
  });

  it('rejects other patterns', () => {
    for (const pattern of [/a/, /^a$/, /^(?:a.)$/, /^(?:(a))$/, /^(?:[ab])$/]) {
      expect(() => contentModel(pattern, letters)).toThrow(TypeError);
    }
  });
});
