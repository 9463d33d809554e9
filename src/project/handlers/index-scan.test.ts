import { describe, expect, it } from 'vitest';
import { type IndexSummary, missingEntries } from './handler-files.ts';
import { parseIndex } from './index-parser.ts';
import { scanIndex } from './index-scan.ts';

const summary = (source: string): IndexSummary | undefined => {
  const found = parseIndex(source, 'TestHandlers');
  return found.kind === 'parsed' ? found.summary : undefined;
};

const keys = (source: string): readonly string[] | undefined => {
  const found = summary(source)?.keys;
  return found && [...found];
};

describe('parseIndex', () => {
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
    expect(summary('export const handlers = { ...a, B };')).toMatchObject({ isOpen: true });
    expect(summary('export const handlers = { [a]: b, B };')).toMatchObject({ isOpen: true });
    expect(summary('export const handlers = { A: [...a], B };')).toMatchObject({ isOpen: false });
  });
});

describe('scanIndex', () => {
  it.each([
    'export const handlers: T = {};',
    'export const handlers: T<S> = { A, B };',
    "// All handlers.\nimport { A } from './A.ts';\nimport type { T } from 'x';\nexport const handlers: T = {\n  A,\n};\n",
    'import { A } from "./A.js"\nimport b, * as c from "../b.js"\nexport const handlers: n.T<S> = { A, C: c.C }\n',
    "import './side.js';\nexport const handlers: T = { /* B, */ A, // D,\n Größe, $a, async }",
    "import { A as B } from './a//b.js';\nexport const handlers: T = { B };",
  ])('summarises %j as the parser does', (source) => {
    const { mentions: _, ...exact } = summary(source) ?? { mentions: undefined };
    expect(scanIndex(source)).toMatchObject(exact);
  });

  it('leaves all other forms to the parser', () => {
    for (const source of [
      'const a = `$' + '{b}`;',
      'const a = /}/;',
      'const a = "',
      '/* ',
      'export const handlers = { A',
      '}',
      'if (a) {} /b/.test(c)',
      'export const a = { x }, b: TestHandlers = { y };',
      "import { A } from './A.ts';\nimport type { T } from 'x';\nexport const handlers: T = { A, ...b, 'C': c };\nuse('./d.js');\n",
      "import A, * as B from './A.js';\nconst x = 1 / 2;\nconst handlers = { get: A, async *D() {} };\nexport { handlers };",
      'export function handlers() { return { A, B }; }',
      'export const a = { x }; export const b: TestHandlers = { y };',
      'export const a: { b: TestHandlers } = { b: { y } };',
      'export const a: Deep<TestHandlers> = { b: { y } };',
      'export const a: Readonly<TestHandlers<B>> & C = { y };',
      'export const handlers = { a: ({ b }) => b, c: { d } };',
      'export const handlers = { a: ({ b }) => b, c(): { d: 1 } { return e; } };',
      'export const handlers: T = { ...a, B };',
      'export const handlers: T = { [a]: b, B };',
      'export const handlers: T = { "A": a };',
      'export const handlers: T = { A, , B };',
      'export const handlers: T = { A() {} };',
      'export const handlers: T = { A: a => b };',
      'export const handlers: T = { A }; export const more = 1;',
      'export const handlers: () => T = { A };',
      'export const other: TestHandlers = { A };',
      'export let handlers: T = { A };',
      "import { A } from './A\\u002ejs';\nexport const handlers: T = { A };",
    ]) {
      expect([source, scanIndex(source)]).toEqual([source, undefined]);
    }
  });
});

describe('missingEntries', () => {
  const withKeys = (more: Partial<IndexSummary>): IndexSummary => ({
    keys: new Set(),
    isOpen: false,
    mentions: new Set(),
    modules: new Set(),
    ...more,
  });
  const entries = ['A', 'B'].map((identifier) => ({ identifier, specifier: `./${identifier}.ts` }));
  const names = (more: Partial<IndexSummary>, known: readonly string[] = []): readonly string[] =>
    missingEntries(withKeys(more), entries, new Set(known)).map(({ identifier }) => identifier);

  it('compares the keys, and ignores mentions elsewhere', () => {
    expect(names({ keys: new Set(['A']), mentions: new Set(['A', 'B']) })).toEqual(['B']);
  });

  it('assumes that spread properties handle known operations, but not new ones', () => {
    expect(names({ keys: new Set(), isOpen: true }, ['A'])).toEqual(['B']);
  });

  it('accepts a mention where no object is recognised', () => {
    expect(names({ keys: undefined, mentions: new Set(['B']) })).toEqual(['A']);
  });
});
