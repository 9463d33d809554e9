import { DateTime } from '@soapwright/runtime';
import type { Case } from '../support/case.ts';
import { bytes, hardText, largestLong, smallestLong } from '../support/samples.ts';

// Fields are in the order of stock.h, and absent ones are undefined: the client is given values without their names.

const values = {
  text: 'plain' as string | undefined,
  count: 1n,
  positive: 2n ** 64n - 1n,
  number: -5,
  price: '0.10' as string | undefined,
  weight: 2.5,
  fragile: true,
  packed: DateTime.parse('2024-02-29T23:59:59Z'),
  exact: DateTime.parse('2024-02-29T23:59:59.123456789+05:30') as DateTime | undefined,
  due: '2024-02-29' as string | undefined,
  status: 'on its way',
  image: bytes,
};

const item = { number: 1, name: 'one', note: 'n', remark: 'r', tag: ['a'] };

const echoValues = (what: string, changed: Partial<typeof values>): Case => {
  const all = { ...values, ...changed };
  return { what, operation: 'EchoValues', request: { values: all }, response: all };
};

const echoItems = (what: string, items: readonly object[]): Case => ({
  what,
  operation: 'EchoItems',
  request: { items: { item: items } },
  response: { item: items },
});

const cases: readonly Case[] = [
  echoValues('the simple types', {}),
  echoValues('text with CR, markup and characters beyond the basic plane', { text: hardText }),
  echoValues('empty texts and no bytes', { text: '', image: new Uint8Array() }),
  echoValues('absent values', { text: undefined, price: undefined, exact: undefined, due: undefined }),
  echoValues('the largest long', { count: largestLong }),
  echoValues('the smallest long, and zero', { count: smallestLong, positive: 0n }),
  echoValues('a decimal with all its digits', { price: '-12345678901234567890.1234567890' }),
  echoValues('numbers near the end of a double', { weight: 1.7976931348623157e308 }),
  echoValues('a dateTime without zone, and a date with one', {
    exact: DateTime.parse('1999-12-31T00:00:00'),
    due: '2024-02-29+14:00',
  }),
  echoValues('an enumeration value that looks like a number', { status: '3' }),
  {
    what: 'a dateTime with a zone, as an instant',
    operation: 'EchoValues',
    request: { values: { ...values, packed: DateTime.parse('2024-02-29T23:59:59-05:00') } },
    response: { ...values, packed: DateTime.parse('2024-03-01T04:59:59Z') },
    only: 'server',
  },
  {
    what: 'values as the server sees them',
    operation: 'Inspect',
    request: { values: { ...values, text: '😀' } },
    response:
      '😀|1|18446744073709551615|-5|0.10|2.5|1|1709251199|2024-02-29T23:59:59.123456789+05:30|2024-02-29|1|00fbffbf0d0a80',
  },
  echoItems('an empty list', []),
  echoItems('a list of one item, with a list of one text', [
    { number: 1, name: 'one', note: undefined, remark: 'r', tag: ['a'] },
  ]),
  echoItems('empty texts', [
    { number: 1, name: 'a', note: '', remark: '', tag: ['', 'b'] },
    { number: -2, name: '', note: 'n', remark: 'r', tag: [] },
  ]),
  {
    what: 'nil, which is a null pointer as absent is',
    operation: 'EchoItems',
    request: { items: { item: [{ number: 1, name: 'nil', note: undefined, remark: null, tag: [] }] } },
    arrived: { items: { item: [{ number: 1, name: 'nil', tag: [] }] } },
    response: { item: [{ number: 1, name: 'nil', note: undefined, remark: undefined, tag: [] }] },
  },
  {
    what: 'two records',
    operation: 'EchoPair',
    request: { pair: { first: item, second: { ...item, number: 2 } } },
    response: { first: item, second: { ...item, number: 2 } },
  },
  {
    what: 'one record twice',
    operation: 'EchoPair',
    request: { pair: { first: item, second: item } },
    response: { first: item, second: item },
    same: ['first', 'second'],
  },
  {
    what: 'an array of SOAP encoding',
    operation: 'EchoNames',
    request: { names: ['a', '', hardText] },
    response: ['a', '', hardText],
  },
  {
    what: 'an array of one text',
    operation: 'EchoNames',
    request: { names: ['a'] },
    response: ['a'],
  },
  { what: 'an empty array', operation: 'EchoNames', request: { names: [] }, response: [] },
  {
    what: 'a record of the declared type',
    operation: 'EchoVehicle',
    request: { vehicle: { $type: 'Vehicle', plate: 'A 1' } },
    response: { $type: 'Vehicle', plate: 'Vehicle A 1' },
  },
  {
    what: 'a derived record, by xsi:type',
    operation: 'EchoVehicle',
    request: { vehicle: { $type: 'Truck', plate: 'B 2', load: '7.50' } },
    response: { $type: 'Truck', plate: 'Truck B 2', load: '7.50' },
  },
  {
    what: 'a sum beyond 53 bits',
    operation: 'Total',
    request: { numbers: { number: [2n ** 62n, 1n] } },
    response: 2n ** 62n + 1n,
  },
  {
    what: 'a list of one number',
    operation: 'Total',
    request: { numbers: { number: [-1n] } },
    response: -1n,
  },
  {
    what: 'two results',
    operation: 'Divide',
    request: { dividend: 17, divisor: 5 },
    response: { quotient: 3, rest: 2 },
  },
  {
    what: 'header blocks in both directions',
    operation: 'WhoAmI',
    request: {},
    requestHeaders: { session: { user: 'u <&> 😀' } },
    response: 'u <&> 😀',
    responseHeaders: { quota: 7 },
  },
  { what: 'an empty response', operation: 'Remove', request: { id: 1 }, response: {} },
  {
    what: 'a declared fault',
    operation: 'Remove',
    request: { id: 404 },
    fault: { code: 'Sender', reason: 'There is no such item.', name: 'missing', value: { id: 404, where: 'shelf' } },
  },
  {
    what: 'a fault without a detail',
    operation: 'Remove',
    request: { id: 500 },
    fault: { code: 'Receiver', reason: 'The shelf is locked: <&>.' },
  },
  {
    what: 'no text',
    operation: 'LastNotice',
    request: {},
    response: undefined,
    only: 'server',
  },
  { what: 'a one-way message', operation: 'Notify', request: { text: hardText }, received: [] },
  {
    what: 'a text kept from the one-way message',
    operation: 'LastNotice',
    request: {},
    response: hardText,
  },
];

/** The service of `stock.h`, rpc/encoded. gSOAP leaves out a part without a value, which its WSDL cannot say. */
export const rpcCases: readonly Case[] = cases.filter(({ what }) => what !== 'no text');

/** The same in document style, without arrays of the encoding. */
export const documentCases: readonly Case[] = cases
  .filter(({ operation }) => operation !== 'EchoNames')
  .map((one) => ({ ...one, same: undefined }));
