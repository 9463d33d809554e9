import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readBase64,
  readBlob,
  readBoolean,
  readInt,
  readLong,
  readLongAsNumber,
  readLongAsString,
  readString,
  type Tag,
  tag,
  writeBase64,
  writeBlob,
  writeBoolean,
  writeDateTime,
  writeInstant,
  writeInt,
  writeLong,
  writeLongAsNumber,
  writeLongAsString,
  writeString,
  type XmlReader,
  type XmlWriter,
} from '../index.ts';
import { type EncodedMessage, XmlBuilder } from '../xml/builder.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';

const field = tag('urn:u', 'f');

function read<T>(readValue: (reader: XmlReader) => T, content: string): T {
  const reader = new XmlBytesReader(new TextEncoder().encode(`<f>${content}</f>`));
  reader.openRoot();
  const value = readValue(reader);
  reader.finish();
  return value;
}

function write<T>(writeValue: (writer: XmlWriter, tag: Tag, value: T | undefined) => void, value: unknown): string {
  const builder = new XmlBuilder();
  // Values of other types come from callers in JavaScript.
  writeValue(builder, field, value as T | undefined);
  const { text } = builder.finish();
  return text === undefined ? '' : text.slice(3, -4);
}

const rejection = expect.objectContaining({ name: 'XmlError', code: 'value', path: 'f' });

describe('string', () => {
  it('R4: keeps white space', () => {
    expect(read(readString, ' a\n ')).toBe(' a\n ');
    expect(write(writeString, ' a\n ')).toBe(' a\n ');
  });

  it('writes only strings', () => {
    for (const value of [1, null, {}]) expect(() => write(writeString, value)).toThrow(rejection);
  });
});

describe('int', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['+7', 7],
    ['007', 7],
    [' \t\r\n42\n', 42],
    ['123456789', 123_456_789],
    ['1234567890', 1_234_567_890],
    ['2147483647', 2_147_483_647],
    ['-2147483648', -2_147_483_648],
    [`${'0'.repeat(1000)}5`, 5],
    ['1<!-- -->2', 12],
    ['&#49;', 1],
  ])('R4: reads %j', (text, value) => {
    expect(Object.is(read(readInt, text), value)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '1.0',
    '1e3',
    '2147483648',
    '-2147483649',
    '99999999999',
    '1 2',
    '+',
    '-',
    '--1',
    '+-1',
    '0x1',
    '1_000',
    '١',
    'NaN',
    'INF',
    '\u00a01',
    '1,0',
    '9'.repeat(100_000),
  ])('R4: rejects form %#', (text) => {
    expect(() => read(readInt, text)).toThrow(rejection);
  });

  it('R4: every int survives a round trip', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(read(readInt, write(writeInt, value))).toBe(value);
      }),
    );
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2_147_483_648, -2_147_483_649, '1', 1n, null])(
    'R4: does not write %s',
    (value) => {
      expect(() => write(writeInt, value)).toThrow(rejection);
    },
  );
});

describe('long', () => {
  it.each([
    ['0', 0n],
    ['-0', 0n],
    [' +1 ', 1n],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['9223372036854775807', 9_223_372_036_854_775_807n],
    ['-9223372036854775808', -9_223_372_036_854_775_808n],
    [`-${'0'.repeat(1000)}9223372036854775808`, -9_223_372_036_854_775_808n],
  ])('R4: reads form %#', (text, value) => {
    expect(read(readLong, text)).toBe(value);
    expect(read(readLongAsString, text)).toBe(`${value}`);
    expect(write(writeLongAsString, text)).toBe(`${value}`);
  });

  it.each([
    '',
    '1.0',
    '1e3',
    '9223372036854775808',
    '-9223372036854775809',
    '1 2',
    '+',
    '0x1',
    '1n',
    '9'.repeat(200_000),
  ])('R4: rejects form %#', (text) => {
    expect(() => read(readLong, text)).toThrow(rejection);
    expect(() => read(readLongAsString, text)).toThrow(rejection);
    expect(() => read(readLongAsNumber, text)).toThrow(rejection);
    expect(() => write(writeLongAsString, text)).toThrow(rejection);
  });

  it('R4: every long survives a round trip', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(read(readLong, write(writeLong, value))).toBe(value);
        expect(read(readLongAsString, write(writeLongAsString, `${value}`))).toBe(`${value}`);
      }),
    );
  });

  it('R4: is read and written as a number if exact', () => {
    const most = Number.MAX_SAFE_INTEGER;
    for (const value of [0, -1, most, -most])
      expect(read(readLongAsNumber, write(writeLongAsNumber, value))).toBe(value);
    expect(() => read(readLongAsNumber, '9007199254740992')).toThrow(rejection);
    expect(() => read(readLongAsNumber, '-9007199254740993')).toThrow(rejection);
    for (const value of [most + 1, 0.5, Number.NaN, 1n])
      expect(() => write(writeLongAsNumber, value)).toThrow(rejection);
  });

  it.each([2n ** 63n, -(2n ** 63n) - 1n, 1, '1', null])('R4: does not write %s', (value) => {
    expect(() => write(writeLong, value)).toThrow(rejection);
  });

  it('R4: does not write a number as a string', () => {
    expect(() => write(writeLongAsString, 1)).toThrow(rejection);
  });
});

describe('boolean', () => {
  it('R4: is true, false, 1 or 0', () => {
    expect(['true', '1', ' true\n'].map((text) => read(readBoolean, text))).toEqual([true, true, true]);
    expect(['false', '0', '\tfalse '].map((text) => read(readBoolean, text))).toEqual([false, false, false]);
    expect([write(writeBoolean, true), write(writeBoolean, false)]).toEqual(['true', 'false']);
  });

  it.each(['', 'TRUE', 'True', 'yes', '2', '01', 't rue', '\u00a0true'])('R4: rejects %j', (text) => {
    expect(() => read(readBoolean, text)).toThrow(rejection);
  });

  it.each(['true', 1, 0, null])('R4: does not write %j', (value) => {
    expect(() => write(writeBoolean, value)).toThrow(rejection);
  });
});

describe('base64Binary', () => {
  it('R4: survives a round trip, as bytes and as a Blob', async () => {
    const value = Uint8Array.of(0, 255, 7);
    const builder = new XmlBuilder();
    writeBase64(builder, field, value);
    const reader = new XmlBytesReader(await builder.finish().bytes());
    reader.openRoot();
    expect(readBase64(reader)).toEqual(value);
    const blobs = new XmlBuilder();
    writeBlob(blobs, field, new Blob([value]));
    const blobReader = new XmlBytesReader(await blobs.finish().bytes());
    blobReader.openRoot();
    expect(new Uint8Array(await readBlob(blobReader).arrayBuffer())).toEqual(value);
  });

  it('are written together with Blobs, in any order', async () => {
    const bytes = Uint8Array.of(1, 2);
    const written = (values: readonly (Uint8Array | Blob)[]): EncodedMessage => {
      const builder = new XmlBuilder();
      for (const value of values) {
        if (value instanceof Blob) writeBlob(builder, field, value);
        else writeBase64(builder, field, value);
      }
      return builder.finish();
    };
    const twice = `${field.open}AQI=${field.close}`.repeat(2);
    for (const values of [
      [bytes, new Blob([bytes])],
      [new Blob([bytes]), bytes],
      [bytes, bytes],
    ]) {
      expect(new TextDecoder().decode(await written(values).bytes())).toBe(twice);
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of written([new Uint8Array(300_000)]).pieces()) pieces.push(piece);
    const length = `${field.open}${field.close}`.length + 400_000;
    expect(pieces.map((piece) => piece.length)).toEqual([262_144, length - 262_144]);
  });

  it('R4: rejects invalid base64', () => {
    expect(() => read(readBase64, 'QUJ')).toThrow(rejection);
    expect(() => read(readBlob, 'Q*JD')).toThrow(rejection);
  });

  it('writes no other type', () => {
    for (const value of ['QUJD', [1], new ArrayBuffer(1), null]) {
      expect(() => write(writeBase64, value)).toThrow(rejection);
      expect(() => write(writeBlob, value)).toThrow(rejection);
    }
  });
});

describe('an omitted value', () => {
  it.each<[string, (writer: XmlWriter, tag: Tag, value: undefined) => void]>([
    ['string', writeString],
    ['int', writeInt],
    ['long', writeLong],
    ['long as string', writeLongAsString],
    ['long as number', writeLongAsNumber],
    ['boolean', writeBoolean],
    ['Date', writeInstant],
    ['DateTime', writeDateTime],
    ['Uint8Array', writeBase64],
    ['Blob', writeBlob],
  ])('R2: is missing when a %s is written', (_type, writeValue) => {
    expect(() => write(writeValue, undefined)).toThrow(expect.objectContaining({ code: 'missing-element', path: 'f' }));
  });
});
