import { anyElement } from '@soapwright/runtime';
import { expect } from 'vitest';
import { type EchoCase, twice } from './echo-case.ts';
import { animals, payment, restricted, settings, text, values } from './everything-values.ts';
import type { Input } from './foreign.ts';

const namespace = 'urn:everything/';
const base64 = (bytes: Uint8Array | undefined): Input => ({ $base64: Buffer.from(bytes ?? []).toString('base64') });

/** Integers beyond 64 bits are cut to the nearest that PHP has; calendar types are texts. */
const Values: Input = {
  string: text,
  int: -2_147_483_648,
  long: { $long: '9223372036854775807' },
  boolean: true,
  dateTime: '2024-02-29T23:59:59.123456+02:00',
  base64Binary: base64(values.base64Binary),
  decimal: '12345678901234567890.1234567890',
  double: 1.5e300,
  float: 0.25,
  date: '2024-02-29',
  time: '23:59:59',
  duration: 'P1Y2M3DT4H5M6.7S',
  anyURI: 'https://example.org/?a&b',
  hexBinary: base64(values.hexBinary),
  integer: { $long: '-9007199254740993' },
  nonNegativeInteger: { $long: '9007199254740993' },
  positiveInteger: 1,
  nonPositiveInteger: 0,
  negativeInteger: -1,
  unsignedLong: { $long: '9223372036854775807' },
  unsignedInt: 4_294_967_295,
  short: -32_768,
  unsignedShort: 65_535,
  byte: -128,
  unsignedByte: 255,
  gYear: '2024+01:00',
  gYearMonth: '2024-02',
  gMonth: '--02',
  gMonthDay: '--02-29',
  gDay: '---29',
  normalizedString: 'a  b',
  token: 'a b',
  language: 'de-CH',
  Name: 'a:b',
  NCName: 'a-b',
  NMTOKEN: '1a',
  ID: 'i1',
  IDREF: 'i1',
  ENTITY: 'e1',
  NMTOKENS: 'a 1b',
  IDREFS: 'a b',
  ENTITIES: 'e f',
  many: ['1.50', '-0.001'],
  lists: ['a b', 'c'],
  nil: null,
};
const calendar = { gYear: '2024+01:00', gYearMonth: '2024-02', gMonth: '--02', gMonthDay: '--02-29', gDay: '---29' };

const Restricted: Input = {
  colour: 'light blue',
  colours: ['red', 'green'],
  priority: -3,
  huge: 0,
  country: 'AT',
  nordic: 'NO',
  percent: '99.90',
  temperature: -273.1,
  nickname: 'x',
  checksum: base64(restricted.checksum),
  tags: 'a b c',
  hostile: restricted.hostile ?? '',
};

/** Choices and groups are flat; the content of a wildcard is XML. */
const Payment: Input = {
  amount: '1.50',
  tags: ['a', 'b'],
  status: 'open',
  lines: [
    { sku: 's', n: 1 },
    { sku: 't', n: 2 },
  ],
  when: '2000-01-01T00:00:00Z',
  title: 'x y',
  kind: 'payment',
  delete: 'r',
  constructor: 'c',
  iban: 'i',
  paid: '2020-01-01T00:00:00Z',
  refused: 'no',
  a: 1,
  b: 2,
  email: 'e',
  right: 5,
  any: { $xml: '<x xmlns="urn:x">1</x><y xmlns="urn:x" a="1"/>' },
};
const wildcards = [
  expect.objectContaining({ local: 'x', xml: '<x xmlns="urn:x">1</x>' }),
  expect.objectContaining({ namespace: 'urn:x', local: 'y' }),
];

const Settings: Input = {
  id: 'i1',
  colours: 'red green',
  old: settings.old ?? '',
  by: 'me',
  at: '2024-02-29T23:59:59.5Z',
};

const of = (name: string, fields: { readonly [field: string]: Input }): Input => ({
  $type: [namespace, name],
  ...fields,
});
const puppy = of('Puppy', { name: 'p', weeks: 3 });
const Animals = [of('Cat', { name: 'c', hisses: 3 }), of('Dog', { name: 'd', barks: true, chip: '1' }), puppy];
const Tree: Input = { value: 1, left: { value: 2, right: { value: 3 } } };

const Session = { namespace, name: 'Session', value: { Token: 't<' }, mustUnderstand: true };
const headers = [Session];
const givenHeaders = { Session: { Token: 't<' } };

export const phpCases: readonly EchoCase[] = [
  {
    what: 'every simple type',
    operation: 'Echo',
    input: { Values },
    again: true,
    given: twice({ Values: { ...values, ...calendar } }),
  },
  {
    what: 'integers beyond 64 bits, cut to the nearest',
    operation: 'Echo',
    input: { Values: { unsignedLong: '18446744073709551615', integer: '-123456789012345678901234567890', nil: null } },
    given: [{ Values: { unsignedLong: 2n ** 63n - 1n, integer: -(2n ** 63n), many: [], lists: [], nil: null } }],
  },
  {
    what: 'declared types',
    operation: 'EchoRestricted',
    input: { Restricted },
    again: true,
    given: twice({ Restricted: restricted }),
  },
  {
    what: 'a value that its type does not allow',
    operation: 'EchoRestricted',
    input: { Restricted: { ...(Restricted as object), country: 'AUT' } },
    given: [],
    fault: { code: /Client|Sender/, reason: /^EchoRestricted\/Restricted\/country: / },
  },
  {
    what: 'choices, groups, anonymous types and wildcards',
    operation: 'EchoContent',
    input: { Payment },
    again: true,
    given: twice({ Payment: { ...payment, extra: wildcards } }),
  },
  {
    what: 'lists, unions, qualified names and any type',
    operation: 'EchoContent',
    input: {
      Payment: {
        ...(Payment as object),
        sizes: '1 -2',
        size: 'light blue',
        name: 'ns1:q',
        anything: { $xml: '<anything xmlns="urn:everything/" a="1"><b xmlns="">t</b></anything>' },
      },
    },
    given: [
      {
        Payment: {
          ...payment,
          extra: wildcards,
          sizes: [1, -2],
          size: 'light blue',
          name: { namespace, local: 'q' },
          anything: expect.objectContaining(
            anyElement('<anything xmlns="urn:everything/" a="1"><b xmlns="">t</b></anything>'),
          ),
        },
      },
    ],
  },
  {
    what: 'a repeated choice, put in the order of the schema',
    operation: 'EchoContent',
    input: { Payment: { ...(Payment as object), refused: ['x', 'y'], any: null } },
    given: [
      {
        Payment: {
          ...payment,
          history: [payment.history[0], { case: 'refused', value: 'x' }, { case: 'refused', value: 'y' }],
          extra: [],
        },
      },
    ],
  },
  {
    what: 'attributes, and text with attributes',
    operation: 'EchoMarkup',
    input: {
      Prices: [
        { _: '1.0', currency: 'EUR', rounded: true },
        { _: '-0.001', currency: '' },
      ],
      Settings,
    },
    again: true,
    given: twice({
      Prices: [
        { $text: '1.0', currency: 'EUR', rounded: true },
        { $text: '-0.001', currency: '', rounded: false },
      ],
      Settings: settings,
    }),
  },
  {
    what: 'a global attribute of another namespace not at all',
    operation: 'EchoMarkup',
    input: { Settings: { id: 'i', by: 'b', origin: 'urn:o' } },
    given: [{ Prices: [], Settings: { id: 'i', unit: 'mm', by: 'b', other: [] } }],
  },
  {
    what: 'mixed content as XML; what comes back has lost its text',
    operation: 'EchoMarkup',
    input: { Letter: { $xml: '<Letter xmlns="urn:everything/" lang="de">Hello <bold>you</bold>!</Letter>' } },
    again: true,
    given: [
      { Prices: [], Letter: { lang: 'de', $content: ['Hello ', { case: 'bold', value: 'you' }, '!'] } },
      { Prices: [], Letter: { lang: 'de', $content: [{ case: 'bold', value: 'you' }] } },
    ],
  },
  {
    what: 'derived types by xsi:type; what comes back has lost them',
    operation: 'EchoAnimals',
    input: { Animals, Favourite: puppy, Tree },
    given: [animals],
    result: {
      Animals: [
        { name: 'c', hisses: { $long: '3' } },
        { name: 'd', barks: true, chip: '1' },
        { name: 'p', weeks: { $long: '3' } },
      ],
      Favourite: { name: 'p', weeks: { $long: '3' } },
      Tree: {
        value: { $long: '1' },
        left: { value: { $long: '2' }, right: { value: { $long: '3' } } },
      },
    },
  },
  {
    what: 'an abstract type that nothing stands for',
    operation: 'EchoAnimals',
    input: { Animals: [{ name: 'd' }] },
    given: [],
    fault: { code: /Client|Sender/, reason: /^EchoAnimals\/Animals\[0\]: it must name a type by xsi:type/ },
  },
  {
    what: 'names of another namespace, and a nil element that is referred to',
    operation: 'EchoCommon',
    input: { Address: { Street: 's', Country: 'DE' }, Note: null },
    again: true,
    given: twice({ Address: { Street: 's', Country: 'DE' }, Note: null, Shapes: [] }),
  },
  {
    what: 'a substitution group as XML; what comes back has lost it',
    operation: 'EchoCommon',
    input: { Note: 'n', Shape: { $xml: '<Circle xmlns="urn:everything/"><radius>1.5</radius></Circle>' } },
    again: true,
    given: [
      { Note: 'n', Shapes: [{ case: 'Circle', value: { $type: 'Circle', radius: 1.5 } }] },
      { Note: 'n', Shapes: [] },
    ],
  },
  {
    what: 'header blocks both ways, and lists of values',
    operation: 'Find',
    input: { Query: 'q' },
    headers,
    given: [{ Query: 'q' }],
    givenHeaders,
    result: { Found: ['q', ''] },
    resultHeaders: { Quota: { $long: '7' } },
  },
  {
    what: 'a fault with a record as its detail',
    operation: 'Find',
    input: { Query: 'nothing' },
    headers,
    given: [{ Query: 'nothing' }],
    givenHeaders,
    fault: {
      code: /Client|Sender/,
      reason: /^Not there\.$/,
      detail: { NotFound: { Name: 'n', Tried: ['a', ''] } },
    },
  },
  {
    what: 'a fault with text as its detail',
    operation: 'Find',
    input: { Query: 'late' },
    headers,
    given: [{ Query: 'late' }],
    givenHeaders,
    fault: { code: /Client|Sender/, reason: /^Busy\.$/, detail: { Busy: 'until noon' } },
  },
  {
    what: 'a header block that is missing',
    operation: 'Find',
    input: { Query: 'q' },
    given: [],
    fault: { code: /Client|Sender/, reason: /Session is missing/ },
  },
  {
    what: 'a header block that must be understood and is not',
    operation: 'Find',
    input: { Query: 'q' },
    headers: [Session, { namespace: 'urn:x', name: 'X', value: 'x', mustUnderstand: true }],
    given: [],
    fault: { code: /MustUnderstand/, reason: /\{urn:x\}X/ },
  },
  {
    what: 'a one-way operation',
    operation: 'Notify',
    input: { Text: 'n' },
    headers,
    given: [{ Text: 'n' }],
    givenHeaders,
    result: null,
  },
  {
    what: 'a one-way operation that is answered with a fault',
    operation: 'Notify',
    input: { Text: 'n' },
    given: [],
    fault: { code: /Client|Sender/, reason: /Session is missing/ },
  },
  {
    what: 'a bare message with attributes',
    operation: 'Describe',
    input: { Text: 'EU', limit: 3 },
    given: [{ Text: 'EU', limit: 3 }],
    result: { _: '1.50', currency: 'EU3', rounded: false },
  },
  {
    what: 'bare messages of simple types, with an empty soapAction',
    operation: 'Ping',
    input: 'four',
    given: ['four'],
    result: { $long: '4' },
  },
];
