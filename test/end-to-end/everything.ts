import { DateTime, float } from '@soapwright/runtime';
import fc from 'fast-check';
import type { Values } from '../golden/everything/expected/types.ts';

/** Text that XML can carry. */
const text = fc
  .string({ unit: 'binary' })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 leaves out.
  .map((value) => value.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''));
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,12}$/);
const int = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
const big = (min: bigint, max: bigint): fc.Arbitrary<bigint> => fc.bigInt({ min, max });
const two = (most: number, least = 0): fc.Arbitrary<string> =>
  int(least, most).map((value) => String(value).padStart(2, '0'));
const zone = fc.oneof(
  fc.constantFrom('', 'Z', '+14:00', '-14:00', '+00:30'),
  fc.tuple(fc.constantFrom('+', '-'), two(13), two(59)).map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
);
const year = int(1, 9999).map((value) => String(value).padStart(4, '0'));
const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((values) => values.join(''));
const dash = fc.constant('-');
const digits = fc.stringMatching(/^[0-9]{1,20}$/);
const decimal = fc.tuple(fc.constantFrom('', '-'), digits, fc.option(digits)).map(([sign, whole, fraction]) => {
  const tidy = `${whole.replace(/^0+(?=\d)/, '')}${fraction === null ? '' : `.${fraction}`}`;
  return /[1-9]/.test(tidy) ? `${sign}${tidy}` : tidy;
});
const time = fc
  .tuple(two(23), two(59), two(59), fc.option(digits))
  .map(
    ([hours, minutes, seconds, fraction]) => `${hours}:${minutes}:${seconds}${fraction === null ? '' : `.${fraction}`}`,
  );
const dateTime = fc
  .tuple(joined(year, dash, two(12, 1), dash, two(28, 1)), time, zone)
  .map(([day, at, where]) => DateTime.parse(`${day}T${at}${where}`));
const items = fc.array(name, { minLength: 1, maxLength: 4 });

/** A value of each simple type, as the codec reads it. */
const each: { readonly [field in keyof Required<Values>]: fc.Arbitrary<NonNullable<Values[field]>> } = {
  string: text,
  int: int(-2_147_483_648, 2_147_483_647),
  long: big(-(2n ** 63n), 2n ** 63n - 1n),
  boolean: fc.boolean(),
  dateTime,
  base64Binary: fc.uint8Array(),
  decimal,
  double: fc.double(),
  float: fc.float().map((value) => float.parse(float.print(value))),
  date: joined(year, dash, two(12, 1), dash, two(28, 1), zone),
  time: joined(time, zone),
  duration: fc.constantFrom('P1Y2M3DT4H5M6.7S', '-P1D', 'PT0S', 'P400D', 'PT0.0000001S'),
  anyURI: fc.webUrl(),
  hexBinary: fc.uint8Array(),
  integer: fc.bigInt(),
  nonNegativeInteger: fc.bigInt({ min: 0n }),
  positiveInteger: fc.bigInt({ min: 1n }),
  nonPositiveInteger: fc.bigInt({ max: 0n }),
  negativeInteger: fc.bigInt({ max: -1n }),
  unsignedLong: big(0n, 2n ** 64n - 1n),
  unsignedInt: int(0, 4_294_967_295),
  short: int(-32_768, 32_767),
  unsignedShort: int(0, 65_535),
  byte: int(-128, 127),
  unsignedByte: int(0, 255),
  gYear: joined(year, zone),
  gYearMonth: joined(year, dash, two(12, 1), zone),
  gMonth: joined(fc.constant('--'), two(12, 1), zone),
  gMonthDay: joined(fc.constant('--'), two(12, 1), dash, two(28, 1), zone),
  gDay: joined(fc.constant('---'), two(31, 1), zone),
  normalizedString: text.map((value) => value.replace(/[\t\n\r]/g, ' ')),
  token: text.map((value) => value.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '')),
  language: fc.constantFrom('en', 'de-CH', 'x-klingon'),
  Name: name,
  NCName: name,
  NMTOKEN: fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/),
  ID: name,
  IDREF: name,
  ENTITY: name,
  NMTOKENS: items,
  IDREFS: items,
  ENTITIES: items,
  many: fc.array(decimal, { maxLength: 3 }),
  lists: fc.array(items, { maxLength: 3 }),
  nil: big(0n, 2n ** 64n - 1n),
};

const required = ['many', 'lists', 'nil'] as const;

/** Values of every simple type, each there or not. */
export const everything: fc.Arbitrary<Values> = fc
  .record(each, { requiredKeys: [...required] })
  .chain((values) => fc.boolean().map((nil) => (nil ? { ...values, nil: null } : values)));
