import type { Mapped, Payment, Restricted, Values } from '../golden/everything/expected/types.ts';
import { animals, payment, restricted, values } from '../interop/everything-values.ts';

/** Values that platforms may read or write each in a way of its own. */

const least: Values = { many: [], lists: [], nil: null };

export const sets: readonly (readonly [what: string, values: Values])[] = [
  ['a value of each type', values],
  ['nothing but what must be there', least],
  ['empty values', { ...least, string: '', base64Binary: new Uint8Array(0), hexBinary: new Uint8Array(0) }],
  ['arrays of one element', { ...least, many: ['1.50'], lists: [['a']], NMTOKENS: ['x'] }],
  ['a value where there may be nil', { ...least, nil: 2n ** 64n - 1n }],
  [
    'the least numbers',
    { ...least, int: -(2 ** 31), long: -(2n ** 63n), byte: -128, short: -32_768, integer: -(10n ** 40n) },
  ],
  [
    'the greatest numbers',
    { ...least, int: 2 ** 31 - 1, long: 2n ** 63n - 1n, unsignedLong: 2n ** 64n - 1n, integer: 10n ** 40n },
  ],
  ['numbers that are none', { ...least, double: Number.NaN, float: Number.NEGATIVE_INFINITY }],
  ['numbers at the edges', { ...least, double: 5e-324, float: 3.4028235e38 }],
  ['negative zero', { ...least, double: -0, float: -0 }],
  ['carriage returns', { ...least, string: 'a\rb\r\nc\n\rd\r', normalizedString: 'a b' }],
  ['markup', { ...least, string: ' <a b="c">&amp;</a>]]>\'"\t ' }],
  ['characters beyond the basic plane', { ...least, string: '\u{1f600}\u{10ffff}\ufeff\u0085\u2028' }],
];

export const mapped: Mapped = {
  integerAsString: '-123456789012345678901234567890',
  unsignedLongAsNumber: Number.MAX_SAFE_INTEGER,
  longAsString: '-9223372036854775808',
  decimalAsNumber: -0.00000012,
  instant: new Date('2024-02-29T23:59:59.123Z'),
};

export const leastRestricted: Restricted = {
  ...restricted,
  nordic: null,
  tags: ['a'],
  colours: [],
  huge: 18_446_744_073_709_551_615n,
};

export const otherPayment: Payment = {
  ...payment,
  method: { case: 'codes', value: [1] },
  history: [],
  rows: [{ a: 1 }],
  either: { case: 'left', value: '' },
  extra: [],
};

export { animals, payment, restricted };
