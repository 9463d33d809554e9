import { anyElement, DateTime } from '@soapwright/runtime';
import type { EchoAnimalsRequest, Payment, Restricted, Settings, Values } from '../golden/everything/expected/types.ts';
import { hardText } from './hard-text.ts';

/** Hard values of the golden contract `everything`, as handlers are given them. */

export const text = hardText;

export const values: Values = {
  string: text,
  int: -2_147_483_648,
  long: 9_223_372_036_854_775_807n,
  boolean: true,
  dateTime: DateTime.parse('2024-02-29T23:59:59.123456+02:00'),
  base64Binary: Uint8Array.of(0, 1, 2, 255),
  decimal: '12345678901234567890.1234567890',
  double: 1.5e300,
  float: 0.25,
  date: '2024-02-29',
  time: '23:59:59',
  duration: 'P1Y2M3DT4H5M6.7S',
  anyURI: 'https://example.org/?a&b',
  hexBinary: Uint8Array.of(0, 1, 255),
  integer: -9_007_199_254_740_993n,
  nonNegativeInteger: 9_007_199_254_740_993n,
  positiveInteger: 1n,
  nonPositiveInteger: 0n,
  negativeInteger: -1n,
  unsignedLong: 9_223_372_036_854_775_807n,
  unsignedInt: 4_294_967_295,
  short: -32_768,
  unsignedShort: 65_535,
  byte: -128,
  unsignedByte: 255,
  normalizedString: 'a  b',
  token: 'a b',
  language: 'de-CH',
  Name: 'a:b',
  NCName: 'a-b',
  NMTOKEN: '1a',
  ID: 'i1',
  IDREF: 'i1',
  ENTITY: 'e1',
  NMTOKENS: ['a', '1b'],
  IDREFS: ['a', 'b'],
  ENTITIES: ['e', 'f'],
  many: ['1.50', '-0.001'],
  lists: [['a', 'b'], ['c']],
  nil: null,
};

export const restricted: Restricted = {
  colour: 'light blue',
  colours: ['red', 'green'],
  priority: -3,
  huge: 0n,
  country: 'AT',
  nordic: 'NO',
  percent: '99.90',
  temperature: -273.1,
  nickname: 'x',
  checksum: Uint8Array.of(1, 2, 3, 4),
  tags: ['a', 'b', 'c'],
  hostile: '\'`${*/ <&>"',
};

/** In an order that a client can keep that has no choices: each of their elements once, in the schema's order. */
export const payment: Payment = {
  amount: '1.50',
  tags: ['a', 'b'],
  status: 'open',
  lines: [
    { sku: 's', n: 1 },
    { sku: 't', n: 2 },
  ],
  when: DateTime.parse('2000-01-01T00:00:00Z'),
  title: 'x y',
  kind: 'payment',
  remove: 'r',
  constructor_: 'c',
  method: { case: 'transfer', value: { iban: 'i' } },
  history: [
    { case: 'paid', value: DateTime.parse('2020-01-01T00:00:00Z') },
    { case: 'refused', value: 'no' },
  ],
  rows: [{ a: 1, b: 2 }],
  contact: { email: 'e' },
  either: { case: 'right', value: 5 },
  extra: [anyElement('<x xmlns="urn:x">1</x>'), anyElement('<y xmlns="urn:x" a="1"/>')],
};

export const settings: Settings = {
  id: 'i1',
  unit: 'mm',
  colours: ['red', 'green'],
  old: '\t"<&>\'',
  by: 'me',
  at: DateTime.parse('2024-02-29T23:59:59.5Z'),
  other: [],
};

export const animals: EchoAnimalsRequest = {
  Animals: [
    { $type: 'Cat', name: 'c', mood: { case: 'hisses', value: 3 } },
    { $type: 'Dog', name: 'd', barks: true, chip: '1' },
    { $type: 'Puppy', name: 'p', weeks: 3 },
  ],
  Favourite: { $type: 'Puppy', name: 'p', weeks: 3 },
  Tree: { value: 1, left: { value: 2, right: { value: 3 } } },
};
