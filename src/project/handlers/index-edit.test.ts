import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexEntry } from './handler-files.ts';
import { extendIndex } from './index-edit.ts';

const entry = (identifier: string): IndexEntry => ({ identifier, specifier: `./${identifier}.ts` });

function extended(
  text: string,
  identifiers: readonly string[] = ['A', 'B', 'New'],
  known: readonly string[] = [],
): string {
  const extension = extendIndex(text, 'TestHandlers', identifiers.map(entry), new Set(known));
  return extension.kind === 'extended' ? extension.text : `(${extension.kind})`;
}

/** Whether `whole` is `part` with insertions. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (part[at] === character) at++;
  return at === part.length;
}

const plain = `// Which function answers which operation.
import type { TestHandlers } from './server.ts';
import { A } from './A.ts';
import { B } from './B.ts';

export const handlers: TestHandlers<State> = {
  A,
  B,
};
`;

describe('extendIndex', () => {
  it('adds an import after the last and a property after the last', () => {
    expect(extended(plain)).toBe(
      plain.replace("'./B.ts';\n", "'./B.ts';\nimport { New } from './New.ts';\n").replace('  B,\n', '  B,\n  New,\n'),
    );
  });

  it('adds several in the order of the contract', () => {
    expect(extended(plain, ['Z', 'A', 'New', 'B'])).toBe(
      plain
        .replace("'./B.ts';\n", "'./B.ts';\nimport { Z } from './Z.ts';\nimport { New } from './New.ts';\n")
        .replace('  B,\n', '  B,\n  Z,\n  New,\n'),
    );
  });

  it('does not import a function that a destructuring declares', () => {
    const text = plain.replace('export const', 'const { New } = more;\n\nexport const');
    expect(extended(text)).toContain('  New,');
    expect(extended(text)).not.toContain("from './New.ts'");
  });

  it('does not use a namespace as a handler', () => {
    const text = plain.replace('import { B }', "import * as New from './B.ts';\nimport { B }");
    expect(extended(text)).toBe('(blocked)');
  });

  it.each([
    'const New = async () => 1;',
    'const New = made(5);',
    'const New = others.New;',
    'const New = (old ?? other)!;',
    'const New: Handler<string> = a ? b : c;',
    'function New() {}\nnamespace New { export const a = 1; }',
  ])('uses a declared function as the handler: %j', (declared) => {
    const text = plain.replace('export const', `${declared}\n\nexport const`);
    expect(extended(text)).toBe(text.replace('  B,\n', '  B,\n  New,\n'));
  });

  it('does not change an index that has all entries', () => {
    expect(extended(plain, ['B', 'A'])).toBe('(complete)');
  });

  it.each<[name: string, before: string, after: string]>([
    [
      'CRLF, a byte order mark, tabs, double quotes and no final line end',
      `\uFEFFimport { A } from "./A.ts";\r\n\r\nexport const handlers = {\r\n\tA,\r\n};`,
      `\uFEFFimport { A } from "./A.ts";\r\nimport { New } from "./New.ts";\r\n\r\nexport const handlers = {\r\n\tA,\r\n\tNew,\r\n};`,
    ],
    [
      'mixed line ends: each new line ends as its neighbour',
      `import { A } from './A.ts';\r\n\nexport const handlers = {\n  A,\n};\r\n`,
      `import { A } from './A.ts';\r\nimport { New } from './New.ts';\r\n\nexport const handlers = {\n  A,\n  New,\n};\r\n`,
    ],
    [
      'no semicolons, no trailing comma',
      `import { A } from './A.ts'\n\nexport const handlers = {\n    A\n}\n`,
      `import { A } from './A.ts'\nimport { New } from './New.ts'\n\nexport const handlers = {\n    A,\n    New\n}\n`,
    ],
    [
      'comments behind the last import and the last property',
      `import { A } from './A.ts'; // the first\n/* next */\nexport const handlers = {\n  A // answers, always\n  // more to come\n};\n`,
      `import { A } from './A.ts'; // the first\nimport { New } from './New.ts';\n/* next */\nexport const handlers = {\n  A, // answers, always\n  New\n  // more to come\n};\n`,
    ],
    [
      'one line',
      `import {A} from './A.ts';\nexport const handlers = { A };\n`,
      `import {A} from './A.ts';\nimport {New} from './New.ts';\nexport const handlers = { A, New };\n`,
    ],
    [
      'one line with a trailing comma, a type and `satisfies`',
      `import { A } from './A.ts';\nexport const handlers = { A, } as const satisfies TestHandlers;\n`,
      `import { A } from './A.ts';\nimport { New } from './New.ts';\nexport const handlers = { A, New, } as const satisfies TestHandlers;\n`,
    ],
    [
      'commas at the beginning of lines',
      `import { A } from './A.ts'\nimport { B } from './B.ts'\nexport const handlers =\n  { A\n  , B\n  }\n`,
      `import { A } from './A.ts'\nimport { B } from './B.ts'\nimport { New } from './New.ts'\nexport const handlers =\n  { A\n  , B\n  , New\n  }\n`,
    ],
    [
      'an object that begins on the line of the brace',
      `import { A } from './A.ts';\nexport const handlers = { A, B: A\n};\n`,
      `import { A } from './A.ts';\nimport { New } from './New.ts';\nexport const handlers = { A, B: A,\n  New\n};\n`,
    ],
    [
      'methods, quoted keys, spread objects and functions in place',
      `import { A } from './A.ts';\nexport const handlers = {\n  'A': (...all) => { return A(...all); },\n  async B(request, { state }) {\n    return { x: [1, 2] };\n  },\n  ...rest,\n};\n`,
      `import { A } from './A.ts';\nimport { New } from './New.ts';\nexport const handlers = {\n  'A': (...all) => { return A(...all); },\n  async B(request, { state }) {\n    return { x: [1, 2] };\n  },\n  ...rest,\n  New,\n};\n`,
    ],
    [
      'an empty object',
      `export const handlers: TestHandlers = {};\n`,
      `import { New } from './New.ts';\nexport const handlers: TestHandlers = {\n  New,\n};\n`,
    ],
    [
      'an object with nothing but a comment',
      `import './setup.ts';\nexport const handlers = {\n\t// none yet\n};\n`,
      `import './setup.ts';\nimport { New } from './New.ts';\nexport const handlers = {\n\t// none yet\n\tNew,\n};\n`,
    ],
    [
      'an export at the end, and the object in brackets',
      `import { A } from './A.ts';\nconst handlers = ({\n  A,\n});\nexport { handlers };\n`,
      `import { A } from './A.ts';\nimport { New } from './New.ts';\nconst handlers = ({\n  A,\n  New,\n});\nexport { handlers };\n`,
    ],
    [
      'a constant of another name, told by its type',
      `import { A } from './A.ts';\nexport const other = {};\nexport const all = {\n  A,\n} satisfies TestHandlers<State>;\n`,
      `import { A } from './A.ts';\nimport { New } from './New.ts';\nexport const other = {};\nexport const all = {\n  A,\n  New,\n} satisfies TestHandlers<State>;\n`,
    ],
    [
      'a name that is there already',
      `import { New } from '../elsewhere.ts';\nexport const handlers = {\n};\n`,
      `import { New } from '../elsewhere.ts';\nexport const handlers = {\n  New,\n};\n`,
    ],
    [
      'imports that share a line with code',
      `import { A } from './A.ts'; const x = 1 /* ; */; export const handlers = { A, x };`,
      `import { A } from './A.ts';\nimport { New } from './New.ts'; const x = 1 /* ; */; export const handlers = { A, x, New };`,
    ],
  ])('follows the style of the file: %s', (_name, before, after) => {
    const present = ['A', 'B'].filter((name) => new RegExp(`\\b${name}\\b`).test(before.replace(/import.*/g, '')));
    expect(extended(before, [...present, 'New'])).toBe(after);
    expect(extended(after, [...present, 'New'])).toBe('(complete)');
  });

  it('assumes that spread properties handle operations that are not new', () => {
    const index = `import { identity } from './identity.ts';\nexport const handlers = { ...identity, B };\n`;
    expect(extended(index, ['A', 'B', 'New'], ['A', 'B'])).toContain('{ ...identity, B, New }');
    expect(extended(index, ['A', 'B', 'New'], ['A', 'B'])).not.toContain("'./A.ts'");
  });

  it.each([
    ['unparsable', "import { A } from './A.ts';\nexport const handlers = {\n  A,,\n};\n"],
    ['unparsable', '<<<<<<< ours\nexport const handlers = {};\n=======\n'],
    ['unrecognised', 'export function handlers() { return {}; }\n'],
    ['unrecognised', 'const one = {};\nexport default one;\n'],
    ['unrecognised', 'export const handlers = Object.freeze({});\n'],
    ['unrecognised', ''],
    ['nameTaken', "import type { New } from './server.ts';\nexport const handlers = {};\n"],
    ['nameTaken', 'const New = 5;\nexport const handlers = {};\n'],
    ['nameTaken', 'const New = { a: () => 1 } as const;\nexport const handlers = {};\n'],
    ['nameTaken', "import New = require('./new.js');\nexport const handlers = {};\n"],
    ['nameTaken', 'import New = Models.New;\nexport const handlers = {};\n'],
    ['nameTaken', 'namespace New { export const a = 1; }\nexport const handlers = {};\n'],
    ['nameTaken', 'const New = 1 + 2;\nexport const handlers = {};\n'],
    ['nameTaken', 'const New: string = read();\nexport const handlers = {};\n'],
    ['nameTaken', 'let New: Order[];\nexport const handlers = {};\n'],
    ['nameTaken', 'const New = new Order();\nexport const handlers = {};\n'],
    ['nameTaken', 'class New {}\nexport const handlers = {};\n'],
    ['nameTaken', 'enum New { A }\nexport const handlers = {};\n'],
    ['unrecognised', 'export const app: { handlers: TestHandlers } = {\n  handlers: { A },\n};\n'],
    ['unrecognised', 'export const app: Wrapped<TestHandlers> = {\n  handlers: { A },\n};\n'],
    ['unrecognised', 'export const handlers = {\n  v1: { A } satisfies TestHandlers,\n};\n'],
    ['unrecognised', 'export const handlers = {\n  v1: ({ A }),\n};\n'],
  ])('does not change an index with obstacle %s: %j', (kind, index) => {
    const extension = extendIndex(index, 'TestHandlers', [entry('New')], new Set());
    expect(extension).toMatchObject({ kind: 'blocked', obstacle: { kind } });
  });

  it('reports the position of a syntax error, also after a byte order mark', () => {
    const extension = extendIndex('\uFEFF// x\r\nexport const handlers = {,};', 'T', [entry('New')], new Set());
    expect(extension).toMatchObject({ obstacle: { kind: 'unparsable', line: 2, column: 26 } });
  });

  it('removes nothing, in any style', () => {
    const eol = fc.constantFrom('\n', '\r\n');
    const manner = fc.record({
      eol,
      mark: fc.constantFrom('', '\uFEFF'),
      indent: fc.constantFrom('', '  ', '\t', '    '),
      quote: fc.constantFrom("'", '"'),
      semicolon: fc.constantFrom(';', ''),
      comma: fc.constantFrom(',', '', ' ,', ', // last', ' // last'),
      remark: fc.constantFrom('', ' // note', ' /* note */', '  '),
      before: fc.constantFrom('', '// top\n', '#!/usr/bin/env node\n', '/** Doc { */\n', "'use strict';\n"),
      type: fc.constantFrom('', ': TestHandlers<{ a: 1 }>', ': Record<string, () => void>'),
      after: fc.constantFrom('', ' as const', ' satisfies TestHandlers'),
      entry: fc.constantFrom('A', 'A: A', '"A": A', 'A() {}', "['A']: A", 'async *A(x: { y: 1 }) { /* } */ }'),
      end: fc.constantFrom('', '\n', '\n\n// the end\n'),
    });
    fc.assert(
      fc.property(manner, (m) => {
        const lines = [
          `import { A } from ${m.quote}./A.ts${m.quote}${m.semicolon}${m.remark}`,
          '',
          `export const handlers${m.type} = {`,
          `${m.indent}${m.entry}${m.comma}`,
          `}${m.after}${m.semicolon}`,
        ];
        const before = m.mark + (m.before + lines.join('\n') + m.end).replaceAll('\n', m.eol);
        const after = extended(before, ['A', 'New', 'Newer']);
        expect(after).not.toMatch(/^\(/);
        expect(isSubsequence(before, after)).toBe(true);
        expect(after.split('\n').length).toBe(before.split('\n').length + 4);
        expect(/\r/.test(after)).toBe(m.eol === '\r\n');
        if (m.eol === '\r\n') expect(after).not.toMatch(/[^\r]\n/);
        expect(extended(after, ['A', 'New', 'Newer'])).toBe('(complete)');
      }),
      { numRuns: 60 },
    );
  });
});
