import { DateTime } from '@soapwright/runtime';
import { javaNotation } from '../java/java.ts';
import type { Case, CaseFault } from '../support/case.ts';
import { bytes, hardText, largestLong, smallestLong } from '../support/samples.ts';

const order = {
  id: 1n,
  status: 'NEW',
  customer: 'Ada',
  placed: DateTime.parse('2024-02-29T23:59:59.123456789+05:30'),
  due: '2024-02-29+01:00',
  total: '12345678901234567890.10',
  lines: { line: [{ sku: 'a', quantity: 2, gift: true }] },
  $choice: { case: 'card', value: { number: '4111 1111' } },
  attachment: bytes,
  note: '',
};

const numbers = {
  small: -128,
  medium: 32767,
  large: -2147483648,
  huge: largestLong,
  single: 0.1,
  exact: 1.7976931348623157e308,
  flag: false,
  letter: 65535,
};

const circle = { $type: 'circle', color: 'red', radius: 1.5 };
const rectangle = { $type: 'rectangle', color: '', width: 2, height: 0.25 };
const square = { $type: 'square', color: 'blue', width: 3, height: 3 };

/** A call that returns its input, under the name of its parameter. */
const echo = (what: string, operation: string, parameter: string, value: unknown): Case => ({
  what,
  operation,
  request: { [parameter]: value },
  response: value,
});

const placed = (changed: Partial<Record<keyof typeof order, unknown>>): object => ({ order: { ...order, ...changed } });

/** The server accepts the order. A client of JAX-WS writes a header block without a value as nil. */
const place = (what: string, changed: Partial<Record<keyof typeof order, unknown>>): Case => ({
  what,
  operation: 'placeOrder',
  request: placed(changed),
  response: { ...order, ...changed, status: 'ACCEPTED' },
  // wsimport does not unwrap a message with a header.
  received: javaNotation(placed({ ...changed, status: 'ACCEPTED' })),
  responseHeaders: { quota: 0 },
  arrivedHeaders: { session: null },
});

const echoText = (what: string, value: string): Case => echo(what, 'echoText', 'text', value);
/** JAX-WS writes a nillable element without a value as nil. */
const echoNumbers = (what: string, changed: object): Case => ({
  what,
  operation: 'echoNumbers',
  request: { numbers: { ...numbers, ...changed } },
  response: { ...numbers, nothing: null, ...changed },
});
const echoTimes = (what: string, times: object): Case => echo(what, 'echoTimes', 'times', times);

/** wsimport makes one parameter of both directions from equal names of a parameter and a result. */
const echoNames = (what: string, name: readonly (string | null)[]): Case => ({
  ...echo(what, 'echoNames', 'name', name),
  received: { name },
});

const soldOut = (reason: string, value: { readonly sku: string; readonly available: number }): CaseFault => ({
  code: 'Receiver',
  reason,
  name: 'OutOfStock',
  value,
});

const declaredFaults: readonly Case[] = [
  {
    what: 'a declared fault',
    operation: 'placeOrder',
    request: placed({ lines: { line: [{ sku: 'a<&>', quantity: 1001 }] } }),
    arrivedHeaders: { session: null },
    fault: soldOut('Only 1000 of a<&> are left.', { sku: 'a<&>', available: 1000 }),
  },
  {
    what: 'a fault of an exception without a class of details',
    operation: 'placeOrder',
    request: placed({ customer: 'nobody' }),
    arrivedHeaders: { session: null },
    fault: {
      code: 'Receiver',
      reason: 'There is no customer nobody.',
      name: 'UnknownCustomer',
      value: { customer: 'nobody', message: 'There is no customer nobody.' },
    },
  },
];

/** Wrapped document/literal messages. */
export const ordersCases: readonly Case[] = [
  place('attributes, a list in a wrapper of its own, a choice, exact times', {}),
  place('the other alternative of a choice, with a nil text', {
    $choice: { case: 'invoice', value: { address: null, days: 30 } },
  }),
  place('absent elements', {
    placed: undefined,
    due: undefined,
    lines: undefined,
    $choice: undefined,
    attachment: undefined,
    note: undefined,
  }),
  place('an empty list in its wrapper, hard text, no bytes, a value of an enumeration with a space', {
    id: smallestLong,
    status: 'on hold',
    lines: { line: [] },
    note: hardText,
    attachment: new Uint8Array(),
  }),
  place('a list of two items', {
    lines: {
      line: [
        { sku: 'a', quantity: 1 },
        { sku: '', quantity: -1, gift: false },
      ],
    },
  }),
  {
    ...place('header blocks in both directions', { id: 2n }),
    requestHeaders: { session: 'u <&> 😀' },
    arrivedHeaders: { session: 'u <&> 😀' },
    responseHeaders: { quota: 8 },
  },
  ...declaredFaults,
  {
    what: 'absent parameters, and a list of an absent item',
    operation: 'findOrders',
    request: {},
    response: [],
  },
  {
    what: 'a list of one record, with a time in a parameter of any simple type',
    operation: 'findOrders',
    request: { like: order, from: '2024-02-29T23:59:59Z' },
    response: [{ ...order, placed: DateTime.parse('2024-02-29T23:59:59Z') }],
  },
  {
    what: 'a list of one record',
    operation: 'findOrders',
    request: { like: { ...order, placed: undefined } },
    response: [{ ...order, placed: undefined }],
  },
  {
    what: 'a list of three equal records',
    operation: 'findOrders',
    request: { like: { ...order, placed: undefined }, limit: 3 },
    response: [1, 2, 3].map(() => ({ ...order, placed: undefined })),
  },
  { what: 'no items', operation: 'findOrders', request: { like: order, limit: 0 }, response: [] },
  echoNumbers('the ends of ranges', {}),
  echoNumbers('decimals and integers of many digits, a list in one text', {
    decimal: '-0.00000000000000000001',
    integer: 123456789012345678901234567890n,
    maybe: smallestLong,
    list: [1, -2],
  }),
  echoNumbers('nil and a list of one number', { nothing: null, list: [7] }),
  echoNumbers('infinite numbers', { single: -Infinity, exact: Infinity, nothing: 0 }),
  echoNumbers('no number', { single: Number.NaN, exact: -0.5 }),
  echoTimes('times with zones and fractions', {
    instant: DateTime.parse('1999-12-31T23:59:59.123456789-05:00'),
    day: '2024-02-29+14:00',
    time: '23:59:59.5Z',
    month: '2024-02',
    duration: 'P1Y2M3DT4H5M6.7S',
  }),
  echoTimes('times without zone', {
    instant: DateTime.parse('2024-02-29T00:00:00'),
    day: '2024-02-29',
    time: '00:00:00',
    duration: '-PT1S',
  }),
  echoTimes('no time', {}),
  echoText('plain text', 'plain'),
  echoText('an empty text', ''),
  echoText('CR, markup and characters beyond the basic plane', hardText),
  { what: 'no text', operation: 'echoText', request: {}, response: undefined },
  echo('bytes', 'echoBytes', 'bytes', bytes),
  echo('no bytes', 'echoBytes', 'bytes', new Uint8Array()),
  { what: 'a circle, by xsi:type', operation: 'area', request: { shape: circle }, response: Math.PI * 2.25 },
  { what: 'a rectangle', operation: 'area', request: { shape: rectangle }, response: 0.5 },
  { what: 'a type without content of its own', operation: 'area', request: { shape: square }, response: 9 },
  {
    what: 'a list of several types',
    operation: 'reverse',
    request: { shape: [circle, square, rectangle] },
    response: [rectangle, square, circle],
  },
  { what: 'no shapes', operation: 'reverse', request: { shape: [] }, response: [] },
  echoNames('nil and empty items', ['a', null, '', hardText]),
  echoNames('one nil item', [null]),
  echo('a map', 'echoLabels', 'labels', {
    counts: {
      entry: [
        { key: '', value: 0 },
        { key: 'b', value: -2 },
      ],
    },
  }),
  echo('an empty map', 'echoLabels', 'labels', { counts: { entry: [] } }),
  { what: 'enumeration values', operation: 'next', request: { status: 'NEW' }, response: ['ACCEPTED', 'on hold'] },
  { what: 'one enumeration value', operation: 'next', request: { status: 'on hold' }, response: ['ACCEPTED'] },
  { what: 'no enumeration value', operation: 'next', request: {}, response: [] },
  {
    what: 'a parameter of both directions and a second result',
    operation: 'split',
    request: { text: 'one two three' },
    response: { text: 'one', rest: 'two three' },
  },
  { what: 'an absent second result', operation: 'split', request: { text: 'one' }, response: { text: 'one' } },
  { what: 'an empty response', operation: 'discard', request: { id: largestLong }, response: {} },
  {
    what: 'a fault that the interface does not declare',
    operation: 'discard',
    request: { id: -1n },
    fault: { code: 'Receiver', reason: 'The id -1 is negative.' },
  },
  { what: 'a one-way message', operation: 'announce', request: { text: hardText } },
  { what: 'a text kept from the one-way message', operation: 'announced', request: {}, response: hardText },
];

/** Bare document/literal messages over SOAP 1.2. */
export const catalogCases: readonly Case[] = [
  {
    what: 'a record',
    operation: 'lookup',
    request: { sku: hardText, quantity: 1, gift: true },
    response: { sku: hardText, quantity: 1, gift: true },
  },
  {
    what: 'an absent element',
    operation: 'lookup',
    request: { sku: '', quantity: 0 },
    response: { sku: '', quantity: 0 },
  },
  {
    what: 'a declared fault',
    operation: 'lookup',
    request: { sku: 'b', quantity: 1001 },
    fault: soldOut('Only 1000 of b are left.', { sku: 'b', available: 1000 }),
  },
  { what: 'messages of simple type', operation: 'reserve', request: largestLong, response: true },
  { what: 'false', operation: 'reserve', request: smallestLong, response: false },
];

const scaled = (what: string, shape: object, factor: number, result: object): Case => ({
  what,
  operation: 'scale',
  request: { shape, factor },
  response: result,
});

/** rpc/literal messages. */
export const totalsCases: readonly Case[] = [
  {
    what: 'decimals and a 64-bit integer',
    operation: 'add',
    request: { a: '0.10', b: largestLong },
    response: '9223372036854775807.10',
  },
  { what: 'negative numbers', operation: 'add', request: { a: '-1.5', b: -1n }, response: '-2.5' },
  {
    what: 'an array',
    operation: 'sort',
    request: { texts: { item: ['b', '', 'a'] }, descending: false },
    response: { item: ['', 'a', 'b'] },
  },
  {
    what: 'an array of one item',
    operation: 'sort',
    request: { texts: { item: [hardText] }, descending: true },
    response: { item: [hardText] },
  },
  {
    what: 'an empty array',
    operation: 'sort',
    request: { texts: { item: [] }, descending: true },
    response: { item: [] },
  },
  scaled('a circle, by xsi:type', circle, 2, { ...circle, radius: 3 }),
  scaled('a rectangle', rectangle, -1, { ...rectangle, width: -2, height: -0.25 }),
  scaled('a type without content of its own', square, 0.5, { ...square, width: 1.5, height: 1.5 }),
];
