import { DateTime } from '@soapwright/runtime';
import type { Case } from '../support/case.ts';
import { hardText as allText, bytes, largestLong, smallestLong } from '../support/samples.ts';

/** Axis writes CR bare, and a character beyond the basic plane as two references, which is not well-formed. */
const hardText = allText.replaceAll('\r', '').replace('😀', '');

const values = {
  small: -128,
  medium: 32767,
  large: -2147483648,
  huge: largestLong,
  single: 0.1,
  exact: 1.7976931348623157e308,
  flag: true,
  maybe: smallestLong,
  decimal: '-12345678901234567890.10',
  integer: 123456789012345678901234567890n,
  instant: DateTime.parse('2024-02-29T23:59:59.123Z'),
  bytes,
};

const item = { $type: 'Item', sku: 'a<&>', quantity: -1, price: '0.10', status: 'sold out' };
const bare = { $type: 'Item', sku: null, quantity: 0, price: null, status: null };

/** A call that returns its input. */
const echo = (what: string, operation: string, parameter: string, value: unknown): Case => ({
  what,
  operation,
  request: { [parameter]: value },
  response: value,
});

const echoValues = (what: string, changed: Partial<Record<keyof typeof values, unknown>>): Case =>
  echo(what, 'echoValues', 'values', { ...values, ...changed });

/**
 * Cases of both styles.
 *
 * @param fault name of the declared fault in generated code.
 * @param texts a list of texts as a field of a record has it.
 */
function commonCases(fault: string, texts: (list: readonly string[]) => unknown): readonly Case[] {
  const book = { ...item, $type: 'Book', authors: texts(['one', hardText]) };
  return [
    echoValues('simple types at the ends of their ranges', {}),
    echoValues('nil', { maybe: null, decimal: null, integer: null, instant: null, bytes: null }),
    echoValues('zero, no bytes', { huge: 0n, flag: false, decimal: '0', integer: 0n, bytes: new Uint8Array() }),
    echoValues('infinite numbers', { single: -Infinity, exact: Infinity }),
    echoValues('no number', { single: Number.NaN, exact: -0.5 }),
    {
      what: 'a dateTime with zone and nine digits of a second; Axis keeps the instant and three',
      operation: 'echoValues',
      request: { values: { ...values, instant: DateTime.parse('1999-12-31T23:59:59.123456789-05:00') } },
      response: { ...values, instant: DateTime.parse('2000-01-01T04:59:59.123Z') },
      only: 'server',
    },
    echo('plain text', 'echoText', 'text', 'plain'),
    echo('an empty text', 'echoText', 'text', ''),
    echo('markup and white space', 'echoText', 'text', hardText),
    {
      what: 'CR, which Axis writes bare',
      operation: 'echoText',
      request: { text: 'a\rb' },
      arrived: { text: 'a\nb' },
      response: 'a\nb',
    },
    {
      what: 'a response with CR and a character beyond the basic plane',
      operation: 'echoText',
      request: { text: 'all' },
      response: allText,
      only: 'client',
    },
    echo('an array of texts', 'echoTexts', 'texts', ['a', '', hardText]),
    echo('an array of one text', 'echoTexts', 'texts', ['a']),
    echo('a record with an enumeration value', 'echoItem', 'item', item),
    echo('a record of nil fields', 'echoItem', 'item', bare),
    echo('a derived record, by xsi:type', 'echoItem', 'item', book),
    echo('a derived record with a list of one text', 'echoItem', 'item', { ...book, authors: texts(['one']) }),
    echo('an array of records of several types', 'echoItems', 'items', [item, book, bare]),
    echo('an array of one record', 'echoItems', 'items', [item]),
    {
      what: 'one record in two places',
      operation: 'twins',
      request: { item: book },
      response: { first: book, second: book },
    },
    { what: 'an enumeration value', operation: 'next', request: { status: 'available' }, response: 'sold out' },
    {
      what: 'parameters of both directions',
      operation: 'split',
      request: { text: 'one two three', rest: '' },
      response: { text: 'one', rest: 'two three' },
    },
    { what: 'two parameters', operation: 'take', request: { sku: 'a', quantity: 1 }, response: 999 },
    {
      what: 'a declared fault',
      operation: 'take',
      request: { sku: 'b<&>', quantity: 1001 },
      fault: {
        code: 'Receiver',
        reason: 'stock.OutOfStock: Only 1000 of b<&> are left.',
        name: fault,
        value: { sku: 'b<&>', available: 1000 },
      },
    },
    {
      what: 'a fault that the interface does not declare',
      operation: 'take',
      request: { sku: 'b', quantity: -1 },
      fault: { code: 'Sender', reason: 'The quantity -1 is negative.' },
    },
  ];
}

const echoNote = echo('a record of a class without a type description', 'echoNote', 'note', { author: '', text: 'a' });

/** Wrapped document/literal messages. */
export const documentCases: readonly Case[] = [
  ...commonCases('fault', (list) => ({ item: list })),
  // Its fields are in the default namespace of the message.
  { ...echoNote, deviations: ['author', 'text'].map((name) => `echoNoteResponse/echoNoteReturn/${name}`) },
];

const map = new Map<unknown, unknown>([
  [1, true],
  [2, 2.5],
  [3, [1, [2]]],
  [4, new Map([[5, null]])],
]);

const texts = new Map<unknown, unknown>([
  ['', hardText],
  ['b', ['one']],
]);

/** rpc/encoded messages. */
export const encodedCases: readonly Case[] = [
  ...commonCases('OutOfStock', (list) => list),
  echoNote,
  echo('nil for a text', 'echoText', 'text', null),
  echo('an empty array', 'echoTexts', 'texts', []),
  echo('an array with nil', 'echoTexts', 'texts', ['a', null]),
  echo('an array of arrays', 'echoGrid', 'grid', [[1, 2], [], [3]]),
  echo('no records', 'echoItems', 'items', []),
  {
    what: 'equal records that are two',
    operation: 'same',
    request: { pair: { first: item, second: { ...item } } },
    response: false,
  },
  echo('a map of numbers, booleans, arrays and maps', 'echoMap', 'map', map),
  echo('an empty map', 'echoMap', 'map', new Map()),
  { ...echo('a map of texts', 'echoMap', 'map', texts), only: 'server' },
  echo('a vector', 'echoVector', 'vector', [1, false, null, [0.5]]),
  echo('an empty vector', 'echoVector', 'vector', []),
  echo('any number', 'echoAnything', 'anything', -1),
  { ...echo('any text', 'echoAnything', 'anything', hardText), only: 'server' },
  echo('any record', 'echoAnything', 'anything', { ...item, $type: 'Book', authors: ['one'] }),
  {
    what: 'a header block',
    operation: 'whoAmI',
    request: {},
    requestHeaders: { session: 'u <&> ש' },
    response: 'u <&> ש',
  },
  { what: 'a one-way message', operation: 'announce', request: { text: hardText }, only: 'client' },
  {
    what: 'a text kept from the one-way message',
    operation: 'announced',
    request: {},
    response: hardText,
    only: 'client',
  },
  { what: 'nil instead of a text', operation: 'announced', request: {}, response: null, only: 'server' },
];
