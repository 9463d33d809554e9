import { DateTime } from '@soapwright/runtime';
import { expect } from 'vitest';
import { type EchoCase, twice } from './echo-case.ts';
import { animals, payment, restricted, settings, text, values } from './everything-values.ts';
import type { Input } from './foreign.ts';

const namespace = 'urn:everything/';
const decimal = ($decimal: string): Input => ({ $decimal });
const nil: Input = { $nil: true };

/** hexBinary and the built-in list types are texts to zeep. */
const Values: Input = {
  string: text,
  int: -2_147_483_648,
  long: { $long: '9223372036854775807' },
  boolean: true,
  dateTime: '2024-02-29T23:59:59.123456+02:00',
  base64Binary: { $base64: 'AAEC/w==' },
  decimal: decimal('12345678901234567890.1234567890'),
  double: 1.5e300,
  float: 0.25,
  date: '2024-02-29',
  time: '23:59:59',
  duration: 'P1Y2M3DT4H5M6.7S',
  anyURI: 'https://example.org/?a&b',
  hexBinary: '0001FF',
  integer: { $long: '-123456789012345678901234567890' },
  nonNegativeInteger: { $long: '9007199254740993' },
  positiveInteger: 1,
  nonPositiveInteger: 0,
  negativeInteger: -1,
  unsignedLong: { $long: '18446744073709551615' },
  unsignedInt: 4_294_967_295,
  short: -32_768,
  unsignedShort: 65_535,
  byte: -128,
  unsignedByte: 255,
  gYear: { $tuple: [2024, null] },
  gYearMonth: { $tuple: [2024, 2, null] },
  gMonthDay: { $tuple: [2, 29, null] },
  gDay: { $tuple: [29, null] },
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
  many: [decimal('1.50'), decimal('-0.001')],
  lists: ['a b', 'c'],
  nil,
};
const given = {
  ...values,
  integer: -123_456_789_012_345_678_901_234_567_890n,
  unsignedLong: 18_446_744_073_709_551_615n,
  gYear: '2024',
  gYearMonth: '2024-02',
  gMonthDay: '--02-29',
  gDay: '---29',
};

const Restricted: Input = {
  colour: 'light blue',
  colours: ['red', 'green'],
  priority: -3,
  huge: 0,
  country: 'AT',
  nordic: 'NO',
  percent: decimal('99.90'),
  temperature: -273.1,
  nickname: 'x',
  checksum: '01020304',
  tags: 'a b c',
  hostile: restricted.hostile ?? '',
};

/** What repeats is a list of its elements, by names that zeep makes. */
const Payment: Input = {
  amount: decimal('1.50'),
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
  _value_1: [{ refused: 'no' }, { paid: '2020-01-01T00:00:00Z' }, { refused: '' }],
  _value_2: [{ a: 1, b: 2 }, { a: 3 }],
  email: 'e',
  right: 5,
  _value_3: [{ $xml: '<x xmlns="urn:x">1</x>' }, { $xml: '<y xmlns="urn:x" a="1"/>' }],
};
const paid = {
  ...payment,
  history: [
    { case: 'refused', value: 'no' },
    { case: 'paid', value: DateTime.parse('2020-01-01T00:00:00Z') },
    { case: 'refused', value: '' },
  ],
  rows: [{ a: 1, b: 2 }, { a: 3 }],
  extra: [expect.objectContaining({ local: 'x' }), expect.objectContaining({ local: 'y' })],
};

const Settings: Input = {
  id: 'i1',
  colours: ['red', 'green'],
  origin: 'https://example.org/?a&b',
  old: settings.old ?? '',
  by: 'me',
  at: '2024-02-29T23:59:59.5Z',
};

const of = (name: string, fields: { readonly [field: string]: Input }): Input => ({
  $type: [namespace, name],
  ...fields,
});
const puppy = of('Puppy', { name: 'p', weeks: 3 });

const Session = { namespace, name: 'Session', value: { Token: 't<' }, mustUnderstand: true };
const headers = [Session];
const givenHeaders = { Session: { Token: 't<' } };

export const zeepCases: readonly EchoCase[] = [
  {
    what: 'every simple type but gMonth',
    operation: 'Echo',
    input: { Values },
    again: 'Values',
    given: twice({ Values: given }),
  },
  {
    what: 'gMonth, which it writes with one digit, and is refused with',
    operation: 'Echo',
    input: { Values: { gMonth: { $tuple: [2, null] }, nil } },
    given: [],
    fault: { code: /Client|Sender/, reason: /^Echo\/Values\/gMonth: / },
  },
  {
    what: 'times, with six digits kept, and no zone of a date',
    operation: 'Echo',
    input: { Values: { dateTime: '2024-02-29T23:59:59.1234567Z', date: '2024-02-29Z', nil } },
    again: 'Values',
    given: [
      { Values: { dateTime: DateTime.parse('2024-02-29T23:59:59.1234567Z'), date: '2024-02-29Z', ...empty() } },
      { Values: { dateTime: DateTime.parse('2024-02-29T23:59:59.123457Z'), date: '2024-02-29', ...empty() } },
    ],
  },
  {
    what: 'declared types',
    operation: 'EchoRestricted',
    input: { Restricted },
    again: 'Restricted',
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
    what: 'choices, groups and wildcards in requests; repeated groups of an answer it does not read',
    operation: 'EchoContent',
    input: { Payment },
    given: [{ Payment: paid }],
    fault: { code: /^XMLParseError$/, reason: /^Unexpected element '\{urn:everything\/\}email'/ },
  },
  {
    what: 'a union and a qualified name in requests',
    operation: 'EchoContent',
    input: { Payment: { ...(Payment as object), size: 'light blue', name: 'ns0:q' } },
    given: [{ Payment: { ...paid, size: 'light blue', name: { namespace, local: 'q' } } }],
    fault: { code: /^XMLParseError$/, reason: /^Unexpected element/ },
  },
  {
    what: 'elements of a list type not at all',
    operation: 'EchoContent',
    input: { Payment: { ...(Payment as object), sizes: [1, -2] } },
    given: [],
    fault: { code: /^AttributeError$/, reason: /QName' object has no attribute 'xmlvalue'/ },
  },
  {
    what: 'an optional group only whole',
    operation: 'EchoContent',
    input: { Payment: { ...(Payment as object), email: { $skip: true } } },
    given: [{ Payment: { ...paid, contact: undefined } }],
    fault: { code: /^XMLParseError$/, reason: /^Unexpected element/ },
  },
  {
    what: 'attributes of two namespaces, and text with attributes',
    operation: 'EchoMarkup',
    input: {
      Prices: [
        { _value_1: decimal('1.0'), currency: 'EUR', rounded: true },
        { _value_1: decimal('-0.001'), currency: '' },
      ],
      Settings,
    },
    again: true,
    given: twice({
      Prices: [
        { $text: '1.0', currency: 'EUR', rounded: true },
        { $text: '-0.001', currency: '', rounded: false },
      ],
      Settings: { ...settings, origin: 'https://example.org/?a&b' },
    }),
  },
  {
    what: 'attributes that a wildcard lets in',
    operation: 'EchoMarkup',
    input: { Prices: [], Settings: { id: 'i', by: 'b', _attr_1: { '{urn:z}z': '1' } } },
    again: true,
    given: twice({
      Prices: [],
      Settings: { id: 'i', unit: 'mm', by: 'b', other: [{ namespace: 'urn:z', local: 'z', value: '1' }] },
    }),
  },
  {
    what: 'the elements of mixed content, without its text',
    operation: 'EchoMarkup',
    input: { Prices: [], Letter: { _value_1: [{ bold: 'you' }, { italic: 'b' }], sign: 'me', lang: 'de' } },
    given: [
      {
        Prices: [],
        Letter: {
          lang: 'de',
          $content: [
            { case: 'bold', value: 'you' },
            { case: 'italic', value: 'b' },
            { case: 'sign', value: 'me' },
          ],
        },
      },
    ],
  },
  {
    what: 'derived types by xsi:type both ways, and records that hold themselves',
    operation: 'EchoAnimals',
    input: {
      Animals: [of('Cat', { name: 'c', hisses: 3 }), of('Dog', { name: 'd', barks: true, chip: '1' }), puppy],
      Favourite: puppy,
      Tree: { value: 1, left: { value: 2, right: { value: 3 } } },
    },
    again: true,
    given: twice(animals),
  },
  {
    what: 'names of another namespace and element references',
    operation: 'EchoCommon',
    input: { Address: { Street: 's', Country: 'DE' }, Note: 'n' },
    again: true,
    given: twice({ Address: { Street: 's', Country: 'DE' }, Note: 'n', Shapes: [] }),
  },
  {
    what: 'nil in requests; what comes back as nil it takes for absent',
    operation: 'EchoCommon',
    input: { Note: nil },
    again: true,
    given: [
      { Note: null, Shapes: [] },
      { Note: undefined, Shapes: [] },
    ],
  },
  {
    what: 'a substitution group not at all: an abstract element is left out without a word',
    operation: 'EchoCommon',
    input: { Note: 'n', Shape: [of('Circle', { radius: 1.5 })] },
    given: [{ Note: 'n', Shapes: [] }],
  },
  {
    what: 'header blocks both ways, and lists of values, the empty text as none',
    operation: 'Find',
    input: { Query: 'q' },
    headers,
    given: [{ Query: 'q' }],
    givenHeaders,
    result: { Found: ['q', null] },
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
      detail: [expect.stringMatching(/^<NotFound xmlns="urn:everything\/".*<Name>n<\/Name><Tried>a<\/Tried><Tried\/>/)],
    },
  },
  {
    what: 'a fault with text as its detail',
    operation: 'Find',
    input: { Query: 'late' },
    headers,
    given: [{ Query: 'late' }],
    givenHeaders,
    fault: { code: /Client|Sender/, reason: /^Busy\.$/, detail: [expect.stringMatching(/>until noon<\/Busy>$/)] },
  },
  {
    what: 'a header block that is missing',
    operation: 'Find',
    input: { Query: 'q' },
    given: [],
    fault: { code: /Client|Sender/, reason: /Session is missing/ },
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
    result: { _value_1: { $decimal: '1.50' }, currency: 'EU3', rounded: 'false' },
  },
  {
    what: 'a bare request of a simple type; such an answer it does not read',
    operation: 'Ping',
    input: ['four'],
    given: ['four'],
    fault: { code: /^TypeError$/, reason: /has no len\(\)/ },
  },
];

function empty(): object {
  return { many: [], lists: [], nil: null };
}
