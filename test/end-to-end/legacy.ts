import { faults, headers, type LegacyHandlers } from '../golden/legacy/expected/server.ts';
import type { Absent, LegacyName, Order, Parameters, PeopleRequest } from '../golden/legacy/expected/types.ts';

/** Data that handlers received with their requests, in order. */
export interface Noted {
  readonly tickets: (string | undefined)[];
  readonly traces: (string | undefined)[];
  readonly told: string[];
}

/** Handlers that return their input. */
export function legacyHandlers(noted: Noted): LegacyHandlers {
  return {
    Delete: (request) => request.id > 0n && request.Date === '2024-02-29Z',
    Date_: () => ({ year: 2024, month: 2, day: 29 }),
    add$_b: ({ a, b, a$_b }) => ({ sum: sum(a, b), a$_b }),
    Parameters: ({ Parameters }) => Parameters,
    Order: ({ Order }) => ({ Order, Previous: { ...Order, number: Order.number - 1n } }),
    People: (people) => people,
    exportAll: (request) => ({ fileName: request.package, kind: 'k', $text: Uint8Array.of(0, 1, 255) }),
    Absent: (request) => request,
    Look: ({ what }, context) => {
      noted.tickets.push(headers.Ticket.of(context)?.key);
      noted.traces.push(headers.Tracing.of(context));
      if (what === 'gone') throw faults.Gone.create({ since: '1999', last: ['a', ''] }, { reason: 'Gone.' });
      if (what === 'secret') throw faults.Denied.create('<no>', { reason: 'Refused.' });
      context.responseHeaderBlocks.push(headers.Tracing.block(`of ${what}`));
      return what;
    },
    Tell: ({ what, urgent }, context) => {
      noted.traces.push(headers.Tracing.of(context));
      noted.told.push(`${what} ${urgent}`);
    },
    Plain: ({ number }) => ({ Name: String(number), Spouse: undefined, part: { title: 't', Person: ['a', 'b'] } }),
  };
}

/** Of two decimals with two digits behind the point. */
function sum(a: string, b: string): string {
  const cents = (text: string): bigint => BigInt(text.replace('.', ''));
  return (cents(a) + cents(b)).toString().replace(/..$/, '.$&');
}

export const order: Order = {
  number: 9_223_372_036_854_775_807n,
  state: 'x-y',
  free: ' f ',
  lines: [
    { sku: 's', count: '18446744073709551615', price: '0.10' },
    { sku: '', count: '0', price: '-12345678901234567890.123456789' },
  ],
  note: 'n',
  flags: ['x', 'X'],
  placed: new Date('2024-02-29T23:59:59.123Z'),
};

export const parameters: Parameters = {
  constructor_: 'c',
  __proto___: 'p',
  hasOwnProperty_: 'h',
  then_: 't',
  ID: 1,
  Id: 2,
  id: 3,
  größe: '1.50',
  a$$b: 'dot',
  a$_b: 'dash',
  class: 'k',
  another: 'o',
};

export const people: PeopleRequest = {
  own: { name: 'a b' satisfies LegacyName },
  listed: {
    Name: 'L',
    Spouse: { Name: 'S', Spouse: undefined, part: undefined },
    part: { title: 'P', Person: ['one', 'two'] },
  },
  part: { title: undefined, Person: [] },
};

/** Nothing that may be left out, nil where it may be; and everything, each of it empty. */
export const nothing: Absent = {
  text: '',
  optional: undefined,
  nil: null,
  both: undefined,
  many: [],
  record: undefined,
  bytes: null,
  number: null,
};
export const empty: Absent = {
  text: '',
  optional: '',
  nil: '',
  both: '',
  many: ['', null, 'x'],
  record: { name: '' },
  bytes: new Uint8Array(),
  number: 0,
};
export const nils: Absent = { ...nothing, both: null, many: [null], record: null };
