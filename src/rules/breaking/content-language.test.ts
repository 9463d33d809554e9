import { describe, expect, it } from 'vitest';
import type { ContentModel } from '../../contract/model/index.ts';
import type { KeyedModel } from './content.ts';
import { isAdmittedInSomeOrder, type LanguageOptions, notAdmitted } from './content-language.ts';

const leaf = (local: string, min = 1, max = 1): ContentModel => {
  return { kind: 'element', name: { namespace: '', local }, elements: new Map(), min, max, nullable: min === 0 };
};
const group =
  (kind: 'sequence' | 'choice' | 'all') =>
  (parts: readonly ContentModel[], min = 1, max = 1): ContentModel => ({ kind, parts, min, max, nullable: false });
const keyed = (model: ContentModel): KeyedModel => {
  return { model, keysOf: (one) => (one.kind === 'element' ? [one.name.local] : []) };
};
const [sequence, choice, all] = [group('sequence'), group('choice'), group('all')];
const [a, b, c] = [leaf('a'), leaf('b'), leaf('c')];
const options: LanguageOptions = { fits: (element, key) => element === key, passed: new Set() };

describe('content of one model that another one does not admit', () => {
  it.each([
    ['another order', sequence([a, b]), sequence([b, a]), ['a', 'b']],
    ['fewer cases', choice([a, b]), a, ['b']],
    ['one case instead of both', sequence([a, b]), choice([a, b]), ['a', 'b']],
    ['pairs instead of lists', sequence([leaf('a', 0, 9), leaf('b', 0, 9)]), sequence([a, b], 0, 9), ['a']],
    ['a fixed order instead of any', all([a, b]), sequence([a, b]), ['b', 'a']],
    ['fewer repetitions', sequence([a], 0, 3), sequence([a], 0, 2), ['a', 'a', 'a']],
    ['a group that must be there', sequence([a, b], 0, 1), sequence([a, b]), []],
  ] as const)('%s', (_, narrow, wide, word) => {
    expect(notAdmitted(keyed(narrow), keyed(wide), options)).toEqual(word);
    expect(notAdmitted(keyed(narrow), keyed(narrow), options)).toBeUndefined();
  });

  it.each([
    ['any order instead of a fixed one', sequence([a, b]), all([a, b])],
    ['an optional element in between', sequence([a, c]), sequence([a, leaf('b', 0), c])],
    ['a choice with the previous field', a, choice([a, b])],
    ['without an end', sequence([a, b], 1, 5), sequence([a, b], 0, Number.POSITIVE_INFINITY)],
    ['the same in other groups', sequence([sequence([a, b]), c]), sequence([a, sequence([b, c])])],
  ] as const)('finds none: %s', (_, narrow, wide) => {
    expect(notAdmitted(keyed(narrow), keyed(wide), options)).toBeUndefined();
  });

  it('ignores fields that are reported already; in a choice the other cases are left', () => {
    const passed = new Set(['b']);
    expect(notAdmitted(keyed(sequence([a, b, c])), keyed(sequence([a, c])), { ...options, passed })).toBeUndefined();
    expect(notAdmitted(keyed(choice([a, b])), keyed(a), { ...options, passed })).toBeUndefined();
  });

  it('is in some order content of the other model, or in none', () => {
    expect(isAdmittedInSomeOrder(['a', 'b'], keyed(sequence([b, a])), options)).toBe(true);
    expect(isAdmittedInSomeOrder(['a', 'b'], keyed(choice([a, b])), options)).toBe(false);
  });
});
