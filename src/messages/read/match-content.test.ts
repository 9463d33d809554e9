import { describe, expect, it } from 'vitest';
import type { ContentModel, GroupModel } from '../../contract/model/index.ts';
import { matchContent } from './match-content.ts';

type Occurs = readonly [min: number, max: number];
const many = Number.POSITIVE_INFINITY;

function element(local: string, [min, max]: Occurs = [1, 1]): ContentModel {
  const name = { namespace: '', local };
  const declared = { name, type: { kind: 'named', name }, nillable: false, sensitive: false, stream: false } as const;
  return { kind: 'element', name, elements: new Map([[`{}${local}`, declared]]), min, max, nullable: min === 0 };
}

function group(kind: GroupModel['kind'], parts: readonly ContentModel[], [min, max]: Occurs = [1, 1]): GroupModel {
  const empty = kind === 'choice' ? parts.some((one) => one.nullable) : parts.every((one) => one.nullable);
  return { kind, parts, min, max, nullable: min === 0 || empty };
}

/** `order b`, `missing c`. @param children one letter each. */
function faults(model: GroupModel, children: string): readonly string[] {
  const named = [...children].map((local) => ({ namespace: '', local }));
  return matchContent(model, named).map(({ kind, child, missing = [] }) => {
    const names = child === undefined ? missing.map(({ local }) => local).join('|') : child.local;
    return `${kind.replace('-element', '')} ${names}`;
  });
}

const [a, b, c] = [element('a'), element('b'), element('c')];
const sequence = group('sequence', [a, element('b', [0, 1]), c]);
const list = group('sequence', [element('a', [2, many]), b]);
const rows = group('sequence', [group('sequence', [a, b], [0, many])]);
const choice = group('sequence', [group('choice', [a, b]), c]);
const all = group('all', [a, element('b', [0, 1]), c]);

describe('matchContent', () => {
  it.each<[string, GroupModel, string, readonly string[]]>([
    ['what fits', sequence, 'abc', []],
    ['an optional element that is absent', sequence, 'ac', []],
    ['an element that comes too late', sequence, 'acb', ['order b']],
    ['elements in another order', sequence, 'ca', ['order a']],
    ['a missing element', sequence, 'ab', ['missing c']],
    ['nothing', sequence, '', ['missing a', 'missing c']],
    ['an element that occurs twice', sequence, 'aabc', ['repeated a']],
    ['each of several faults', sequence, 'cbb', ['missing a', 'order b', 'repeated b']],
    ['a list with too few items', list, 'ab', ['missing a']],
    ['items of a list apart from one another', list, 'aba', ['order a']],
    ['rows', rows, 'abab', []],
    ['no row', rows, '', []],
    ['a row without its end', rows, 'aab', ['missing b']],
    ['a row without its beginning', rows, 'abb', ['missing a']],
    ['a row in another order', rows, 'baab', ['order a']],
    ['a case of a choice', choice, 'bc', []],
    ['two cases of a choice', choice, 'abc', ['unexpected b']],
    ['no case of a choice', choice, 'c', ['missing a|b']],
    ['a choice that comes too late', choice, 'ca', ['order a']],
    ['all in any order', all, 'cba', []],
    ['all, and one is missing', all, 'b', ['missing a', 'missing c']],
    ['all, and one is there twice', all, 'aac', ['repeated a']],
  ])('reports %s', (_, model, children, expected) => {
    expect(faults(model, children)).toEqual(expected);
  });

  it('takes time linear in the number of children', () => {
    expect(faults(list, `${'a'.repeat(50_000)}b`)).toEqual([]);
    expect(faults(rows, 'ab'.repeat(20_000))).toEqual([]);
    expect(faults(rows, 'a'.repeat(20_000))).toHaveLength(20_000);
    expect(faults(sequence, `${'a'.repeat(20_000)}bc`)).toHaveLength(19_999);
  });
});
