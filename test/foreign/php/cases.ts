import { DateTime } from '@soapwright/runtime';
import type { Case } from '../support/case.ts';
import { bytes, hardText, largestLong, smallestLong } from '../support/samples.ts';

const values = {
  text: 'plain',
  count: 1n,
  number: -5,
  price: '0.10',
  weight: 2.5,
  fragile: true,
  packed: DateTime.parse('2024-02-29T23:59:59Z'),
  due: '2024-02-29',
  status: 'on its way',
  image: bytes,
};

/** A call that returns its input. */
const echo = (what: string, operation: string, request: object, response: unknown): Case => ({
  what,
  operation,
  request,
  response,
});

const echoValues = (what: string, changed: Partial<typeof values>): Case => {
  const all = { ...values, ...changed };
  return echo(what, 'EchoValues', { values: all }, all);
};

const echoItems = (what: string, item: readonly object[]): Case => echo(what, 'EchoItems', { item }, item);

const seen = {
  text: '😀 "\\"',
  count: 9223372036854775807n,
  number: 7,
  price: '12345678901234567890.10',
  weight: -0.5,
  fragile: false,
  packed: DateTime.parse('2024-02-29T23:59:59.123456789+05:30'),
  due: '2024-02-29+01:00',
  status: '3',
  image: bytes,
};

const seenByPhp =
  '{"text":"😀 \\"\\\\\\"","count":9223372036854775807,"number":7,"price":"12345678901234567890.10","weight":-0.5,' +
  '"fragile":false,"packed":"2024-02-29T23:59:59.123456789+05:30","due":"2024-02-29+01:00","status":"3",' +
  '"image":"00fbffbf0d0a80"}';

/** The service of `warehouse.wsdl`, in document style. */
export const documentCases: readonly Case[] = [
  echoValues('the simple types', {}),
  echoValues('text with CR, markup and characters beyond the basic plane', { text: hardText }),
  echoValues('an empty text and no bytes', { text: '', image: new Uint8Array() }),
  echoValues('the largest long', { count: largestLong }),
  echoValues('the smallest long', { count: smallestLong }),
  echoValues('a decimal with all its digits', { price: '-12345678901234567890.1234567890' }),
  {
    what: 'a double; PHP writes 14 digits',
    operation: 'EchoValues',
    request: { values: { ...values, weight: 1.7976931348623157e308 } },
    arrived: { values: { ...values, weight: 1.7976931348623e308 } },
    response: { ...values, weight: 1.7976931348623e308 },
  },
  echoValues('a dateTime with zone and nine digits of a second', {
    packed: DateTime.parse('1999-12-31T23:59:59.123456789-05:00'),
  }),
  echoValues('a dateTime and a date without zone', { packed: DateTime.parse('2024-02-29T00:00:00') }),
  echoValues('a date with zone', { due: '2024-02-29+14:00' }),
  echoValues('an enumeration value that looks like a number', { status: '3' }),
  { what: 'values as the server sees them', operation: 'Inspect', request: { values: seen }, response: seenByPhp },
  { ...echoItems('an empty list', []), received: {} },
  echoItems('a list of one item, with a list of one text', [{ id: 1, name: 'one', tag: ['a'] }]),
  echoItems('absent, empty and nil', [
    { id: 1, name: 'absent', tag: ['a'] },
    { id: 2, name: 'empty', note: '', tag: ['', 'b'] },
    { id: 3, name: 'nil', note: null, tag: ['c'] },
  ]),
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
    sent: { vehicle: { $type: ['urn:warehouse', 'Truck'], plate: 'B 2', load: '7.50' } },
    received: { plate: 'Truck B 2', load: '7.50' },
  },
  {
    what: 'text with an attribute',
    operation: 'EchoLabel',
    request: { lang: 'he', $text: 'שלום' },
    response: { lang: 'he', $text: 'שלום' },
    sent: { _: 'שלום', lang: 'he' },
    received: { _: 'שלום', lang: 'he' },
  },
  {
    what: 'text without an attribute that is optional',
    operation: 'EchoLabel',
    request: { $text: '' },
    response: { $text: '' },
    sent: { _: '' },
    received: { _: '' },
  },
  { what: 'a sum beyond 53 bits', operation: 'Total', request: { count: [2n ** 62n, 1n] }, response: 2n ** 62n + 1n },
  { what: 'a list of one number', operation: 'Total', request: { count: [-1n] }, response: -1n },
  {
    what: 'header blocks in both directions',
    operation: 'WhoAmI',
    request: {},
    requestHeaders: { Session: { user: 'u <&> 😀' } },
    response: 'u <&> 😀',
    responseHeaders: { Quota: 7 },
  },
  { what: 'an empty response', operation: 'Remove', request: { id: 1 }, response: {} },
  {
    what: 'a declared fault',
    operation: 'Remove',
    request: { id: 404 },
    fault: {
      code: 'Sender',
      reason: 'There is no such item.',
      name: 'Missing',
      value: { id: 404, tried: ['shelf', ''] },
    },
    // SoapClient does not read the schema of a detail.
    received: { id: '404', tried: ['shelf', ''] },
  },
  {
    what: 'a fault without a detail',
    operation: 'Remove',
    request: { id: 500 },
    fault: { code: 'Receiver', reason: 'The shelf is locked: <&>.' },
  },
  { what: 'nil instead of a text', operation: 'LastNotice', request: {}, response: null, only: 'server' },
  { what: 'a one-way message', operation: 'Notify', request: { text: hardText } },
  { what: 'a text kept from the one-way message', operation: 'LastNotice', request: {}, response: hardText },
];
