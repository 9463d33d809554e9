import { describe, expect, it } from 'vitest';
import { findPlaces } from './places.ts';
import { type IndexReading, unanswered } from './reading.ts';
import { scanIndex } from './scan.ts';
import { tokensOf } from './tokens.ts';

const keys = (source: string): readonly string[] | undefined => {
  const found = scanIndex(source, 'TestHandlers')?.keys;
  return found && [...found];
};

describe('scanIndex', () => {
  it.each<[source: string, keys: readonly string[]]>([
    ['export const handlers = { A, B };', ['A', 'B']],
    ['export const handlers: Map<string, { a: 1 }> = { A, "B": 1, [`C`]: 2, };', ['A', 'B', 'C']],
    [
      'export const handlers = ({ A() { return { x, y }; }, async B(a, b) {}, get C() {}, get: 1 });',
      ['A', 'B', 'C', 'get'],
    ],
    ['// handlers = { X }\nexport const handlers = { A, /* B, */ C, // D,\n };', ['A', 'C']],
    ['export const text = "handlers = { X }"; const handlers = {};', []],
    ['export const all = { A } as const satisfies TestHandlers<State>;\nexport const other = { B };', ['A']],
    ['export const all: TestHandlers = { A }\nexport const other = { B }', ['A']],
    [
      'export const all: Readonly<TestHandlers<{ b: C }>> & More = { A }\nexport const other: { a: TestHandlers } = { B }',
      ['A'],
    ],
    [
      'export const handlers = { A: ({ x }) => x, B(): { a: 1 } { return y; }, C: { d } };\nexport const all = { E } satisfies TestHandlers',
      ['E'],
    ],
    ['export const handlers = { A: ({ x }) => x, B(): { a: 1 } { return y; } };', ['A', 'B']],
    ['export const handlers: TestHandlers = { A: { x } };', ['A']],
  ])('finds the keys in %j', (source, expected) => {
    expect(keys(source)).toEqual(expected);
  });

  it('tells an object that more is spread into', () => {
    expect(scanIndex('export const handlers = { ...a, B };', '')).toMatchObject({ open: true });
    expect(scanIndex('export const handlers = { [a]: b, B };', '')).toMatchObject({ open: true });
    expect(scanIndex('export const handlers = { A: [...a], B };', '')).toMatchObject({ open: false });
  });

  it('is in doubt rather than wrong', () => {
    for (const source of [
      'const a = `$' + '{b}`;',
      'const a = /}/;',
      'const a = "',
      '/* ',
      'export const handlers = { A',
      '}',
      'if (a) {} /b/.test(c)',
      'export const a = { x }, b: TestHandlers = { y };',
    ]) {
      expect([source, scanIndex(source, 'T')]).toEqual([source, undefined]);
    }
  });

  it('reads what the parser reads', () => {
    for (const source of [
      "import { A } from './A.ts';\nimport type { T } from 'x';\nexport const handlers: T = { A, ...b, 'C': c };\nuse('./d.js');\n",
      "import A, * as B from './A.js';\nconst x = 1 / 2;\nconst handlers = { get: A, async *D() {} };\nexport { handlers };",
      'export function handlers() { return { A, B }; }',
      'export const a = { x }; export const b: TestHandlers = { y };',
      'export const a: { b: TestHandlers } = { b: { y } };',
      'export const a: Deep<TestHandlers> = { b: { y } };',
      'export const a: Readonly<TestHandlers<B>> & C = { y };',
      'export const handlers = { a: ({ b }) => b, c: { d } };',
      'export const handlers = { a: ({ b }) => b, c(): { d: 1 } { return e; } };',
    ]) {
      const found = findPlaces(source, 'TestHandlers');
      const exact = found.kind === 'places' ? found.places.reading : undefined;
      const quick = scanIndex(source, 'TestHandlers');
      expect(quick && { keys: quick.keys, open: quick.open, modules: quick.modules }).toEqual(
        exact && { keys: exact.keys, open: exact.open, modules: exact.modules },
      );
    }
  });
});

describe('unanswered', () => {
  const reading = (more: Partial<IndexReading>): IndexReading => ({
    keys: new Set(),
    open: false,
    mentions: new Set(),
    modules: new Set(),
    ...more,
  });
  const answers = ['A', 'B'].map((identifier) => ({ identifier, specifier: `./${identifier}.ts` }));
  const names = (more: Partial<IndexReading>, known: readonly string[] = []): readonly string[] =>
    unanswered(reading(more), answers, new Set(known)).map(({ identifier }) => identifier);

  it('goes by the keys, whatever is mentioned elsewhere', () => {
    expect(names({ keys: new Set(['A']), mentions: new Set(['A', 'B']) })).toEqual(['B']);
  });

  it('trusts a spread with what was known, not with what is new', () => {
    expect(names({ keys: new Set(), open: true }, ['A'])).toEqual(['B']);
  });

  it('is content with a mention where no object is recognised', () => {
    expect(names({ keys: undefined, mentions: new Set(['B']) })).toEqual(['A']);
  });
});

describe('tokensOf', () => {
  it('tells a division from a regular expression, and gives up where it cannot', () => {
    expect(tokensOf('a / b / 2')?.length).toBe(5);
    expect(tokensOf('(a) / 2')).toBeDefined();
    expect(tokensOf('return /a/')).toBeUndefined();
    expect(tokensOf('x = /a/')).toBeUndefined();
  });

  it('leaves comments out, in the first line too', () => {
    expect(tokensOf('#!/usr/bin/env node\na // b\n/* c\n */ d')?.map(({ text }) => text)).toEqual(['a', 'd']);
  });
});
