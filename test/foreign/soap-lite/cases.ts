import { DateTime } from '@soapwright/runtime';
import type { Case } from '../support/case.ts';
import { bytes, hardText, largestLong, smallestLong } from '../support/samples.ts';

const book = {
  title: 'Poems',
  pages: 1n,
  price: '0.10' as string | null,
  weight: 2.5,
  lent: true,
  printed: DateTime.parse('2024-02-29T23:59:59.123456789+05:30') as DateTime | null,
  genre: 'not known',
  cover: bytes,
  note: 'n' as string | null,
  authors: ['a', 'b'],
};

/** A call that returns its only part. */
const echo = (what: string, operation: string, part: string, value: unknown): Case => ({
  what,
  operation,
  request: { [part]: value },
  response: value,
});

const echoBook = (what: string, changed: Partial<typeof book>): Case =>
  echo(what, 'EchoBook', 'book', { ...book, ...changed });

const twin = { name: 'n', tags: ['a', 'b'] };

/** The service of `library.wsdl`, rpc/encoded. */
export const soapLiteCases: readonly Case[] = [
  echo('text with CR, markup and characters beyond the basic plane', 'EchoText', 'text', hardText),
  echo('an empty text', 'EchoText', 'text', ''),
  echo('a text that looks like a number', 'EchoText', 'text', '007'),
  echo('an array of texts', 'EchoTexts', 'texts', ['a', '', 'ש']),
  echo('an array of one text', 'EchoTexts', 'texts', ['a']),
  echo('an empty array', 'EchoTexts', 'texts', []),
  echoBook('a record of simple types', {}),
  echoBook('the largest long', { pages: largestLong }),
  echoBook('the smallest long', { pages: smallestLong }),
  echoBook('a decimal with all its digits', { price: '-12345678901234567890.1234567890' }),
  echoBook('nil', { price: null, printed: null, note: null }),
  echoBook('an empty text beside an array of one', { note: '', authors: ['ש'] }),
  echoBook('a dateTime without zone, and false', { printed: DateTime.parse('1999-12-31T00:00:00'), lent: false }),
  echo('bytes', 'EchoBytes', 'bytes', bytes),
  echo(
    'a map',
    'EchoMap',
    'map',
    new Map([
      ['a', 'b'],
      ['c', 'd'],
    ]),
  ),
  {
    what: 'values as the server sees them',
    operation: 'Describe',
    request: { book: { ...book, note: null } },
    response:
      'title=Poems|pages=1|price=0.10|weight=2.5|lent=1|printed=2024-02-29T23:59:59.123456789+05:30|genre=not known|' +
      'note is undef|00fbffbf0d0a80|a|b',
  },
  { what: 'a sum beyond 53 bits', operation: 'Total', request: { numbers: [2n ** 62n, 1n] }, response: 2n ** 62n + 1n },
  { what: 'an array of one number', operation: 'Total', request: { numbers: [-1n] }, response: -1n },
  {
    what: 'two results',
    operation: 'Divide',
    request: { dividend: 17, divisor: 5 },
    response: { quotient: 3, rest: 2 },
    received: ['3', '2'],
  },
  {
    what: 'a record that occurs twice, by reference',
    operation: 'Twins',
    request: { name: 'n' },
    response: { first: twin, second: twin },
    same: ['first', 'second'],
  },
  {
    what: 'header blocks in both directions',
    operation: 'WhoAmI',
    request: {},
    requestHeaders: { Session: { user: 'u <&> ש' } },
    response: 'u <&> ש',
    responseHeaders: { Quota: 7 },
  },
  {
    what: 'an empty response',
    operation: 'Remove',
    request: { id: 1 },
    response: {},
    received: null,
    deviations: ['RemoveResponse'],
  },
  {
    what: 'a declared fault',
    operation: 'Remove',
    request: { id: 404 },
    fault: {
      code: 'Sender',
      reason: 'There is no such book.',
      name: 'Missing',
      value: { id: 404, where: 'shelf <1>' },
    },
    received: { Missing: { id: '404', where: 'shelf <1>' } },
  },
  {
    what: 'a fault without a detail',
    operation: 'Remove',
    request: { id: 500 },
    fault: { code: 'Receiver', reason: 'The shelf is locked: <&>.' },
  },
];
