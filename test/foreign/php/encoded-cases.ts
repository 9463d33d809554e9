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
  packed: DateTime.parse('2024-02-29T23:59:59.123456789+05:30'),
  due: '2024-02-29+01:00',
  status: 'on its way',
  image: bytes,
};

const flatMap = { a: 'b', empty: '', n: 5 };

const item = { id: 1, name: 'one', note: null, tags: ['a', 'b'] };

/** A call that returns its only part. */
const echo = (what: string, operation: string, part: string, value: unknown): Case => ({
  what,
  operation,
  request: { [part]: value },
  response: value,
});

const echoValues = (what: string, changed: Partial<typeof values>): Case =>
  echo(what, 'EchoValues', 'values', { ...values, ...changed });

const seenByPhp =
  '{"text":"plain","count":1,"number":-5,"price":"0.10","weight":2.5,"fragile":true,' +
  '"packed":"2024-02-29T23:59:59.123456789+05:30","due":"2024-02-29+01:00","status":"on its way",' +
  '"image":"00fbffbf0d0a80"}';

/** The service of `catalogue.wsdl`, rpc/encoded. */
export const encodedCases: readonly Case[] = [
  echoValues('the simple types', {}),
  echoValues('text with CR, markup and characters beyond the basic plane', { text: hardText }),
  echoValues('an empty text and no bytes', { text: '', image: new Uint8Array() }),
  echoValues('the largest long', { count: largestLong }),
  echoValues('the smallest long', { count: smallestLong }),
  echoValues('a decimal with all its digits', { price: '-12345678901234567890.1234567890' }),
  { what: 'values as the server sees them', operation: 'Inspect', request: { values }, response: seenByPhp },
  echo('an array of texts', 'EchoNames', 'names', ['a', '', hardText]),
  echo('an array of one text', 'EchoNames', 'names', ['a']),
  echo('an empty array', 'EchoNames', 'names', []),
  echo('an array of records with arrays and nil', 'EchoItems', 'items', [
    item,
    { id: 2, name: 'two', note: '', tags: [] },
  ]),
  echo('an array of arrays', 'EchoGrid', 'grid', [[1, 2], [], [3]]),
  {
    ...echo('a map of texts and numbers', 'EchoMap', 'map', new Map<string, unknown>(Object.entries(flatMap))),
    sent: { map: { $map: { ...flatMap, n: { $long: '5' } } } },
  },
  {
    ...echo('a map in a map', 'EchoMap', 'map', new Map([['inner', new Map([['x', true]])]])),
    sent: { map: { $map: { inner: { $map: { x: true } } } } },
  },
  echo('a text as a value of any type', 'EchoAny', 'value', 'text'),
  echo('a number as a value of any type', 'EchoAny', 'value', 5),
  echo('a boolean as a value of any type', 'EchoAny', 'value', true),
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
    sent: { vehicle: { $type: ['urn:catalogue', 'Truck'], plate: 'B 2', load: '7.50' } },
    received: { plate: 'Truck B 2', load: '7.50' },
  },
  echo('a 32-bit number with its shortest digits', 'EchoRatio', 'ratio', 342.23),
  echo('the greatest 32-bit number', 'EchoRatio', 'ratio', 3.4028235e38),
  echo('the least 32-bit number', 'EchoRatio', 'ratio', 1e-45),
  { ...echo('an infinite number', 'EchoRatio', 'ratio', Number.NEGATIVE_INFINITY), only: 'server' },
  echo('no array, which is nil', 'EchoNames', 'names', undefined),
  echo('no record, which is nil', 'EchoItems', 'items', undefined),
  { what: 'two texts', operation: 'Join', request: { first: 'a', second: '' }, response: '["a",""]' },
  {
    what: 'the second text alone, the first one nil',
    operation: 'Join',
    request: { second: 'b' },
    response: '[null,"b"]',
    sent: { first: null, second: 'b' },
  },
  {
    what: 'neither text, both nil',
    operation: 'Join',
    request: {},
    response: undefined,
    sent: { first: null, second: null },
  },
  {
    what: 'a declared fault',
    operation: 'Lose',
    request: { id: 7 },
    fault: { code: 'Sender', reason: 'It is lost.', name: 'Lost', value: { id: 7 } },
    only: 'server',
  },
  {
    what: 'a declared fault whose detail is nil',
    operation: 'Lose',
    request: { id: 0 },
    fault: { code: 'Sender', reason: 'It is lost.', name: 'Lost', value: null },
    received: { lost: null },
  },
  {
    what: 'an object that occurs twice, by reference',
    operation: 'Twins',
    request: { name: 'one' },
    response: [item, item, item],
    same: ['0', '2'],
  },
  {
    what: 'a sum beyond 53 bits',
    operation: 'Total',
    request: { counts: [2n ** 62n, 1n], start: 5n },
    response: 2n ** 62n + 6n,
  },
  {
    what: 'header blocks in both directions',
    operation: 'WhoAmI',
    request: {},
    requestHeaders: { Session: { user: 'u <&> 😀' } },
    response: 'u <&> 😀',
    responseHeaders: { Quota: 7 },
  },
  { what: 'an empty response', operation: 'Remove', request: { id: 1 }, response: {}, received: null },
  {
    what: 'a fault',
    operation: 'Remove',
    request: { id: 404 },
    fault: { code: 'Sender', reason: 'There is no such item.' },
  },
];
