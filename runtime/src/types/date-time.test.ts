import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DateTime, DateTimeError, readDateTime, readInstant, tag, writeDateTime, writeInstant } from '../index.ts';
import { XmlBuilder } from '../xml/builder.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';

const field = tag('urn:u', 'f');

function open(content: string): XmlBytesReader {
  const reader = new XmlBytesReader(new TextEncoder().encode(`<f>${content}</f>`));
  reader.openRoot();
  return reader;
}

function writtenDate(value: Date): string | undefined {
  const builder = new XmlBuilder();
  writeInstant(builder, field, value);
  return builder.finish().text?.slice(3, -4);
}

function writtenDateTime(value: DateTime): string | undefined {
  const builder = new XmlBuilder();
  writeDateTime(builder, field, value);
  return builder.finish().text?.slice(3, -4);
}

describe('DateTime', () => {
  it.each([
    ['2024-02-29T12:34:56Z', '2024-02-29T12:34:56Z'],
    ['2024-01-01T00:00:00', '2024-01-01T00:00:00'],
    ['2024-01-01T00:00:00.1234567+02:00', '2024-01-01T00:00:00.1234567+02:00'],
    ['2024-01-01T00:00:00.100', '2024-01-01T00:00:00.1'],
    ['2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00Z'],
    ['2024-01-01T00:00:00+00:00', '2024-01-01T00:00:00Z'],
    ['2024-01-01T00:00:00-00:00', '2024-01-01T00:00:00Z'],
    ['2024-01-01T00:00:00-03:30', '2024-01-01T00:00:00-03:30'],
    ['2024-01-01T00:00:00+14:00', '2024-01-01T00:00:00+14:00'],
    ['2024-01-01T00:00:00-14:00', '2024-01-01T00:00:00-14:00'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['12345-01-01T00:00:00Z', '12345-01-01T00:00:00Z'],
    ['-0001-02-29T00:00:00Z', '-0001-02-29T00:00:00Z'],
    ['-12345-01-01T00:00:00Z', '-12345-01-01T00:00:00Z'],
    ['999999999999999-12-31T23:59:59Z', '999999999999999-12-31T23:59:59Z'],
    ['2024-12-31T24:00:00', '2025-01-01T00:00:00'],
    ['2024-02-28T24:00:00.000+01:00', '2024-02-29T00:00:00+01:00'],
    ['-0001-12-31T24:00:00Z', '0001-01-01T00:00:00Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00Z'],
    ['2024-01-01T00:00:00.123456789012345678901234567890Z', '2024-01-01T00:00:00.12345678901234567890123456789Z'],
  ])('R4: reads %s', (text, canonical) => {
    expect(DateTime.parse(text).toString()).toBe(canonical);
    expect(readDateTime(open(` \n${text}\t`)).toString()).toBe(canonical);
    expect(writtenDateTime(DateTime.parse(text))).toBe(canonical);
  });

  const wrong = [
    '',
    '2024-01-01',
    '2024-01-01 00:00:00',
    '2024-01-01t00:00:00z',
    '2024-01-01T00:00',
    '2024-01-01T00:00:00.',
    '2024-01-01T00:00:00,5',
    '24-01-01T00:00:00',
    '02024-01-01T00:00:00',
    '+2024-01-01T00:00:00',
    '0000-01-01T00:00:00',
    '-0000-01-01T00:00:00',
    '2024-00-01T00:00:00',
    '2024-13-01T00:00:00',
    '2024-01-00T00:00:00',
    '2024-01-32T00:00:00',
    '2023-02-29T00:00:00',
    '1900-02-29T00:00:00',
    '-0002-02-29T00:00:00',
    '2024-04-31T00:00:00',
    '2024-01-01T25:00:00',
    '2024-01-01T24:00:01',
    '2024-01-01T24:00:00.1',
    '2024-01-01T24:01:00',
    '2024-01-01T00:60:00',
    '2024-01-01T00:00:60',
    '2024-01-01T00:00:00+14:01',
    '2024-01-01T00:00:00-15:00',
    '2024-01-01T00:00:00+00:60',
    '2024-01-01T00:00:00+0100',
    '2024-01-01T00:00:00+1',
    '2024-01-01T00:00:00 Z',
    '2024-1-1T0:0:0',
    'Thu Jan 01 1970 00:00:00 GMT+0000',
    '٢٠٢٤-01-01T00:00:00',
    '1000000000000000-01-01T00:00:00Z',
  ];
  it.each(wrong)('R4: rejects %j', (text) => {
    expect(() => DateTime.parse(text)).toThrow(DateTimeError);
    const rejection = expect.objectContaining({ name: 'XmlError', code: 'value', path: 'f' });
    expect(() => readDateTime(open(text))).toThrow(rejection);
    expect(() => readInstant(open(text))).toThrow(rejection);
  });

  it('R4: rejects a year of any number of digits as out of range', () => {
    const year = '1'.repeat(20_000_000);
    expect(() => readDateTime(open(`${year}-01-01T00:00:00Z`))).toThrow(
      expect.objectContaining({ code: 'value', message: 'f: not a valid dateTime: its year has more than 15 digits' }),
    );
  });

  it('R4: keeps a fraction of any number of digits', () => {
    const digits = `${'7'.repeat(3_000_000)}1`;
    const value = DateTime.parse(`2024-01-01T00:00:00.${digits}+01:00`);
    expect(value.toString()).toBe(`2024-01-01T00:00:00.${digits}+01:00`);
    expect(() => DateTime.parse(`2024-01-01T24:00:00.${digits}`)).toThrow('hour 24');
    expect(() => DateTime.parse(`2024-01-01T00:00:00.${digits}.1`)).toThrow('it must look like');
  });

  it('R5: never quotes a value that it rejects', () => {
    for (const text of wrong.filter((candidate) => candidate.length > 3)) {
      expect(() => DateTime.parse(text)).not.toThrow(text);
    }
  });

  it('R4: keeps 100 ns and finer as an instant', () => {
    const value = DateTime.parse('2024-01-01T00:00:00.1234567+02:00');
    expect(value.epochNanoseconds).toBe(1_704_060_000_123_456_700n);
    expect(DateTime.fromEpochNanoseconds(value.epochNanoseconds).toString()).toBe('2023-12-31T22:00:00.1234567Z');
    expect(DateTime.parse('1970-01-01T00:00:00.1234567899Z').epochNanoseconds).toBe(123_456_789n);
    expect(DateTime.parse('1969-12-31T23:59:59.9999999999Z').epochNanoseconds).toBe(-1n);
    expect(DateTime.parse('1970-01-01T00:00:00').epochNanoseconds).toBe(0n);
  });

  it('every instant survives a round trip', () => {
    const farthest = 10n ** 31n;
    fc.assert(
      fc.property(fc.bigInt({ min: -farthest, max: farthest }), (nanoseconds) => {
        const value = DateTime.fromEpochNanoseconds(nanoseconds);
        expect(value.epochNanoseconds).toBe(nanoseconds);
        expect(DateTime.parse(value.toString()).equals(value)).toBe(true);
      }),
    );
  });

  it('agrees with Date', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        (date) => {
          expect(DateTime.fromDate(date).toDate()).toEqual(date);
          expect(DateTime.parse(date.toISOString()).toDate()).toEqual(date);
          expect(readInstant(open(writtenDate(date) ?? ''))).toEqual(date);
          expect(DateTime.fromDate(date).toString()).toBe(writtenDate(date));
        },
      ),
    );
  });

  it('compares by instant and equals by all fields', () => {
    const utc = DateTime.parse('2024-01-01T12:00:00Z');
    const east = DateTime.parse('2024-01-01T14:00:00+02:00');
    const bare = DateTime.parse('2024-01-01T12:00:00');
    expect([utc.compare(east), utc.compare(bare)]).toEqual([0, 0]);
    expect([utc.equals(east), utc.equals(bare), utc.equals(DateTime.parse('2024-01-01T12:00:00.0Z'))]).toEqual([
      false,
      false,
      true,
    ]);
    const sorted = [
      '-0001-01-01T00:00:00Z',
      '2024-01-01T12:00:00.09Z',
      '2024-01-01T12:00:00.1Z',
      '2024-01-01T12:00:00.1000000001Z',
      '2024-01-01T12:00:01Z',
    ];
    const values = sorted.map((text) => DateTime.parse(text));
    expect(
      [...values]
        .reverse()
        .sort((one, other) => one.compare(other))
        .map(String),
    ).toEqual(sorted);
  });

  it('has fields, and becomes its text in JSON', () => {
    const value = DateTime.parse('2024-01-02T03:04:05.60-00:30');
    expect(value).toMatchObject({
      year: 2024,
      month: 1,
      day: 2,
      hour: 3,
      minute: 4,
      second: 5,
      fraction: '6',
      offset: -30,
    });
    expect(JSON.stringify({ value })).toBe('{"value":"2024-01-02T03:04:05.6-00:30"}');
    expect(DateTime.parse('2024-01-02T03:04:05').offset).toBeUndefined();
  });

  it('rejects fields out of range', () => {
    const fields = { year: 2024, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
    expect(new DateTime({ ...fields, fraction: '500' }).fraction).toBe('5');
    for (const bad of [
      { year: 0 },
      { year: 1.5 },
      { year: 1e15 },
      { month: 13 },
      { day: 32 },
      { hour: 24 },
      { minute: -1 },
      { second: 60 },
      { fraction: 'x' },
      { offset: 841 },
      { offset: 0.5 },
    ]) {
      expect(() => new DateTime({ ...fields, ...bad }), JSON.stringify(bad)).toThrow(DateTimeError);
    }
  });

  it('cannot be written if invalid', () => {
    const builder = new XmlBuilder();
    const notOne = JSON.parse('{"year":2024}') as DateTime;
    expect(() => writeDateTime(builder, field, notOne)).toThrow(expect.objectContaining({ code: 'value', path: 'f' }));
  });
});

describe('Date', () => {
  it('R4: a missing zone is UTC, and digits beyond milliseconds are cut off', () => {
    expect(readInstant(open('2024-01-01T00:00:00.1239'))).toEqual(new Date('2024-01-01T00:00:00.123Z'));
    expect(readInstant(open('1960-01-01T00:00:00.1239Z'))).toEqual(new Date('1960-01-01T00:00:00.123Z'));
    expect(readInstant(open('2024-01-01T00:00:00+02:00'))).toEqual(new Date('2023-12-31T22:00:00Z'));
  });

  it('R4: is written with Z and without trailing zeros', () => {
    expect(writtenDate(new Date('2024-01-01T10:00:00.000Z'))).toBe('2024-01-01T10:00:00Z');
    expect(writtenDate(new Date('2024-01-01T10:00:00.120Z'))).toBe('2024-01-01T10:00:00.12Z');
    expect(writtenDate(new Date('0001-01-01T00:00:00Z'))).toBe('0001-01-01T00:00:00Z');
  });

  it.each([
    '10000-01-01T00:00:00Z',
    '-0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T24:00:00',
    '999999999-01-01T00:00:00Z',
  ])('R4: does not read %s', (text) => {
    expect(() => readInstant(open(text))).toThrow(expect.objectContaining({ code: 'value', path: 'f' }));
  });

  it.each([new Date(Number.NaN), new Date('0000-12-31T23:59:59.999Z'), new Date('+010000-01-01T00:00:00Z')])(
    'R4: does not write %s',
    (date) => {
      expect(() => writtenDate(date)).toThrow(expect.objectContaining({ code: 'value', path: 'f' }));
    },
  );
});
