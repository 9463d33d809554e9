import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contractOf } from '../../../bench/contract.js';
import { Findings } from '../../diagnostics/index.ts';
import { readFullYaml } from './yaml.ts';
import type { YamlNode } from './yaml-node.ts';
import { readSimpleYaml } from './yaml-simple.ts';

/** The result of the simple reader, which the full one agrees with. */
function agreed(text: string): YamlNode | undefined {
  const plain = readSimpleYaml(text);
  if (plain === undefined) return undefined;
  const findings = new Findings({ file: 'a.yaml', text });
  expect(plain).toEqual(readFullYaml(findings));
  expect(findings.diagnostics).toEqual([]);
  return plain;
}

const root = new URL('../../../', import.meta.url);

/** Every YAML file of the repository. */
function files(): readonly { readonly name: string; readonly text: string }[] {
  return ['schema/', 'test/', 'service/', 'docs/'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ya?ml$/.test(name) && !name.includes('node_modules'))
      .map((name) => ({ name: folder + name, text: readFileSync(new URL(folder + name, root), 'utf8') })),
  );
}

it('reads every file of the repository like the full reader, or leaves it to that', () => {
  const read = files().filter(({ text }) => agreed(text) !== undefined);
  expect(read.map(({ name }) => name)).toContain('schema/remote-file-service.yaml');
  expect(read.length).toBeGreaterThan(10);
});

it('reads ordinary contracts itself, with any line ends', () => {
  const text = contractOf(50);
  expect(agreed(text)).toBeDefined();
  expect(agreed(text.replaceAll('\n', '\r\n'))).toBeDefined();
  expect(readSimpleYaml(readFileSync(new URL('soapwright.yaml', root), 'utf8'))).toBeDefined();
});

it('reads each construct of a contract itself', () => {
  const text = `# A comment.
soapwright: 1 # another
include: [common.yaml, ../shared/faults.yaml,]
doc: >-
  Folded, with a colon: and a # in it,
  over two lines.

namespaces:
  c: urn:common
  "u": { uri: 'urn:it''s', elementForm: "unqualified \\"\\\\ \\n" }
address: \${URL:-http://localhost:8080}/a#b
empty:
soap: []
none: {}
operations:
  $reserved: [OldOp, "No, really"]
# Not where it should be.
  Find: # here
    faults:
    - NotFound
    -   Other
    request: { Query: c:Query?, as: RawQuery , deep: { a: [b, { c: d }] } }

    result: Item[]
records:
    c:Price:
        $text: decimal
        $choice method[1..3]:
            card: Card
        $ref c:lang: true
        pattern : |
          [A-Z]{2}
          ü\u2028
generate:
  - schema: a.yaml
    out: ../b

  - schema: "c.yaml"
`;
  expect(agreed(text)).toBeDefined();
  expect(agreed(text.trimEnd())).toBeDefined();
});

it.each([
  ['a tab', 'a:\tb'],
  ['a line end of old Macs', 'a: b\rc: d'],
  ['a byte order mark', '\uFEFFa: b'],
  ['an anchor', 'a: &x b'],
  ['an alias', 'a: *x'],
  ['a tag', 'a: !!str b'],
  ['a merge key', '<<: b'],
  ['a document start', '---\na: b'],
  ['a second document', 'a: b\n---\nc: d'],
  ['a key that is there twice', 'a: b\na: c'],
  ['a key that is there twice in braces', 'a: { b: c, "b": d }'],
  ['a text over two lines', 'a: b\n  c'],
  ['a quoted text over two lines', 'a: "b\n  c"'],
  ['a list over two lines', 'a: [b,\n  c]'],
  ['brackets in braces', 'a: { b: string[] }'],
  ['a key without a value in braces', 'a: { b }'],
  ['a map on one line', 'a: b: c'],
  ['a list on the line of its key', 'a: - b'],
  ['an explicit key', '? a\n: b'],
  ['a rare escape', 'a: "\\u00e9"'],
  ['a quote that is not closed', 'a: "b'],
  ['text after a quote', 'a: "b"#c'],
  ['a block with a blank line', 'a: |\n  b\n\n  c'],
  ['a block followed by text that resembles a comment', 'a: |\n  b\n\n  # c'],
  ['a block with an indentation indicator', 'a: |2\n  b'],
  ['wrong indentation', 'a:\n    b: c\n  d: e'],
  ['a list at the top', '- a'],
  ['nothing', '# a'],
])('leaves %s to the full reader', (_, text) => {
  expect(readSimpleYaml(text)).toBeUndefined();
});

// --- Texts at random -------------------------------------------------------------------------------------------------

const word = fc.oneof(
  fc.constantFrom(
    'a',
    'No',
    'null',
    '1e3',
    '-1',
    '~',
    'c:lang',
    'http://x/',
    'a#b',
    '$any other',
    'ü',
    '😀',
    'it\'s "so"',
  ),
  fc.constantFrom(
    'string?',
    'string[]',
    '<<',
    '-',
    '- a',
    'a: b',
    'a:',
    ': a',
    'a # b',
    '',
    '@a',
    '%a',
    '...',
    '\u00A0',
  ),
  fc.string({ unit: fc.constantFrom(...'ab1-:#\'" ,[]{}?&*!|>%@`~$.<=\\\u00e9'.split('')), maxLength: 6 }),
);
const quoted = word.chain((text) =>
  fc.constantFrom(text, JSON.stringify(text), `'${text.replaceAll("'", "''")}'`, `"${text}"`, `'${text}'`),
);
const scalar = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('a', 'B1', 'c-d', 'e f', '$g', '"h: i"', "'j # k'", 'l:m', '-n') },
  quoted,
);
const spaces = fc.constantFrom('', ' ', ' ', ' ', '  ');

const flow: fc.Arbitrary<string> = fc.letrec<{ value: string; list: string; map: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, tie('list'), tie('map')),
  list: fc
    .tuple(
      fc.array(fc.tuple(spaces, tie('value'), spaces).map(join), { maxLength: 3 }),
      fc.constantFrom('', '', '', ','),
    )
    .map(([items, comma]) => `[${items.join(',')}${comma}]`),
  map: fc
    .tuple(
      fc.array(
        fc
          .tuple(spaces, scalar, fc.constantFrom(': ', ': ', ': ', ': ', ': ', ':  ', ' : ', ':'), tie('value'), spaces)
          .map(join),
        {
          maxLength: 3,
        },
      ),
      fc.constantFrom('', '', ',', ' , '),
    )
    .map(([items, comma]) => `{${items.join(',')}${comma}}`),
})).value;

function join(parts: readonly string[]): string {
  return parts.join('');
}

const remark = fc.constantFrom('', '', '', '', ' # a: b', '#c', ' ', '  #');
const between = fc.constantFrom('', '', '', '', '\n', '# c\n', '   # d: e\n', '  \n', '\n\n');

function shares<T>(...parts: readonly (readonly [arbitrary: fc.Arbitrary<T>, weight: number])[]) {
  return parts.map(([arbitrary, weight]) => ({ arbitrary, weight }));
}

/** Lines of a block that is so far in. */
const block = fc.letrec<{ value: Lines; map: Lines; list: Lines; text: Lines; line: Lines }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, ...shares([tie('line'), 6], [tie('map'), 3], [tie('list'), 2], [tie('text'), 1])),
  line: fc.tuple(flow, remark).map(
    ([text, end]): Lines =>
      () =>
        ` ${text}${end}\n`,
  ),
  text: fc
    .tuple(
      fc.constantFrom('|', '>', '|-', '>-', '|', '>', '|-', '>-', '|+', '>2', '| # c', '> '),
      fc.array(
        fc.tuple(
          fc.constantFrom('', '', '', '', '', '', ' ', '\n'),
          fc.oneof(fc.constantFrom('a b', '# c', 'd: e '), word),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.constantFrom('', '', '\n', '\n\n', '    \n'),
    )
    .map(
      ([header, lines, end]): Lines =>
        (indent) =>
          ` ${header}\n${lines.map(([more, text]) => `${more}${' '.repeat(indent + 2)}${text}\n`).join('')}${end}`,
    ),
  map: fc
    .tuple(
      fc.array(
        fc.tuple(
          between,
          fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 99 }).map((n) => `k${n}`) }, scalar),
          spaces,
          tie('value'),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      remark,
      fc.constantFrom(1, 2, 2, 4),
    )
    .map(
      ([entries, end, step]): Lines =>
        (indent) =>
          `${end}\n${entries
            .map(([before, key, space, value]) => {
              const pad = ' '.repeat(indent);
              return `${before}${pad}${key}${space === '  ' ? ' ' : ''}:${value(indent + step)}`;
            })
            .join('')}`,
    ),
  list: fc
    .tuple(
      fc.array(fc.tuple(between, tie('value'), fc.boolean()), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(0, 0, 2),
    )
    .map(
      ([items, back]): Lines =>
        (indent) =>
          `\n${items
            .map(([before, value, compact]) => {
              const at = Math.max(0, indent - back);
              const text = value(at + 2);
              // A map or a list behind the hyphen.
              return `${before}${' '.repeat(at)}-${compact ? text.replace(/^\n +/, ' ') : text}`;
            })
            .join('')}`,
    ),
}));

type Lines = (indent: number) => string;

const document = fc
  .tuple(
    block.map,
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.oneof(...shares([fc.constant(''), 20], [fc.constantFrom('\uFEFF', '# c\n', '\n', '---\n'), 1])),
  )
  .map(([lines, lineEnd, begin]) => (begin + lines(0).replace(/^.*\n/, '')).replaceAll('\n', lineEnd));

/** Something put in, taken out or said twice at a place. */
const changed = fc
  .tuple(
    document,
    fc.nat(),
    fc.constantFrom(
      '\t',
      ' ',
      '\n',
      '\r',
      ':',
      '#',
      '&x ',
      '*x',
      '!t ',
      '"',
      "'",
      '-',
      ',',
      '[',
      '}',
      '',
      '',
      '  ',
      ' #',
      ': ',
    ),
    fc.nat(2),
  )
  .map(([text, at, put, cut]) => {
    const place = text.length === 0 ? 0 : at % text.length;
    return text.slice(0, place) + put + text.slice(place + cut);
  });

it('agrees with the full reader on random texts, or leaves them to that', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.oneof(document, changed), (text) => {
      if (agreed(text) !== undefined) read++;
    }),
    { numRuns: 4000 },
  );
  expect(read).toBeGreaterThan(400);
});

it('agrees with the full reader on a contract with any single change, or leaves it to that', () => {
  const text = contractOf(3);
  const put = fc.oneof(
    fc.constantFrom(
      '\t',
      ' ',
      '\n',
      '\r',
      ':',
      '#',
      ' #',
      ': ',
      '&x ',
      '"',
      "'",
      '- ',
      ',',
      '[',
      ']',
      '{',
      '}',
      '',
      '|',
      '\uFEFF',
      'é',
      '\\',
      '%',
      '\n---\n',
      '\n...\n',
    ),
    fc.string({ maxLength: 3 }),
  );
  let read = 0;
  fc.assert(
    fc.property(fc.nat(text.length - 1), put, fc.nat(3), (at, added, cut) => {
      if (agreed(text.slice(0, at) + added + text.slice(at + cut)) !== undefined) read++;
    }),
    { numRuns: 1000 },
  );
  expect(read).toBeGreaterThan(100);
});
