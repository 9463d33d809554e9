import { describe, expect, it } from 'vitest';
import { type IndexSummary, missingEntries } from './handler-files.ts';
import { parseIndex } from './index-parser.ts';
import { scanIndex } from './index-scan.ts';
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

  it('recognises objects with spread or computed properties', () => {
    expect(scanIndex('export const handlers = { ...a, B };', '')).toMatchObject({ isOpen: true });
    expect(scanIndex('export const handlers = { [a]: b, B };', '')).toMatchObject({ isOpen: true });
    expect(scanIndex('export const handlers = { A: [...a], B };', '')).toMatchObject({ isOpen: false });
  });

  it('returns undefined if in doubt', () => {
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

  it('agrees with the parser', () => {
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
      const found = parseIndex(source, 'TestHandlers');
      const exact = found.kind === 'parsed' ? found.summary : undefined;
      const quick = scanIndex(source, 'TestHandlers');
      expect(quick && { keys: quick.keys, isOpen: quick.isOpen, modules: quick.modules }).toEqual(
        exact && { keys: exact.keys, isOpen: exact.isOpen, modules: exact.modules },
      );
    }
  });
});

describe('missingEntries', () => {
  const summary = (more: Partial<IndexSummary>): IndexSummary => ({
    keys: new Set(),
    isOpen: false,
    mentions: new Set(),
    modules: new Set(),
    ...more,
  });
  const entries = ['A', 'B'].map((identifier) => ({ identifier, specifier: `./${identifier}.ts` }));
  const names = (more: Partial<IndexSummary>, known: readonly string[] = []): readonly string[] =>
    missingEntries(summary(more), entries, new Set(known)).map(({ identifier }) => identifier);

  it('compares the keys, whatever is mentioned elsewhere', () => {
    expect(names({ keys: new Set(['A']), mentions: new Set(['A', 'B']) })).toEqual(['B']);
  });

  it('assumes that spread properties handle known operations, but not new ones', () => {
    expect(names({ keys: new Set(), isOpen: true }, ['A'])).toEqual(['B']);
  });

  it('accepts a mention where no object is recognised', () => {
    expect(names({ keys: undefined, mentions: new Set(['B']) })).toEqual(['A']);
  });
});

describe('tokensOf', () => {
  it('distinguishes a division from a regular expression, and gives up if in doubt', () => {
    expect(tokensOf('a / b / 2')?.length).toBe(5);
    expect(tokensOf('(a) / 2')).toBeDefined();
    expect(tokensOf('return /a/')).toBeUndefined();
    expect(tokensOf('x = /a/')).toBeUndefined();
  });

  it('leaves comments out, in the first line too', () => {
    expect(tokensOf('#!/usr/bin/env node\na // b\n/* c\n */ d')?.map(({ text }) => text)).toEqual(['a', 'd']);
  });
});
