import { DateTime } from '@soapwright/runtime';
import type { Case } from '../support/case.ts';
import { largestLong, smallestLong } from '../support/samples.ts';

const noTime = DateTime.parse('0001-01-01T00:00:00');
const shownNoTime = 'Born=0001-01-01T00:00:00';

const jon = { $type: 'Person', Name: 'Jon', Kind: 'in-house', Born: DateTime.parse('1960-01-02T03:04:05Z') };
const shownJon = 'Person{Born=1960-01-02T03:04:05Z Kind=inhouse Name="Jon"}';
const cy = { $type: 'Person', Name: 'Cy', Kind: 'External', Born: noTime, Titles: ['a', null, ''] };
const shownCy = `Person{${shownNoTime} Kind=External Name="Cy" Titles=["a", null, ""]}`;
const ann = {
  $type: 'Employee',
  Name: 'Ann',
  Kind: 'in-house',
  Born: noTime,
  Father: cy,
  Mother: cy,
  Salary: '0',
  Boss: { $type: 'Person', Name: 'Dee', Kind: 'in-house', Born: noTime },
};
const shownAnn =
  `Employee{${shownNoTime} Boss=Person{${shownNoTime} Kind=inhouse Name="Dee"} Father=${shownCy} Kind=inhouse ` +
  `Mother=${shownCy} Name="Ann" Salary=0}`;

const tags = ['new', null];

const open: readonly Case[] = [
  {
    what: 'a header block with an array of texts, one of them null',
    operation: 'Open',
    request: { user: 'ada' },
    response: 'ada!',
    responseHeaders: { Session: { Id: 1, Tags: tags } },
    received: '["ada!", Session{Id=1 Tags=["new", null]}]',
  },
  {
    what: 'a parameter that is null, a header block in both directions',
    operation: 'Open',
    request: {},
    requestHeaders: { Session: { Id: 1, Tags: tags } },
    response: 'nobody',
    responseHeaders: { Session: { Id: 2, Tags: tags } },
    received: '["nobody", Session{Id=2 Tags=["new", null]}]',
  },
];

const find: readonly Case[] = [
  {
    what: 'a record that two fields refer to, an array with null and empty texts',
    operation: 'Find',
    request: { id: 1 },
    response: {
      $type: 'Person',
      Name: 'Ann',
      Kind: 'in-house',
      Born: noTime,
      Father: jon,
      Mother: jon,
      Titles: ['Dr.', null, ''],
    },
    received:
      `Person{${shownNoTime} Father=${shownJon} Kind=inhouse Mother=${shownJon} Name="Ann" ` +
      'Titles=["Dr.", null, ""]}',
  },
  {
    what: 'a derived type',
    operation: 'Find',
    request: { id: 2 },
    response: {
      $type: 'Employee',
      Name: 'Bo "<&>"',
      Kind: 'External',
      Born: noTime,
      Father: jon,
      Salary: '1234.50',
      Boss: jon,
    },
    received: `Employee{${shownNoTime} Boss=${shownJon} Father=${shownJon} Kind=External Name="Bo \\"<&>\\"" Salary=1234.50}`,
  },
  { what: 'no record', operation: 'Find', request: { id: 3 }, response: undefined, received: 'null' },
];

const sort: readonly Case[] = [
  {
    what: 'an array of records of two types, which share a record',
    operation: 'Sort',
    request: { people: [cy, ann] },
    response: [ann, cy],
    received: `[${shownAnn}, ${shownCy}]`,
  },
  { what: 'an empty array', operation: 'Sort', request: { people: [] }, response: [], received: '[]' },
  { what: 'no array', operation: 'Sort', request: {}, response: undefined, received: 'null' },
  {
    what: 'two references to a record',
    operation: 'SamePerson',
    request: { first: cy, second: cy },
    response: true,
    received: 'true',
    only: 'client',
  },
  {
    what: 'a record twice: our client writes trees',
    operation: 'SamePerson',
    request: { first: cy, second: cy },
    response: false,
    only: 'server',
  },
  {
    what: 'two records',
    operation: 'SamePerson',
    request: { first: cy, second: { $type: 'Person', Name: 'Cy', Kind: 'in-house', Born: noTime } },
    response: false,
    received: 'false',
  },
];

const values = {
  Flag: true,
  Byte: 255,
  Short: -32768,
  Long: smallestLong,
  Float: 0.5,
  Double: Number.NaN,
  Decimal: '79228162514264337593543950335',
  Time: DateTime.parse('2002-02-28T23:59:59.1234567Z'),
  Text: ' 😀 <a>&amp; ',
  Bytes: Uint8Array.of(0, 251, 255),
  Kinds: ['in-house', 'External'],
  Matrix: [[1, 2], [], [3]],
};

const least = {
  Flag: false,
  Byte: 0,
  Short: 0,
  Long: largestLong,
  Float: 0,
  Double: 0,
  Decimal: '0',
  Time: noTime,
  Text: '',
  Bytes: new Uint8Array(),
  Kinds: [],
};

const echo: readonly Case[] = [
  {
    what: 'simple types, an array of enumeration values, an array of arrays',
    operation: 'Echo',
    request: { values },
    response: values,
    received:
      'Values{Byte=255 Bytes=0x00FBFF Decimal=79228162514264337593543950335 Double=NaN Flag=true Float=0.5 ' +
      'Kinds=[inhouse, External] Long=-9223372036854775808 Matrix=[[1, 2], [], [3]] Short=-32768 ' +
      'Text=" \\ud83d\\ude00 <a>&amp; " Time=2002-02-28T23:59:59.1234567Z}',
  },
  {
    what: 'the largest long, an empty text, no bytes, an empty array and an absent one',
    operation: 'Echo',
    request: { values: least },
    response: least,
    received:
      'Values{Byte=0 Bytes=0x Decimal=0 Double=0 Flag=false Float=0 Kinds=[] Long=9223372036854775807 Short=0 Text="" ' +
      'Time=0001-01-01T00:00:00}',
  },
  {
    what: 'arrays in both directions',
    operation: 'Totals',
    request: { numbers: [1, 2, 3], weights: [1.5, -2] },
    response: { TotalsResult: 6, weights: [-2, 1.5], texts: ['1', '2', '3'] },
    received: '[6, [-2, 1.5], ["1", "2", "3"]]',
  },
  {
    what: 'an array that is null in both directions',
    operation: 'Totals',
    request: { numbers: [1, 2, 3] },
    response: { TotalsResult: 6, texts: ['1', '2', '3'] },
    received: '[6, null, ["1", "2", "3"]]',
  },
];

const describe = (what: string, thing: unknown, response: string): Case => ({
  what,
  operation: 'Describe',
  request: { thing },
  response,
  received: `"${response}"`,
});

const thing = (kind: string, response: unknown, received: string): Case => ({
  what: `a ${kind} as a value of any type`,
  operation: 'Thing',
  request: { kind },
  response,
  received,
});

const anything: readonly Case[] = [
  describe('an int of any type', 7, 'Int32 7'),
  describe('a text of any type', 'text', 'String text'),
  describe('a boolean of any type', true, 'Boolean True'),
  { ...describe('an array of any type', [1, 2], 'Int32[] of 2'), only: 'client' },
  { ...describe('an array of any type, whose items have types', [1, 2], 'Object[] of 2'), only: 'server' },
  describe('a record of any type', { $type: 'Person', Name: 'Ann', Kind: 'in-house', Born: noTime }, 'Person Person'),
  describe('null of any type', undefined, 'null'),
  thing('int', 7, '7'),
  thing('text', 'text', '"text"'),
  thing('date', DateTime.parse('2002-02-03T04:05:06Z'), '2002-02-03T04:05:06Z'),
  thing(
    'person',
    { $type: 'Person', Name: 'Ann', Kind: 'in-house', Born: noTime },
    `Person{${shownNoTime} Kind=inhouse Name="Ann"}`,
  ),
  thing('null', undefined, 'null'),
];

/** The calls of `RegistryClient.cs`, in its order. */
export const encodedCases: readonly Case[] = [
  ...open,
  ...find,
  ...sort,
  ...echo,
  ...anything,
  { what: 'one-way', operation: 'Log', request: { text: 'line' }, received: 'null' },
  {
    what: 'a fault with an actor',
    operation: 'Fail',
    request: { reason: 'no' },
    fault: { code: 'Receiver', reason: 'no', node: 'http://registry.example/fail' },
    received: 'SoapException Server http://registry.example/fail {http://registry.example/2002/}ErrorDetail',
  },
];
