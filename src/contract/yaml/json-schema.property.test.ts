import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadContract } from './load.ts';

/** A contract with one change: the verdicts of the JSON Schema and of the loader. */

type Tree = string | number | boolean | null | Tree[] | { [key: string]: Tree };

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const validate = new Ajv({ strict: false, unicodeRegExp: true }).compile(
  JSON.parse(read('schema/contract.schema.json')),
);

const text = `soapwright: 1
service: Shop
doc: Sells.
namespace: urn:shop/
namespaces: { c: urn:c, u: { uri: "urn:u", elementForm: unqualified } }
ports: { Plain: { soap: "1.1", address: http://localhost/shop, doc: A port. } }
soapAction: "urn:shop/{operation}"
options: { long: string }
headers: { Session: { type: string, mustUnderstand: true, role: "urn:x" } }
faults: { Gone: { record: { a: int } } }
elements: { Note: string, Shape: { type: R, abstract: true }, Circle: { substitutes: Shape } }
attributes: { "c:lang": { type: language, default: de } }
attributeGroups: { Audit: { by: string } }
groups: { Who: { $order: choice, x: int, y: int } }
types:
  Kind: { enum: { A: One., B: Two. }, doc: Kinds. }
  Code: { base: string, pattern: "[A-Z]{2}", maxLength: 2 }
  Small: { base: int, min: 0, max: 9, deprecated: Use Code. }
  Many: { list: int, maxLength: 3 }
  Either: { union: [int, Code] }
operations:
  $reserved: [Old]
  Get: { headers: { request: [Session] }, faults: [Gone], request: { K: Kind, C: Code? }, response: { A: int, M: Many } }
  Tell: { oneWay: true, since: 1.2, request: { E: Either } }
  Raw: { style: bare, request: { element: Note }, result: { type: R, as: N } }
records:
  R:
    $doc: A record.
    $attributes: { id: ID, $groups: [Audit], $ref c:lang: { optional: true }, $any rest: { namespaces: other } }
    $choice a?: { b: int, $sequence c: { d: "u:T[1..5]" } }
    $group who[]: Who
    e: { type: { enum: [x, 5] }, default: 5, doc: An e. }
    f: { record: { $text: int }, many: true, occurs: 1..3 }
    h: { type: base64Binary, stream: true, optional: true }
    $any extra: { namespaces: other }
  "u:T": { $reserved: [z], g: { element: Shape } }
`;
const contract: Tree = parse(text);

const values: readonly Tree[] = [
  ...[
    '',
    ' ',
    'x',
    'int',
    'string?',
    'R[]',
    'a b',
    '1.1',
    '{x',
    'é',
    '*',
    '1..5',
    'urn:x',
    '\u0000',
    '$x',
    'http://x/#y',
  ],
  ...[true, false, 0, -1, 1.5, null, [], ['x'], ['x', 'x'], {}, { x: 'int' }, { type: 'int' }],
  { type: 'int', optional: true },
];
const keys =
  'x|a b|$doc|$x|type|optional|many|occurs|doc|base|enum|pattern|$choice m|$choice|$group g|$any a|$attributes|$text|$extends|$mixed|name|nillable|default|fixed|stream|style|response|result|request|oneWay|element|record|form|since|deprecated|length|min|list|union'.split(
    '|',
  );

/** One change: of a value, of a key, or one more or less. */
const change = fc.record({
  where: fc.nat(),
  kind: fc.constantFrom('set', 'delete', 'add', 'rename', 'copy'),
  value: fc.constantFrom(...values),
  key: fc.constantFrom(...keys),
  other: fc.nat(),
});

interface Place {
  readonly node: Record<string, Tree>;
  readonly key: string;
}

function placesIn(tree: Tree): readonly Place[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const node = tree as Record<string, Tree>;
  return Object.keys(node).flatMap((key) => [{ node, key }, ...placesIn(node[key] ?? null)]);
}

function changed({ where, kind, value, key, other }: typeof change extends fc.Arbitrary<infer T> ? T : never): string {
  const tree = structuredClone(contract);
  const places = placesIn(tree);
  const at = places[where % places.length];
  const from = places[other % places.length];
  if (at === undefined || from === undefined) return text;
  const old = at.node[at.key] ?? null;
  switch (kind) {
    case 'set':
      at.node[at.key] = value;
      break;
    case 'copy':
      at.node[at.key] = structuredClone(from.node[from.key] ?? null);
      break;
    case 'add':
      if (Array.isArray(old)) old.push(value);
      else if (typeof old === 'object' && old !== null) old[key] = value;
      break;
    case 'delete':
    case 'rename':
      if (Array.isArray(at.node)) at.node.splice(Number(at.key), 1);
      else delete at.node[at.key];
      if (kind === 'rename' && !Array.isArray(at.node)) at.node[key] = old;
  }
  return stringify(tree, { aliasDuplicateObjects: false });
}

/** Mistakes in one value alone: keys, shapes, names, characters, namespaces and addresses. */
const shapes = new Set(
  'SW1201 SW1203 SW1204 SW1205 SW1206 SW1207 SW1208 SW1209 SW1210 SW1211 SW1212 SW1213 SW1216 SW1217 SW1302 SW1303 SW1317 SW1356 SW1401 SW1403'.split(
    ' ',
  ),
);

describe('the JSON Schema of contracts', () => {
  it('rejects every single wrong value that the loader rejects', () => {
    expect(loadContract({ file: 'contract.yaml', text }).diagnostics).toEqual([]);
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
    fc.assert(
      fc.property(change, (one) => {
        const document = changed(one);
        if (!validate(parse(document, { logLevel: 'silent' }))) return;
        const { diagnostics } = loadContract({ file: 'contract.yaml', text: document });
        expect(diagnostics.filter(({ code }) => shapes.has(code))).toEqual([]);
      }),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
  });
});
