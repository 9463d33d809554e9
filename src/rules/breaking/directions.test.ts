import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { contractOfWsdl } from '../../../test/support/generator/wsdl-contract.ts';
import type { Contract } from '../../contract/model/index.ts';
import { wsdlText } from '../../emit/wsdl.ts';
import { type BreakingFinding, compareContracts } from './index.ts';

const head = 'soapwright: 1\nservice: Shop\nnamespace: urn:shop/\naddress: http://localhost/shop\n';

/** The record "Thing" with these fields, and types, in one place of the messages of an operation. */
function contract(place: Place, fields: string, types = '{}'): string {
  return `${head}records: { Thing: { A: string, ${fields} } }\ntypes: ${types}\n${places[place]}\n`;
}

const places = {
  request: 'operations: { Do: { request: { T: Thing }, response: { R: string } } }',
  response: 'operations: { Do: { request: { R: string }, response: { T: Thing } } }',
  'request header':
    'headers: { H: { type: Thing } }\noperations: { Do: { headers: { request: [H] }, request: { R: string }, response: { R: string } } }',
  'response header':
    'headers: { H: { type: Thing } }\noperations: { Do: { headers: { response: [H] }, request: { R: string }, response: { R: string } } }',
  fault:
    'faults: { F: { type: Thing } }\noperations: { Do: { faults: [F], request: { R: string }, response: { R: string } } }',
  both: 'operations: { Do: { request: { T: Thing }, response: { T: Thing } } }',
} as const;
type Place = keyof typeof places;

type Load = (text: string) => Contract;
const languages: readonly (readonly [string, Load])[] = [
  ['YAML', (text) => contractOf(text)],
  ['WSDL', (text) => contractOfWsdl(wsdlText(contractOf(text), { source: 'a.yaml' }))],
];

function compare(load: Load, place: Place, old: string, current: string): readonly BreakingFinding[] {
  const [before, after] = [old, current].map((given) => {
    const [fields = '', types] = given.split(' with ');
    return load(contract(place, fields, types));
  }) as [Contract, Contract];
  return compareContracts(before, after).findings;
}

/** A change, the rules that it breaks in requests, and those in responses. */
const changes: readonly (readonly [old: string, current: string, request: string[], response: string[]])[] = [
  ['B: string', 'B: string?', [], ['RESPONSE_FIELD_NOT_MADE_OPTIONAL']],
  ['B: string?', 'B: string', ['REQUEST_FIELD_NOT_MADE_REQUIRED'], []],
  ['B: string', 'B: string, C: int', ['REQUEST_FIELD_NO_NEW_REQUIRED'], ['RESPONSE_FIELD_NO_ADD']],
  ['B: string', 'B: string, C: int?', [], ['RESPONSE_FIELD_NO_ADD']],
  ['B: string, C: int', 'B: string', ['REQUEST_FIELD_NO_DELETE_OPTIONAL'], ['RESPONSE_FIELD_NO_DELETE_REQUIRED']],
  ['B: string, C: int?', 'B: string', ['REQUEST_FIELD_NO_DELETE_OPTIONAL'], []],
  ['B: "string[2..9]"', 'B: "string[2..5]"', ['REQUEST_CARDINALITY_NOT_NARROWED'], []],
  ['B: "string[2..5]"', 'B: "string[1..5]"', [], ['RESPONSE_CARDINALITY_NOT_WIDENED']],
  ['B: { type: int, nillable: true }', 'B: int', ['REQUEST_NILLABLE_NOT_REMOVED'], []],
  ['B: int', 'B: { type: int, nillable: true }', [], ['RESPONSE_NILLABLE_NOT_ADDED']],
  ['B: int', 'B: long', [], ['FIELD_COMPATIBLE_TYPE']],
  ['B: long', 'B: int', ['FIELD_COMPATIBLE_TYPE'], []],
  ['B: K with { K: [a, b] }', 'B: K with { K: [a] }', ['REQUEST_ENUM_VALUE_NO_DELETE'], []],
  ['B: K with { K: [a] }', 'B: K with { K: [a, b] }', [], ['RESPONSE_ENUM_VALUE_NO_ADD']],
  [
    'B: K with { K: { base: string, maxLength: 9 } }',
    'B: K with { K: { base: string, maxLength: 5 } }',
    ['REQUEST_FACET_NOT_TIGHTENED'],
    [],
  ],
  [
    'B: K with { K: { base: string, maxLength: 5 } }',
    'B: K with { K: { base: string, maxLength: 9 } }',
    [],
    ['RESPONSE_FACET_NOT_LOOSENED'],
  ],
  ['B: string, C: int', 'C: int, B: string', ['FIELD_SAME_ORDER'], ['FIELD_SAME_ORDER']],
  ['$attributes: { b: int }', '$attributes: { b: int? }', [], ['RESPONSE_FIELD_NOT_MADE_OPTIONAL']],
  ['$attributes: { b: int? }', '$attributes: { b: int }', ['REQUEST_FIELD_NOT_MADE_REQUIRED'], []],
];

describe.each(languages)('a change of a record in %s is held to what its place demands', (_, load) => {
  it.each(changes)('%s becomes %s', (old, current, request, response) => {
    const rules = (place: Place): readonly string[] => compare(load, place, old, current).map(({ rule }) => rule);
    for (const place of ['request', 'request header'] as const) expect(rules(place), place).toEqual(request);
    for (const place of ['response', 'response header', 'fault'] as const)
      expect(rules(place), place).toEqual(response);
    expect([...new Set(rules('both'))].sort()).toEqual([...new Set([...request, ...response])].sort());
  });
});

describe('a finding', () => {
  const [, load] = languages[0] as (typeof languages)[0];

  it('names the messages that hold the record, and its positions in both contracts', () => {
    const [finding] = compare(load, 'response header', 'B: string', 'B: string?');
    expect(finding).toMatchObject({
      message: 'The field "B" of the record "Thing" was required, and is optional. It is in a response header of "Do".',
      path: 'records/Thing/B',
      line: 5,
      column: 32,
      reached: [{ message: 'response header', operation: 'Do' }],
      related: [{ line: 5, column: 32, message: 'In the old contract.' }],
    });
  });

  it('about a deleted field points to the record in the new contract', () => {
    const [finding] = compare(load, 'request', 'B: string, C: int?', 'B: string');
    expect(finding).toMatchObject({ path: 'records/Thing/C', line: 5, column: 12, related: [{ line: 5, column: 43 }] });
  });

  it('about a field with another name and the same type tells it as a rename', () => {
    const [finding, ...others] = compare(load, 'request', 'Street: string, N: int', 'StreetName: string, N: int');
    expect(finding?.message).toContain('The field "StreetName" of the record "Thing" looks like a rename of "Street".');
    expect(finding?.rule).toBe('FIELD_SAME_WIRE_NAME');
    expect(others).toEqual([]);
  });
});

it('YAML and WSDL of the same service have no difference, in both directions', () => {
  const text = contract('both', 'B: K, C: "string[]", $attributes: { d: int? }', '{ K: [a, b] }');
  const [yaml, wsdl] = languages.map(([, load]) => load(text)) as [Contract, Contract];
  expect(compareContracts(yaml, wsdl).findings).toEqual([]);
  expect(compareContracts(wsdl, yaml).findings).toEqual([]);
});
