import { expect, it } from 'vitest';
import {
  any,
  attribute,
  content,
  contractOf,
  element,
  field,
  group,
  once,
  q,
  record,
  ref,
} from '../../../test/support/generator/contract-parts.ts';
import { contractOf as loaded } from '../../../test/support/generator/load-contracts.ts';
import type { Contract, Particle, SimpleType } from '../../contract/model/index.ts';
import { lint } from './lint.ts';
import { defaultSettings } from './lint-settings.ts';

/** Paths of what one rule finds. */
function found(rule: string, contract: Contract): readonly string[] {
  return lint(contract, { ...defaultSettings, use: [rule] }).findings.map(({ path }) => path);
}

const optional = { min: 0, max: 1 } as const;
const text = ref('string');
const order = (particles: readonly Particle[]): Contract => contractOf({ types: [record('Order', particles)] });

it('repeated-group, choice-content, all-content, any-content: particles that clients map badly', () => {
  const rows = group('sequence', [field('a', text)], any, 'rows');
  expect(found('repeated-group', order([rows]))).toEqual(['records/Order/rows']);
  expect(found('repeated-group', order([field('a', text, {}, any)]))).toEqual([]);
  const choice = group('choice', [field('a', text), field('b', text)], once, 'method');
  expect(found('choice-content', order([choice]))).toEqual(['records/Order/method']);
  expect(found('choice-content', order([rows]))).toEqual([]);
  const all = contractOf({ types: [{ ...content(group('all', [field('a', text)])), name: q('Order') }] });
  expect(found('all-content', all)).toEqual(['records/Order']);
  expect(found('all-content', order([choice]))).toEqual([]);
  const wildcard: Particle = {
    kind: 'any',
    occurs: any,
    wildcard: { namespaces: '##any', processContents: 'lax' },
    typeScriptName: 'extra',
  };
  expect(found('any-content', order([wildcard]))).toEqual(['records/Order/extra']);
  const open = record('Order', [], { anyAttribute: { namespaces: '##any', processContents: 'lax' } });
  expect(found('any-content', contractOf({ types: [open] }))).toEqual(['records/Order/@*']);
  expect(found('any-content', order([choice]))).toEqual([]);
});

it('mixed-content, abstract-type, recursive-record: kinds of records', () => {
  expect(found('mixed-content', contractOf({ types: [record('Order', [], { mixed: true })] }))).toEqual([
    'records/Order',
  ]);
  expect(found('mixed-content', order([]))).toEqual([]);
  expect(found('abstract-type', contractOf({ types: [record('Order', [], { abstract: true })] }))).toEqual([
    'records/Order',
  ]);
  expect(found('abstract-type', order([]))).toEqual([]);
  const circle = [record('A', [field('b', ref('B'), {}, optional)]), record('B', [field('a', ref('A'), {}, any)])];
  expect(found('recursive-record', contractOf({ types: circle }))).toEqual(['records/A', 'records/B']);
  expect(
    found('recursive-record', contractOf({ types: [record('A', [field('b', ref('B'))]), record('B', [])] })),
  ).toEqual([]);
});

it('substitution-group, unused-element: global elements', () => {
  const elements = [
    element('Head', text),
    element('Other', text, { substitutionGroup: q('Head') }),
    element('Alone', text),
  ];
  const reference: Particle = { kind: 'elementReference', occurs: once, name: q('Head') };
  const contract = contractOf({ types: [record('Order', [reference])], elements });
  expect(found('substitution-group', contract)).toEqual(['elements/Other']);
  expect(found('unused-element', contract)).toEqual(['elements/Alone']);
  const open: Particle = { kind: 'any', occurs: any, wildcard: { namespaces: '##any', processContents: 'lax' } };
  expect(found('unused-element', contractOf({ types: [record('Order', [open])], elements }))).toEqual([]);
});

it('unused-group, unused-record, unused-type: follow every path into a message', () => {
  const contact = { name: q('Contact'), particle: group('sequence', [field('Email', ref('Email'))]) };
  const email: SimpleType & { name: ReturnType<typeof q> } = {
    kind: 'simple',
    name: q('Email'),
    variety: { kind: 'restriction', base: text, facets: {} },
  };
  const use: Particle = { kind: 'groupReference', occurs: once, name: q('Contact') };
  const derived = record('Sub', [], { derivation: { method: 'extension', base: q('Order') } });
  const used = contractOf({ types: [record('Order', [use]), derived, email], groups: [contact] });
  for (const rule of ['unused-group', 'unused-record', 'unused-type']) expect(found(rule, used)).toEqual([]);
  const unused = contractOf({ types: [record('Order', []), record('Lost', [use]), email], groups: [contact] });
  expect(found('unused-group', unused)).toEqual(['groups/Contact']);
  expect(found('unused-record', unused)).toEqual(['records/Lost']);
  expect(found('unused-type', unused)).toEqual(['types/Email']);
});

it.each([
  ['Items', ['records/Lost']],
  ['anyType', []],
  ['soapenc:Array', []],
])('unused-record: follows arrays and values of any type in encoded messages: %s', (type, paths) => {
  const contract = loaded(`soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/
style: rpc
use: encoded
namespaces: { soapenc: "http://schemas.xmlsoap.org/soap/encoding/" }
operations: { A: { request: { x: ${type}, y: Items }, response: {} } }
records: { Items: { $array: Item }, Item: { a: int }, Lost: { a: int } }
`);
  expect(found('unused-record', contract)).toEqual(paths);
});

it('unused-record: ignores declarations of an included file', () => {
  const types = [record('Order', []), record('Lost', [], { origin: { file: 'common.yaml', line: 3, column: 1 } })];
  expect(found('unused-record', contractOf({ types }))).toEqual([]);
});

it('unused-message: a fault and a header that no operation uses', () => {
  const parts = [{ name: 'fault', content: { kind: 'element', name: q('NotFound') } as const }];
  const contract = contractOf(
    { types: [record('Order', [])], elements: [element('NotFound', ref('Order'))] },
    (before) => ({
      ...before,
      messages: [...before.messages, { name: q('NotFound'), parts }],
    }),
  );
  expect(found('unused-message', contract)).toEqual(['elements/NotFound']);
  expect(found('unused-element', contract)).toEqual([]);
  const used: Contract = {
    ...contract,
    portTypes: contract.portTypes.map((portType) => ({
      ...portType,
      operations: portType.operations.map((operation) => ({
        ...operation,
        faults: [{ name: 'NotFound', message: q('NotFound') }],
      })),
    })),
  };
  expect(found('unused-message', used)).toEqual([]);
});

it('answer-default: an attribute with a default, only in a response', () => {
  const currency = attribute('currency', text, { default: 'EUR' });
  expect(found('answer-default', contractOf({ types: [record('Order', [], { attributes: [currency] })] }))).toEqual([
    'records/Order/@currency',
  ]);
  const asked = contractOf({ types: [record('Order', []), record('Query', [], { attributes: [currency] })] });
  expect(found('answer-default', asked)).toEqual([]);
});

it('java-twins: a field and an attribute of one name, an attribute beside text', () => {
  const twice = record('Order', [field('Id', text)], { attributes: [attribute('id', text)] });
  expect(found('java-twins', contractOf({ types: [twice] }))).toEqual(['records/Order/@id']);
  const price = record('Price', [], {
    content: { kind: 'simple', type: text, sensitive: false },
    attributes: [attribute('value', text), attribute('currency', text)],
  });
  expect(found('java-twins', contractOf({ types: [price] }))).toEqual(['records/Price/@value']);
});

it('list-or-union, large-integer: types of lists and unions, bounds', () => {
  const simple = (name: string, variety: SimpleType['variety']) => ({
    kind: 'simple' as const,
    name: q(name),
    variety,
  });
  const sizes = simple('Sizes', { kind: 'list', item: ref('int') });
  const either = simple('Either', { kind: 'union', members: [ref('int'), text] });
  const types = [
    record('Order', [field('a', ref('Sizes')), field('b', ref('Either')), field('c', text)]),
    sizes,
    either,
  ];
  expect(found('list-or-union', contractOf({ types }))).toEqual(['records/Order/a', 'records/Order/b']);
  const bounded = simple('Small', { kind: 'restriction', base: ref('unsignedLong'), facets: { maxInclusive: '9' } });
  const numbers = [
    record('Order', [field('a', ref('unsignedLong')), field('b', ref('Small')), field('c', ref('long'))]),
    bounded,
  ];
  expect(found('large-integer', contractOf({ types: numbers }))).toEqual(['records/Order/a']);
});

it('unqualified-form: a schema, or a field that departs from it', () => {
  const loose = contractOf({ types: [record('Order', [field('a', text)])], elementFormDefault: 'unqualified' });
  expect(found('unqualified-form', loose)).toEqual(['service']);
  expect(
    found('unqualified-form', order([field('a', text, { name: { namespace: '', local: 'a' } }), field('b', text)])),
  ).toEqual(['records/Order/a']);
});

it('namespace-twins: records of one local name', () => {
  const other = 'urn:common';
  const contract = contractOf({ types: [record('Order', [])] }, (before) => ({
    ...before,
    schemas: [
      ...before.schemas,
      ...before.schemas.map((schema) => ({
        ...schema,
        prefix: 'c',
        targetNamespace: other,
        elements: [],
        types: [{ ...record('Order', []), name: { namespace: other, local: 'Order' } }],
      })),
    ],
  }));
  expect(found('namespace-twins', contract)).toEqual(['records/c:Order']);
});

it('lints a contract with dangling references', () => {
  const reference: Particle = { kind: 'elementReference', occurs: once, name: q('Gone') };
  const types = [
    record('Order', [field('a', ref('Gone')), reference], { derivation: { method: 'extension', base: q('Lost') } }),
  ];
  expect(() => lint(contractOf({ types }), { ...defaultSettings, use: ['strict'] })).not.toThrow();
});

it('finds numbers of more than 24 digits, with or without a fraction', () => {
  const digits = '9'.repeat(24);
  const numbers = [digits, `-0.${digits}`, `00${digits}`, `${digits}9`, `0.${digits}9`, `9.${digits}`];
  const fields = numbers.map((number, index) => field(`n${index}`, ref('decimal'), { default: number }));
  expect(found('long-number', contractOf({ types: [record('Order', fields)] }))).toEqual([
    'records/Order/n3',
    'records/Order/n4',
    'records/Order/n5',
  ]);
});

it('kept-not-enforced: constructs in the WSDL that are not checked', () => {
  const unique = { kind: 'unique', name: q('once'), selector: 'a', fields: ['.'] } as const;
  const contract = contractOf({
    elements: [{ ...element('Note', text), block: ['extension'], final: ['restriction'], constraints: [unique] }],
    types: [
      record('Order', [field('a', text, { constraints: [unique], block: ['substitution'] })], { block: ['extension'] }),
    ],
    notations: [{ name: q('jpeg'), public: 'image/jpeg' }],
  });
  const paths = found('kept-not-enforced', contract);
  expect([...new Set(paths)].sort()).toEqual(['elements/Note', 'notations/jpeg', 'records/Order', 'records/Order/a']);
  expect(paths).toHaveLength(7);
  expect(found('kept-not-enforced', order([field('a', text)]))).toEqual([]);
});
