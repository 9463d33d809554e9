import fc from 'fast-check';
import type { SimpleTypeName } from '../../src/contract/model/index.ts';
import type { Draw } from './draw.ts';

/** Texts of the built-in types as in messages: the limits of each, and values between them. */

const words = (text: string): readonly string[] => text.split(/\s+/);
const days = words('2000-02-29 1999-12-31 0001-01-01 9999-12-31 2024-07-01Z 1970-01-01+14:00 2012-03-04-13:59');
const times = words('00:00:00 23:59:59 12:00:00.5 24:00:00 01:02:03.1234567Z 12:30:00+05:30 00:00:00-14:00');
const names = words('a _b A-1 x.y constructor Größe __proto__ z9');
const least = (bits: bigint): string => `${-(2n ** (bits - 1n))}`;
const most = (bits: bigint): string => `${2n ** (bits - 1n) - 1n}`;
const whole = (...more: string[]): readonly string[] => ['0', '1', '-1', '7', '42', '007', '+5', ...more];
const natural = (...more: string[]): readonly string[] => ['0', '1', '9', '42', '0100', ...more];
const texts: readonly string[] = [
  ...['a', 'b', 'ab', 'red', 'x y', '', ' ', '  two  spaces ', '\t\n', '\r\n', '<&>"\'', ']]>', 'Größe', '\u2028'],
  ...['0', 'true', '*/', '`$' + '{x}`', '{urn:a}b', 'AB', 'abc-1', 'longer text of words', '\u00a0', 'é'],
];

/** Each of them is in the lexical space of its type; a QName is as in a contract, `{namespace}local`. */
export const edges: Readonly<Record<SimpleTypeName, readonly string[]>> = {
  string: texts,
  normalizedString: texts,
  token: texts,
  anyURI: words('urn:a http://example.org/?a=1&b=2 x # a/../b %20 mailto:a@b.example'),
  boolean: words('true false 1 0'),
  int: whole(least(32n), most(32n)),
  long: whole(least(64n), most(64n), '9007199254740993'),
  short: whole(least(16n), most(16n)),
  byte: whole(least(8n), most(8n)),
  integer: whole('-123456789012345678901', '123456789012345678901'),
  unsignedByte: natural('255'),
  unsignedShort: natural('65535'),
  unsignedInt: natural('4294967295'),
  unsignedLong: natural('18446744073709551615'),
  nonNegativeInteger: natural('123456789012345678901'),
  positiveInteger: words('1 2 9 42 123456789012345678901'),
  nonPositiveInteger: words('0 -1 -9 -42 -0'),
  negativeInteger: words('-1 -2 -9 -42'),
  decimal: words('0 1 -1 0.5 .5 5. 1.50 -0.001 99.99 100 123456789.123456789 +3.0 -0'),
  double: words('0 -0 1 1.5 -2.5E3 1e-300 1.7976931348623157E308 5e-324 INF -INF NaN 0.1'),
  float: words('0 -0 1 1.5 -2.5E3 3.4028234663852886E38 1e-45 INF -INF NaN 0.1'),
  date: days,
  time: times,
  dateTime: [
    ...days.map((day) => day.replace(/^(.{10})/, '$1T12:00:00')),
    ...times.map((time) => `2000-02-29T${time}`),
  ],
  gYear: words('2000 0001 9999 1999Z 2024+14:00 2012-13:59'),
  gYearMonth: words('2000-01 1999-12Z 0001-06 9999-12-14:00'),
  gMonth: words('--01 --12 --06Z --07+01:00'),
  gMonthDay: words('--02-29 --12-31 --01-01Z --07-04-05:00'),
  gDay: words('---01 ---31 ---15Z ---30+13:00'),
  duration: words('P1Y2M3DT4H5M6.7S -P1D PT0S P400D PT0.0000001S P1Y P13M PT36H -P1Y1M'),
  hexBinary: ['', '00', 'ff', '0aFF', '01020304', 'DEADBEEF'],
  base64Binary: ['', 'AA==', 'AAE=', 'AAEC', '/w==', 'AAEC AwQF', '+/+/'],
  language: words('en de-CH x-klingon EN'),
  Name: [...names, 'a:b', ':c'],
  NCName: names,
  NMTOKEN: [...names, '1', '-', '.a', 'a:b'],
  NMTOKENS: ['a', 'a b', '1 -x :', 'c  d', 'x y z'],
  ID: names,
  IDREF: names,
  IDREFS: ['a', 'a _b'],
  ENTITY: names,
  ENTITIES: ['a', 'a _b'],
  QName: ['{urn:a}b', '{urn:property}c', '{http://www.w3.org/2001/XMLSchema}string', '{urn:é}_'],
  NOTATION: ['{urn:a}b'],
};

/** Text that XML 1.0 can carry. */
const carriable = fc
  .string({
    unit: fc.oneof(
      fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
      fc.constantFrom(...'äßא😀\u2028\u00a0'),
    ),
    maxLength: 12,
  })
  .map((text) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 leaves out.
    text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''),
  );
const digits = (length: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{1,${length}}$`));
/** Of the characters that every version of XML and Unicode knows. */
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/);
const two = (from: number, to: number) => fc.integer({ min: from, max: to }).map((one) => String(one).padStart(2, '0'));
const zone = fc.constantFrom('', '', 'Z', '+14:00', '-14:00', '+00:30', '-03:45');
const year = fc.integer({ min: 1, max: 9999 }).map((one) => String(one).padStart(4, '0'));
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((values) => values.join(''));
const dash = fc.constant('-');
const fraction = fc.oneof(
  fc.constant(''),
  digits(9).map((text) => `.${text}`),
);
const clock = joined(two(0, 23), fc.constant(':'), two(0, 59), fc.constant(':'), two(0, 59), fraction);
const day = joined(year, dash, two(1, 12), dash, two(1, 28));
const bounded = (min: bigint, max: bigint) => fc.bigInt({ min, max }).map(String);
const hundred = 10n ** 20n;

const random: Partial<Readonly<Record<SimpleTypeName, fc.Arbitrary<string>>>> = {
  string: carriable,
  normalizedString: carriable,
  token: carriable,
  anyURI: fc.webUrl(),
  int: bounded(-(2n ** 31n), 2n ** 31n - 1n),
  long: bounded(-(2n ** 63n), 2n ** 63n - 1n),
  short: bounded(-32_768n, 32_767n),
  byte: bounded(-128n, 127n),
  integer: bounded(-hundred, hundred),
  unsignedByte: bounded(0n, 255n),
  unsignedShort: bounded(0n, 65_535n),
  unsignedInt: bounded(0n, 2n ** 32n - 1n),
  unsignedLong: bounded(0n, 2n ** 64n - 1n),
  nonNegativeInteger: bounded(0n, hundred),
  positiveInteger: bounded(1n, hundred),
  nonPositiveInteger: bounded(-hundred, 0n),
  negativeInteger: bounded(-hundred, -1n),
  decimal: joined(fc.constantFrom('', '-'), digits(10), fraction),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  float: fc.float({ noNaN: true, noDefaultInfinity: true }).map(String),
  date: joined(day, zone),
  time: joined(clock, zone),
  dateTime: joined(day, fc.constant('T'), clock, zone),
  gYear: joined(year, zone),
  gYearMonth: joined(year, dash, two(1, 12), zone),
  hexBinary: fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  base64Binary: fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  Name: name,
  NCName: name,
  NMTOKEN: name,
  ID: name,
  IDREF: name,
  ENTITY: name,
  NMTOKENS: fc.array(name, { minLength: 1, maxLength: 3 }).map((list) => list.join(' ')),
  IDREFS: fc.array(name, { minLength: 1, maxLength: 3 }).map((list) => list.join(' ')),
};

export function drawText(draw: Draw, type: SimpleTypeName): string {
  const arbitrary = random[type];
  return arbitrary === undefined || draw.chance(50) ? draw.pick(edges[type]) : draw.of(arbitrary);
}

/** Texts that are of few types: what values of messages are changed to. */
export const odd: readonly string[] = [
  ...['', ' ', 'x', '0', '1', '-1', '+1', '01', ' 1 ', '1.0', '1.5', '.5', '1e3', '999', '99999999999', 'INF', 'NaN'],
  ...[
    'true',
    'TRUE',
    'a b',
    'A',
    'AB',
    'red',
    '2000-01-01',
    '2000-02-30',
    '2000-01-01T00:00:00',
    '2000-01-01T00:00:00Z',
  ],
  ...['12:00:00', '25:00:00', 'P1D', '00', '0', 'zz', 'AA==', 'AB==', 'en', 'a:b', 'p:a', '1a', '&lt;'],
  ...[
    '&#9;a',
    'a&#xD;',
    'longer than most lengths that types may have here',
    '2000',
    '---32',
    '😀',
    '0x1',
    '1,5',
    '--1',
  ],
];
