import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opened, written } from '../../../test/support/runtime/xml-helpers.ts';
import * as soap from '../index.ts';
import { shortestDecimal } from './float32.ts';

const root = soap.rootStartTag('urn:u', 'r');
const field = soap.tag('urn:u', 'f');
const name = soap.attributeName('', 'a');

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no control characters.
const UNCARRIED = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const carried = fc.string({ unit: 'binary' }).map((text) => text.replace(UNCARRIED, ''));
const words = fc.array(fc.stringMatching(/^[!-~é€]{1,8}$/), { maxLength: 5 }).map((list) => list.join(' '));
const ncName = fc.stringMatching(/^[A-Za-z_é][A-Za-z0-9_.é-]{0,8}$/);
const zone = fc.constantFrom('', 'Z', '+14:00', '-05:30');
const two = (min: number, max: number) => fc.integer({ min, max }).map((number) => `${number}`.padStart(2, '0'));
const year = fc.oneof(
  fc.integer({ min: 1, max: 9999 }).map((number) => `${number}`.padStart(4, '0')),
  fc.integer({ min: -99_999, max: -10_000 }).map(String),
);
const clock = fc
  .tuple(two(0, 23), two(0, 59), two(0, 59), fc.constantFrom('', '.5', '.000000001'))
  .map(([hour, minute, second, fraction]) => `${hour}:${minute}:${second}${fraction}`);
const day = fc.tuple(year, two(1, 12), two(1, 28)).map((parts) => parts.join('-'));
const zoned = (text: fc.Arbitrary<string>) => fc.tuple(text, zone).map(([value, offset]) => value + offset);
const instant = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const integers = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const qname = fc.record({ namespace: fc.constantFrom('urn:u', 'urn:n', 'a"&<b'), local: ncName });
const digits = fc
  .stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{0,9}[1-9])?$/)
  .map((text) => (text === '-0' ? '0' : text));
const bytes = fc.uint8Array({ maxLength: 100 });
const duration = fc
  .tuple(fc.boolean(), fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99))
  .map(([negative, years, days, hours, seconds]) => new soap.Duration({ negative, years, days, hours, seconds }));

/** Every built-in type of XML Schema part 2 in each of its forms, and values of it. */
const cases = new Map<string, Case>();

interface Case {
  check(): void;
}

function add<T>(type: soap.SimpleType<T>, values: fc.Arbitrary<T>, mapping = ''): void {
  const key = mapping === '' ? type.name : `${type.name} ${mapping}`;
  expect(cases.has(key), key).toBe(false);
  cases.set(key, {
    check: () =>
      fc.assert(
        fc.property(values, (value) => {
          const xml = written(root, (writer) => {
            soap.writeAttribute(writer, name, type, value);
            writer.content();
            soap.writeValue(writer, field, type, value);
            soap.writeValue(
              writer,
              field,
              soap.list('L', soap.restriction('R', type, {})),
              isListable(type, value) ? [value, value] : [],
            );
          });
          const reader = opened(xml);
          expect(soap.readAttribute(reader, name, type)).toEqual(value);
          reader.openChild();
          expect(soap.readValue(reader, type)).toEqual(value);
          reader.openChild();
          const list = soap.readValue(reader, soap.list('L', type));
          expect(list).toEqual(isListable(type, value) ? [value, value] : []);
          // Its own text is a text of it.
          expect(type.parse(type.print(value))).toEqual(value);
          // NaN is neither less nor more than itself.
          if (type.compare !== undefined) expect(type.compare(value, value) || 0).toBe(0);
        }),
        { numRuns: 60 },
      ),
  });
}

function isListable<T>(type: soap.SimpleType<T>, value: T): boolean {
  const text = type.print(value);
  return text !== '' && !/\s/.test(text);
}

add(soap.string, carried);
add(
  soap.normalizedString,
  carried.map((text) => text.replace(/[\t\n\r]/g, ' ')),
);
for (const type of [soap.token, soap.anyURI]) add(type, words);
add(soap.language, fc.constantFrom('en', 'de-CH', 'x-klingon'));
for (const type of [soap.NCName, soap.Name, soap.NMTOKEN, soap.ID, soap.IDREF, soap.ENTITY]) add(type, ncName);
for (const type of [soap.NMTOKENS, soap.IDREFS, soap.ENTITIES])
  add(type, fc.array(ncName, { minLength: 1, maxLength: 4 }));
add(soap.boolean, fc.boolean());
add(soap.decimal, digits);
add(
  soap.decimalAsNumber,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  'number',
);
add(soap.double, fc.double());
add(soap.float, fc.float().map(shortestDecimal));
add(soap.byte, fc.integer({ min: -128, max: 127 }));
add(soap.short, fc.integer({ min: -32_768, max: 32_767 }));
add(soap.int, fc.integer());
add(soap.unsignedByte, fc.nat(255));
add(soap.unsignedShort, fc.nat(65_535));
add(soap.unsignedInt, fc.nat(4_294_967_295));
add(soap.long, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
add(soap.unsignedLong, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));
add(soap.integer, integers);
add(
  soap.nonNegativeInteger,
  integers.map((number) => (number < 0n ? -number : number)),
);
add(
  soap.positiveInteger,
  integers.map((number) => (number < 0n ? -number : number + 1n)),
);
add(
  soap.nonPositiveInteger,
  integers.map((number) => (number > 0n ? -number : number)),
);
add(
  soap.negativeInteger,
  integers.map((number) => (number > 0n ? -number : number - 1n)),
);
add(soap.longAsString, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String), 'string');
add(soap.longAsNumber, fc.maxSafeInteger(), 'number');
add(soap.integerAsString, integers.map(String), 'string');
add(soap.integerAsNumber, fc.maxSafeInteger(), 'number');
add(soap.dateTime, instant);
add(
  soap.dateTimeExact,
  fc.tuple(day, clock, zone).map(([date, time, offset]) => soap.DateTime.parse(`${date}T${time}${offset}`)),
  'exact',
);
add(soap.date, zoned(day));
add(
  soap.dateAsDate,
  instant.map((date) => new Date(Math.floor(date.getTime() / 86_400_000) * 86_400_000)),
  'Date',
);
add(soap.time, zoned(clock));
add(soap.gYear, zoned(year));
add(soap.gYearMonth, zoned(fc.tuple(year, two(1, 12)).map((parts) => parts.join('-'))));
add(soap.gMonth, zoned(two(1, 12).map((month) => `--${month}`)));
add(soap.gMonthDay, zoned(fc.tuple(two(1, 12), two(1, 28)).map(([month, of]) => `--${month}-${of}`)));
add(soap.gDay, zoned(two(1, 31).map((of) => `---${of}`)));
add(soap.duration, duration.map(String));
add(soap.durationExact, duration, 'exact');
add(soap.base64Binary, bytes);
add(soap.hexBinary, bytes);
add(soap.QName, qname);
add(soap.NOTATION, qname);

describe('R4: written values are read back', () => {
  for (const [type, { check }] of cases) it(type, check);

  it('for each of the 44 built-in types', () => {
    expect(new Set([...cases.keys()].map((key) => key.split(' ')[0])).size).toBe(44);
  });
});
