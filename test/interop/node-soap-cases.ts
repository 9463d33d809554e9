import { DateTime } from '@soapwright/runtime';
import type { EchoCase } from './echo-case.ts';

const namespace = 'urn:everything/';
const least = { lines: [], history: [], extra: [] };

/** What node-soap makes of the golden contract `everything`: it reads numbers as JavaScript's. */
export const nodeSoapEverything: readonly EchoCase[] = [
  {
    what: 'simple types as text, exact when written, longs and decimals rounded when read',
    operation: 'Echo',
    input: {
      Values: {
        int: 1,
        long: { $long: '9223372036854775807' },
        decimal: '12345678901234567890.10',
        boolean: true,
        dateTime: '2024-02-29T23:59:59.1234567Z',
        unsignedLong: '18446744073709551615',
        many: ['1.50', '2'],
        NMTOKENS: 'a b',
        nil: 5,
      },
    },
    given: [
      {
        Values: {
          int: 1,
          long: 2n ** 63n - 1n,
          decimal: '12345678901234567890.10',
          boolean: true,
          dateTime: DateTime.parse('2024-02-29T23:59:59.1234567Z'),
          unsignedLong: 2n ** 64n - 1n,
          many: ['1.50', '2'],
          NMTOKENS: ['a', 'b'],
          lists: [],
          nil: 5n,
        },
      },
    ],
  },
  {
    what: 'declared types',
    operation: 'EchoRestricted',
    input: { Restricted: { colour: 'light blue', colours: ['red', 'green'], nordic: 'NO', percent: '99.90' } },
    given: [{ Restricted: { colour: 'light blue', colours: ['red', 'green'], nordic: 'NO', percent: '99.90' } }],
    result: { Restricted: { colour: 'light blue', colours: ['red', 'green'], nordic: 'NO', percent: '99.90' } },
  },
  {
    what: 'choices and groups, flat',
    operation: 'EchoContent',
    input: {
      Payment: {
        amount: '1.50',
        tags: ['a', 'b'],
        status: 'open',
        iban: 'i',
        refused: 'no',
        a: 1,
        email: 'e',
        right: 5,
      },
    },
    given: [
      {
        Payment: {
          ...least,
          amount: '1.50',
          tags: ['a', 'b'],
          status: 'open',
          method: { case: 'transfer', value: { iban: 'i' } },
          history: [{ case: 'refused', value: 'no' }],
          rows: [{ a: 1 }],
          contact: { email: 'e' },
          either: { case: 'right', value: 5 },
        },
      },
    ],
    result: {
      Payment: { amount: 1.5, tags: ['a', 'b'], status: 'open', iban: 'i', refused: 'no', a: 1, email: 'e', right: 5 },
    },
  },
  {
    what: 'attributes, and text with attributes',
    operation: 'EchoMarkup',
    input: {
      Prices: [{ attributes: { currency: 'EUR', rounded: true }, $value: '1.0' }],
      Settings: { attributes: { id: 'i', by: 'b' } },
    },
    given: [
      {
        Prices: [{ $text: '1.0', currency: 'EUR', rounded: true }],
        Settings: { id: 'i', by: 'b', unit: 'mm', other: [] },
      },
    ],
    result: {
      Prices: [{ attributes: { currency: 'EUR', rounded: 'true' }, $value: 1 }],
      Settings: { attributes: { id: 'i', unit: 'mm', by: 'b' } },
    },
  },
  {
    what: 'a derived type by xsi:type',
    operation: 'EchoAnimals',
    input: { Animals: [{ attributes: { xsi_type: { type: 'Dog', xmlns: namespace } }, name: 'd' }] },
    given: [{ Animals: [{ $type: 'Dog', name: 'd' }] }],
  },
  {
    what: 'names of another namespace and element references, wrapped',
    operation: 'EchoCommon',
    input: { Address: { Street: 's', Country: 'DE' }, Note: 'n' },
    given: [{ Address: { Street: 's', Country: 'DE' }, Note: 'n', Shapes: [] }],
    result: { Address: { Street: 's', Country: 'DE' }, Note: 'n' },
  },
  {
    what: 'names of another namespace in bare messages not at all',
    operation: 'Describe',
    input: { attributes: { limit: 3 }, Text: 'EU' },
    given: [],
    fault: { code: /Client|Sender/, reason: /^DescribeQuery\/Text: this required element is missing/ },
  },
];

/** And of `legacy`. */
export const nodeSoapLegacy: readonly EchoCase[] = [
  {
    what: 'an operation of rpc style',
    operation: 'Delete',
    input: { id: 1, Date: '2024-02-29Z' },
    given: [{ id: 1n, Date: '2024-02-29Z' }],
  },
  {
    what: 'names with hyphens',
    operation: 'add-b',
    input: { a: '1.00', b: '0.20', 'a-b': { $long: '9223372036854775807' } },
    given: [{ a: '1.00', b: '0.20', a$_b: 2n ** 63n - 1n }],
  },
  {
    what: 'a field called constructor only when written',
    operation: 'Parameters',
    input: { Parameters: { constructor: 'c', ID: 1, Id: 2, id: 3 } },
    given: [{ Parameters: { constructor_: 'c', ID: 1, Id: 2, id: 3 } }],
    fault: { code: /is not a function/, reason: /is not a function/ },
  },
  {
    what: 'records of other namespaces in rpc style not at all',
    operation: 'People',
    input: { own: { name: 'a b' }, listed: { Name: 'L' }, part: { Person: ['x'] } },
    given: [],
    fault: { code: /Client|Sender/, reason: /^People\/listed\/Name: this required element is missing/ },
  },
  {
    what: 'qualified attributes not at all',
    operation: 'Order',
    input: { Order: { attributes: { number: 1 }, lines: [{ sku: 's', count: 1, price: '1' }] } },
    given: [],
    fault: { code: /Client|Sender/, reason: /@number: this required attribute is missing/ },
  },
];
