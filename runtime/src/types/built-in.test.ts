import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as runtime from '../index.ts';
import { type SimpleType, tag } from '../index.ts';
import { XmlBuilder } from '../xml/builder.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';

const field = tag('urn:u', 'f');
const rejection = expect.objectContaining({ name: 'XmlError', code: 'value', path: 'f' });

function read<T>(type: SimpleType<T>, content: string): T {
  const reader = new XmlBytesReader(new TextEncoder().encode(`<f>${content}</f>`));
  reader.openRoot();
  const value = runtime.readValue(reader, type);
  reader.finish();
  return value;
}

function write<T>(type: SimpleType<T>, value: unknown): string {
  const builder = new XmlBuilder();
  runtime.writeValue(builder, field, type, value as T);
  const { text = '' } = builder.finish();
  return text.replace(/^<f>|<\/f>$|^<f\/>$/g, '');
}

/** The value read from a form, and the written text if it differs from the form. */
type Good = readonly (readonly [form: string, value: unknown, written?: string])[];

const numbers: Readonly<Record<string, readonly [type: SimpleType<number>, good: Good, bad: readonly string[]]>> = {
  byte: [
    runtime.byte,
    [
      ['127', 127],
      ['-128', -128],
      [' +5 ', 5, '5'],
      ['-0', 0, '0'],
    ],
    ['128', '-129', '', '1.0', '1e1'],
  ],
  short: [
    runtime.short,
    [
      ['32767', 32_767],
      ['-32768', -32_768],
    ],
    ['32768', '-32769', '999999'],
  ],
  unsignedByte: [
    runtime.unsignedByte,
    [
      ['255', 255],
      ['0', 0],
      ['-0', 0, '0'],
    ],
    ['256', '-1'],
  ],
  unsignedShort: [runtime.unsignedShort, [['65535', 65_535]], ['65536', '-1']],
  unsignedInt: [runtime.unsignedInt, [['4294967295', 4_294_967_295]], ['4294967296', '-1', '0x1']],
  double: [
    runtime.double,
    [
      ['1.5', 1.5],
      ['1E3', 1000, '1000'],
      ['-.5', -0.5, '-0.5'],
      ['1.', 1, '1'],
      ['INF', Number.POSITIVE_INFINITY],
      ['-INF', Number.NEGATIVE_INFINITY],
      ['NaN', Number.NaN],
      ['-0', -0],
      ['5e-324', 5e-324],
      ['1e999', Number.POSITIVE_INFINITY, 'INF'],
    ],
    ['', 'inf', '+INF', 'Infinity', '1e', '.', '0x10', '1_0', '1,5', 'toString', '__proto__'],
  ],
  float: [
    runtime.float,
    [
      ['0.5', 0.5],
      ['0.1', 0.1],
      ['0.10000000149011612', 0.1, '0.1'],
      ['1e39', Number.POSITIVE_INFINITY, 'INF'],
    ],
    ['', 'x'],
  ],
  'decimal as number': [
    runtime.decimalAsNumber,
    [
      ['1.50', 1.5, '1.5'],
      ['-0', 0, '0'],
      ['0.0000001', 1e-7],
      ['2000000000000000000000', 2e21],
    ],
    ['', '1e3', 'INF', 'NaN', '9'.repeat(400)],
  ],
};

const bigs: Readonly<Record<string, readonly [type: SimpleType<bigint>, good: Good, bad: readonly string[]]>> = {
  integer: [
    runtime.integer,
    [
      ['123456789012345678901234567890', 123456789012345678901234567890n],
      ['-007', -7n, '-7'],
    ],
    ['', '1.0', '9'.repeat(5000)],
  ],
  nonNegativeInteger: [
    runtime.nonNegativeInteger,
    [
      ['0', 0n],
      ['-0', 0n, '0'],
    ],
    ['-1'],
  ],
  positiveInteger: [runtime.positiveInteger, [['1', 1n]], ['0', '-1']],
  nonPositiveInteger: [
    runtime.nonPositiveInteger,
    [
      ['0', 0n],
      ['-5', -5n],
    ],
    ['1'],
  ],
  negativeInteger: [runtime.negativeInteger, [['-1', -1n]], ['0', '-0', '1']],
  unsignedLong: [
    runtime.unsignedLong,
    [['18446744073709551615', 18_446_744_073_709_551_615n]],
    ['18446744073709551616', '-1'],
  ],
};

const texts: Readonly<Record<string, readonly [type: SimpleType<string>, good: Good, bad: readonly string[]]>> = {
  decimal: [
    runtime.decimal,
    [
      ['1.50', '1.50'],
      ['+007.0', '7.0', '7.0'],
      ['.5', '0.5', '0.5'],
      ['5.', '5', '5'],
      ['-0.0', '0.0', '0.0'],
      ['-12345678901234567890.12345678901234567890', '-12345678901234567890.12345678901234567890'],
    ],
    ['', '.', '1e3', '1,5', 'INF', '--1', '1.2.3'],
  ],
  date: [
    runtime.date,
    [
      ['2024-02-29', '2024-02-29'],
      ['2024-12-31Z', '2024-12-31Z'],
      ['2024-12-31+14:00', '2024-12-31+14:00'],
      ['-0001-02-29', '-0001-02-29'],
      ['12024-01-01', '12024-01-01'],
    ],
    [
      '2023-02-29',
      '1900-02-29',
      '2024-13-01',
      '2024-00-01',
      '2024-1-1',
      '0000-01-01',
      '02024-01-01',
      '2024-12-31T00:00:00',
      '2024-12-31+14:01',
      '2024-12-31+15:00',
      '2024-04-31',
      '',
    ],
  ],
  time: [
    runtime.time,
    [
      ['23:59:59.1234567', '23:59:59.1234567'],
      ['24:00:00', '24:00:00'],
      ['00:00:00-05:30', '00:00:00-05:30'],
    ],
    ['24:00:01', '24:00:00.1', '25:00:00', '23:60:00', '23:59:60', '1:00:00', ''],
  ],
  gYear: [
    runtime.gYear,
    [
      ['2024', '2024'],
      ['-0044Z', '-0044Z'],
    ],
    ['0000', '24', '02024', ''],
  ],
  gYearMonth: [runtime.gYearMonth, [['2024-12', '2024-12']], ['2024-13', '2024', '0000-01']],
  gMonth: [runtime.gMonth, [['--12', '--12']], ['--13', '--00', '12', '--12--']],
  gMonthDay: [runtime.gMonthDay, [['--02-29', '--02-29']], ['--02-30', '--04-31', '--13-01', '02-29']],
  gDay: [runtime.gDay, [['---31', '---31']], ['---32', '---00', '31']],
  duration: [
    runtime.duration,
    [
      ['P1Y2M3DT4H5M6.7S', 'P1Y2M3DT4H5M6.7S'],
      ['-P1D', '-P1D'],
      ['PT0S', 'PT0S'],
      ['P0Y', 'P0Y'],
    ],
    ['P', 'PT', 'P1DT', '1D', 'P1S', 'P-1D', 'P1.5D', 'PT1.S', '+P1D', ''],
  ],
  normalizedString: [runtime.normalizedString, [[' a\tb\n', ' a b ', ' a b ']], []],
  token: [
    runtime.token,
    [
      [' a \t b ', 'a b', 'a b'],
      ['', ''],
    ],
    [],
  ],
  language: [
    runtime.language,
    [
      ['de-CH', 'de-CH'],
      ['x-klingon-1', 'x-klingon-1'],
    ],
    ['', 'de_CH', 'de-', 'abcdefghi', '1a'],
  ],
  Name: [
    runtime.Name,
    [
      ['a:b', 'a:b'],
      ['_1', '_1'],
      ['Ärger', 'Ärger'],
    ],
    ['', '1a', 'a b', '-a', 'a×b'],
  ],
  NCName: [runtime.NCName, [['a.b-1', 'a.b-1']], ['', 'a:b', '.a']],
  NMTOKEN: [
    runtime.NMTOKEN,
    [
      ['1a:b', '1a:b'],
      ['-', '-'],
    ],
    ['', 'a b', 'a/b'],
  ],
  ID: [runtime.ID, [['i1', 'i1']], ['1', 'a:b']],
  IDREF: [runtime.IDREF, [['i1', 'i1']], ['1', '']],
  ENTITY: [runtime.ENTITY, [['e', 'e']], ['&amp;', '']],
  anyURI: [
    runtime.anyURI,
    [
      ['http://a.example/ä b?c=%20', 'http://a.example/ä b?c=%20'],
      ['', ''],
      [' urn:x ', 'urn:x', 'urn:x'],
    ],
    [],
  ],
};

for (const [name, [type, good, bad]] of Object.entries({ ...numbers, ...bigs, ...texts })) {
  describe(name, () => {
    it('R4: reads and writes every form of its values', () => {
      for (const [form, value, written = form] of good) {
        expect(read(type as SimpleType<unknown>, form), form).toEqual(value);
        expect(write(type as SimpleType<unknown>, value), form).toBe(written);
      }
    });
    if (bad.length > 0) {
      it('R4: rejects everything else', () => {
        for (const form of bad)
          expect(() => read(type as SimpleType<unknown>, form), form.slice(0, 40)).toThrow(rejection);
      });
    }
    it('writes no value of another type, and requires a value', () => {
      for (const value of [null, {}, Symbol.iterator]) {
        expect(() => write(type as SimpleType<unknown>, value)).toThrow(rejection);
      }
      expect(() => write(type as SimpleType<unknown>, undefined)).toThrow(
        expect.objectContaining({ code: 'missing-element', path: 'f' }),
      );
    });
  });
}

describe('every value survives a round trip', () => {
  it('R4: as double, bit by bit', () => {
    fc.assert(
      fc.property(fc.double(), (value) => Object.is(read(runtime.double, write(runtime.double, value)), value)),
    );
  });
  it('R4: as float', () => {
    fc.assert(
      fc.property(fc.float(), (value) =>
        Object.is(Math.fround(read(runtime.float, write(runtime.float, value))), value),
      ),
    );
  });
  it('R4: as decimal from a number, without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        const text = write(runtime.decimalAsNumber, value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(read(runtime.decimalAsNumber, text)).toBe(value + 0);
      }),
    );
  });
  it('R4: as integer, its digits and a number', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        const text = write(runtime.integer, value);
        expect(read(runtime.integer, text)).toBe(value);
        expect(read(runtime.integerAsString, text)).toBe(`${value}`);
        expect(write(runtime.integerAsString, text)).toBe(`${value}`);
        const number = Number(value);
        if (Number.isSafeInteger(number)) expect(read(runtime.integerAsNumber, text)).toBe(number);
        else expect(() => read(runtime.integerAsNumber, text)).toThrow(rejection);
      }),
    );
  });
  it('R4: as hexBinary', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = write(runtime.hexBinary, bytes);
        expect(text).toBe(Buffer.from(bytes).toString('hex').toUpperCase());
        expect(read(runtime.hexBinary, text.toLowerCase())).toEqual(bytes);
      }),
    );
    for (const form of ['0', '0g', '0x', ' 0 0 ']) expect(() => read(runtime.hexBinary, form)).toThrow(rejection);
  });
  it('R4: as lists, which have an item or more', () => {
    for (const type of [runtime.NMTOKENS, runtime.IDREFS, runtime.ENTITIES]) {
      expect(read(type, ' a \n b ')).toEqual(['a', 'b']);
      expect(write(type, ['a', 'b'])).toBe('a b');
      for (const form of ['', ' ', 'a,b']) expect(() => read(type, form)).toThrow(rejection);
      for (const value of [[], ['a b'], [''], 'a', [1]]) expect(() => write(type, value)).toThrow(rejection);
    }
  });
});
