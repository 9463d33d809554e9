import { DateTime } from '@soapwright/runtime';
import type { Case } from '../support/case.ts';
import { bytes, hardText, largestLong, smallestLong } from '../support/samples.ts';

const values = {
  text: 'plain',
  count: 1n,
  positive: 2n ** 64n - 1n,
  number: -5,
  huge: -(10n ** 23n),
  price: '0.10',
  weight: 2.5,
  fragile: true,
  packed: DateTime.parse('2024-02-29T23:59:59Z'),
  due: '2024-02-29',
  at: '23:59:59',
  took: 'P1DT2H',
  status: 'on its way',
  image: bytes,
  key: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
};

const echoValues = (what: string, changed: Partial<typeof values>): Case => {
  const all = { ...values, ...changed };
  return { what, operation: 'EchoValues', request: { values: all }, response: all };
};

const echoItems = (what: string, items: readonly object[]): Case => ({
  what,
  operation: 'EchoItems',
  request: { items: { Item: items } },
  response: { Item: items },
});

const echoNote = (what: string, note: string | null | undefined): Case => ({
  what,
  operation: 'EchoNote',
  request: { note },
  response: note,
});

const seenBySpyne =
  "[('text', '😀'), ('count', 1), ('positive', 18446744073709551615), ('number', -5), ('huge', -100000000000000000000000), " +
  "('price', Decimal('0.10')), ('weight', 2.5), ('fragile', True), ('packed', datetime.datetime(2024, 2, 29, 23, 59, 59, " +
  "123456, tzinfo=pytz.FixedOffset(330))), ('due', datetime.date(2024, 2, 29)), ('at', datetime.time(23, 59, 59)), " +
  "('took', datetime.timedelta(days=1, seconds=7200)), ('status', on its way), ('image', b'\\x00\\xfb\\xff\\xbf\\r\\n\\x80'), " +
  "('key', UUID('6f9619ff-8b86-d011-b42d-00c04fc964ff'))]";

/** The service of `server.py`, document/literal. */
export const spyneCases: readonly Case[] = [
  echoValues('the simple types', {}),
  echoValues('text with CR, markup and characters beyond the basic plane', { text: hardText }),
  echoValues('the largest long', { count: largestLong }),
  echoValues('the smallest long', { count: smallestLong }),
  echoValues('a decimal with 24 digits, the most that its validator reads', { price: '-12345678901234.1234567890' }),
  echoValues('numbers near the end of a double', { weight: 1.7976931348623157e308 }),
  echoValues('a dateTime with zone and six digits of a second', {
    packed: DateTime.parse('1999-12-31T23:59:59.123456-05:00'),
  }),
  echoValues('a dateTime without zone', { packed: DateTime.parse('2024-02-29T00:00:00') }),
  {
    what: 'values as the server sees them',
    operation: 'Inspect',
    request: { values: { ...values, text: '😀', packed: DateTime.parse('2024-02-29T23:59:59.123456+05:30') } },
    response: seenBySpyne,
  },
  { ...echoItems('an empty list', []), received: null },
  {
    ...echoItems('a list of one item with an empty list', [{ name: 'none', tags: { string: [] }, part: ['p'] }]),
    received: [{ name: 'none', part: ['p'] }],
  },
  echoItems('a list of one item, with a list of one text', [
    { id: 1, name: 'one', tags: { string: ['a'] }, part: ['p'] },
  ]),
  echoItems('absent, empty and nil', [
    { name: 'absent', part: [] },
    { id: 2, name: 'empty', note: '', tags: { string: ['', 'b'] }, part: [''] },
    { id: 3, name: 'nil in a list', tags: { string: ['c'] }, part: [null, 'p'] },
  ]),
  {
    what: 'nil, which spyne returns as an absent element',
    operation: 'EchoItems',
    request: { items: { Item: [{ name: 'nil', note: null, tags: null, part: [] }] } },
    response: { Item: [{ name: 'nil', part: [] }] },
  },
  echoNote('an absent text', undefined),
  echoNote('an empty text', ''),
  { ...echoNote('nil', null), response: undefined },
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
    request: { count: [2n ** 62n, 1n] },
    response: 2n ** 62n + 1n,
  },
  { what: 'a list of one number', operation: 'Total', request: { count: [-1n] }, response: -1n },
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
    requestHeaders: { Session: { user: 'u <&> 😀' } },
    response: 'u <&> 😀',
    responseHeaders: { Quota: { left: 7 } },
  },
  { what: 'an empty response', operation: 'Remove', request: { number: 1 }, response: {}, received: null },
  {
    what: 'a fault with a code of its own',
    operation: 'Remove',
    request: { number: 404 },
    fault: { code: 'Sender', reason: 'There is no vehicle 404.' },
  },
  {
    what: 'a fault without a detail',
    operation: 'Remove',
    request: { number: 500 },
    fault: { code: 'Receiver', reason: 'The garage is locked: <&>.' },
  },
  { what: 'a bare message', operation: 'EchoBare', request: values, response: values },
];
