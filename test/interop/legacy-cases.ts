import { expect } from 'vitest';
import { empty, nils, nothing, order, parameters } from '../end-to-end/legacy.ts';
import { type EchoCase, twice } from './echo-case.ts';
import type { Input } from './foreign.ts';

const namespace = 'urn:legacy';
const headers = [
  { namespace, name: 'Ticket', value: { key: 'k' }, mustUnderstand: true },
  { namespace, name: 'Trace', value: 't' },
];
const givenHeaders = { Ticket: { key: 'k' }, Tracing: 't' };
const sender = /Client|Sender/;

/** Parameters in the conventions of each client. */
export interface Manner {
  /** Parts of an rpc message, in their order. */
  parts(named: { readonly [part: string]: Input }): Input;
  /** To call again with a result of one part, or of several. */
  readonly one: (name: string) => true | string;
  readonly nil: Input;
  readonly decimal: (text: string) => Input;
  readonly list: (...items: string[]) => Input;
  /** The greatest unsignedLong that it can write. */
  readonly greatest: string;
  /** A record with an attribute and an element of one name. */
  readonly titled: Input;
  /** Results, as it sees them. */
  readonly answer: Readonly<Record<'add' | 'chunk' | 'found' | 'plain', unknown>>;
  readonly gone: unknown;
  readonly refused: unknown;
}

/** Calls of the golden contract `legacy`, which clients differ little in. */
export function legacyCases({
  parts,
  one,
  nil,
  decimal,
  list,
  greatest,
  titled,
  answer,
  gone,
  refused,
}: Manner): EchoCase[] {
  const Order: Input = {
    number: { $long: String(order.number) },
    state: 'x-y',
    free: ' f ',
    lines: [
      { sku: 's', count: { $long: greatest }, price: decimal('0.10') },
      { sku: '', count: 0, price: decimal('-12345678901234567890.123456789') },
    ],
    note: 'n',
    flags: list('x', 'X'),
    placed: '2024-02-29T23:59:59.123Z',
  };
  const [first, ...rest] = order.lines;
  const ordered = { ...order, lines: [{ ...first, count: greatest }, ...rest] };
  const Parameters: Input = {
    constructor: 'c',
    ['__proto__']: 'p',
    hasOwnProperty: 'h',
    // biome-ignore lint/suspicious/noThenProperty: a name that trips tools up.
    then: 't',
    ID: 1,
    Id: 2,
    id: 3,
    größe: decimal('1.50'),
    'a.b': 'dot',
    'a-b': 'dash',
    class: 'k',
    other: 'o',
  };
  const Nothing: Input = { text: '', nil, bytes: nil, number: nil };
  const Empty: Input = {
    text: '',
    optional: '',
    nil: '',
    both: '',
    many: ['', nil, 'x'],
    record: { name: '' },
    bytes: { $base64: '' },
    number: 0,
  };
  const Nils: Input = { ...(Nothing as object), both: nil, many: [nil], record: nil };
  const listed: Input = { Name: 'L', Spouse: { Name: 'S' } };
  return [
    {
      what: 'an operation of rpc style, whose name is an operator',
      operation: 'Delete',
      input: parts({ id: 1, Date: '2024-02-29Z' }),
      given: [{ id: 1n, Date: '2024-02-29Z' }],
      result: true,
    },
    {
      what: 'an operation of rpc style without parts',
      operation: 'Date',
      input: parts({}),
      given: [{}],
      result: { year: { $long: '2024' }, month: { $long: '2' }, day: { $long: '29' } },
    },
    {
      what: 'names with hyphens, exact decimals and a long',
      operation: 'add-b',
      input: parts({
        a: decimal('12345678901234567890.10'),
        b: decimal('0.20'),
        'a-b': { $long: '-9223372036854775808' },
      }),
      given: [{ a: '12345678901234567890.10', b: '0.20', a$_b: -(2n ** 63n) }],
      result: answer.add,
    },
    {
      what: 'names that every object has, that differ in case, that are beyond ASCII; an empty soapAction',
      operation: 'Parameters',
      input: parts({ Parameters }),
      again: one('Parameters'),
      given: twice({ Parameters: parameters }),
    },
    {
      what: 'qualified and unqualified attributes and elements of one record, in rpc style',
      operation: 'Order',
      input: parts({ Order }),
      given: [{ Order: ordered }],
    },
    {
      what: 'the same in bare style, by an element that is called as the operation before',
      operation: 'Plain',
      input: Order,
      given: [ordered],
      result: answer.plain,
    },
    {
      what: 'records of one name in three namespaces',
      operation: 'People',
      input: parts({ own: { name: 'a b' }, listed, part: titled }),
      again: true,
      given: twice({
        own: { name: 'a b' },
        listed: { Name: 'L', Spouse: { Name: 'S' } },
        part: { title: 'x', Person: ['x'] },
      }),
    },
    {
      what: 'text with attributes of two namespaces',
      operation: 'Export',
      input: parts({ package: '"p"' }),
      given: [{ package: '"p"' }],
      result: answer.chunk,
    },
    {
      what: 'nothing that may be left out, and nil',
      operation: 'Absent',
      input: { Absent: Nothing, none: nil },
      given: [{ Absent: nothing, none: null }],
    },
    {
      what: 'empty values, which are no absent ones',
      operation: 'Absent',
      input: { Absent: Empty, plain: '', none: '', either: nil },
      given: [{ Absent: empty, plain: '', none: '', either: null }],
    },
    {
      what: 'nil in lists and in optional elements',
      operation: 'Absent',
      input: { Absent: Nils, none: nil, either: 0 },
      given: [{ Absent: nils, none: null, either: 0 }],
    },
    {
      what: 'two header blocks, one of them to a role of its own, and one back',
      operation: 'Look',
      input: parts({ what: 'w' }),
      headers,
      given: [{ what: 'w' }],
      givenHeaders,
      result: answer.found,
      resultHeaders: { Trace: 'of w' },
    },
    {
      what: 'a fault of another namespace with a record',
      operation: 'Look',
      input: parts({ what: 'gone' }),
      headers,
      given: [{ what: 'gone' }],
      givenHeaders,
      fault: { code: sender, reason: /^Gone\.$/, detail: gone },
    },
    {
      what: 'a fault of another namespace with text',
      operation: 'Look',
      input: parts({ what: 'secret' }),
      headers,
      given: [{ what: 'secret' }],
      givenHeaders,
      fault: { code: sender, reason: /^Refused\.$/, detail: refused },
    },
    {
      what: 'a one-way operation of rpc style',
      operation: 'Tell',
      input: parts({ what: 'x', urgent: true }),
      headers: headers.slice(1),
      given: [{ what: 'x', urgent: true }],
      givenHeaders: { Tracing: 't' },
      result: null,
    },
  ];
}

export const phpManner: Manner = {
  parts: (named) => Object.values(named),
  one: () => true,
  nil: null,
  decimal: (text) => text,
  list: (...items) => items.join(' '),
  greatest: '9223372036854775807',
  // They are one property.
  titled: { Person: 'x' },
  answer: {
    add: { sum: '12345678901234567890.30', 'a-b': { $long: '-9223372036854775808' } },
    chunk: { _: { $base64: 'AAH/' }, name: '"p"', kind: 'k' },
    found: 'w',
    plain: { Name: String(order.number), part: { Person: 't' } },
  },
  gone: { Gone: { since: '1999', last: ['a', ''] } },
  refused: { Refused: '<no>' },
};

export const zeepManner: Manner = {
  parts: (named) => named,
  one: (name) => name,
  nil: { $nil: true },
  decimal: (text) => ({ $decimal: text }),
  list: (...items) => items,
  greatest: '18446744073709551615',
  titled: { Person: ['x'], attr__Person: 'x' },
  answer: {
    add: { sum: { $decimal: '12345678901234567890.30' }, 'a-b': { $long: '-9223372036854775808' } },
    chunk: { _value_1: { $base64: 'AAH/' }, name: '"p"', kind: 'k' },
    found: { found: 'w' },
    plain: { Name: String(order.number), Spouse: null, part: { Person: ['a', 'b'], attr__Person: 't' } },
  },
  gone: [expect.stringMatching(/<f:since>1999<\/f:since><f:last>a<\/f:last><f:last\/><\/f:Gone>$/)],
  refused: [expect.stringMatching(/>&lt;no&gt;<\/f:Refused>$/)],
};
