import { describe, expect, it } from 'vitest';
import {
  date,
  dateAsDate,
  dateTime,
  dateTimeExact,
  decimalAsNumber,
  type Facets,
  gDay,
  gMonth,
  gMonthDay,
  gYear,
  gYearMonth,
  restriction,
  type SimpleType,
  time,
  ValueError,
} from '../index.ts';

/** `<`, `=`, `>`, or `?` where neither comes first. */
function order<T>(type: SimpleType<T>, a: string, b: string): string {
  const { compare } = type;
  if (compare === undefined) throw new Error(`${type.name} has no order`);
  const [one, other] = [type.parse(a), type.parse(b)];
  const result = compare(one, other);
  expect(compare(other, one)).toEqual(0 - result);
  return Number.isNaN(result) ? '?' : result < 0 ? '<' : result > 0 ? '>' : '=';
}

describe('the order of the calendar (XML Schema part 2, 3.2.7.4)', () => {
  it('is that of time for instants that both have a zone, or both lack one', () => {
    expect(order(dateTimeExact, '2000-01-15T00:00:00', '2000-02-15T00:00:00')).toBe('<');
    expect(order(dateTimeExact, '2000-01-15T12:00:00Z', '2000-01-15T13:00:00+01:00')).toBe('=');
    expect(order(dateTimeExact, '2000-01-15T12:00:00.1Z', '2000-01-15T12:00:00.09Z')).toBe('>');
    expect(order(dateTimeExact, '1999-12-31T24:00:00Z', '2000-01-01T00:00:00Z')).toBe('=');
    expect(order(dateTimeExact, '-0001-12-31T23:00:00Z', '0001-01-01T00:00:00Z')).toBe('<');
  });

  it('depends on 14 hours if one instant has a zone', () => {
    // The examples of that section.
    expect(order(dateTimeExact, '2000-01-15T12:00:00', '2000-01-16T12:00:00Z')).toBe('<');
    expect(order(dateTimeExact, '2000-01-01T12:00:00', '1999-12-31T23:00:00Z')).toBe('?');
    expect(order(dateTimeExact, '2000-01-16T12:00:00', '2000-01-16T12:00:00Z')).toBe('?');
    expect(order(dateTimeExact, '2000-01-16T00:00:00', '2000-01-16T12:00:00Z')).toBe('?');
    expect(order(dateTimeExact, '2000-01-16T02:00:00', '2000-01-16T16:00:00Z')).toBe('?');
    expect(order(dateTimeExact, '2000-01-16T01:59:59.999', '2000-01-16T16:00:00Z')).toBe('<');
    expect(order(dateTimeExact, '2000-01-17T06:00:01', '2000-01-16T16:00:00Z')).toBe('>');
  });

  it('applies to partial dates', () => {
    expect(order(date, '2000-01-01Z', '2000-01-02Z')).toBe('<');
    expect(order(date, '2000-01-01+13:00', '1999-12-31-11:00')).toBe('=');
    expect(order(date, '2000-01-01', '2000-01-01Z')).toBe('?');
    expect(order(date, '2000-01-01', '2000-01-02Z')).toBe('<');
    expect(order(date, '2000-02-29', '2000-03-01')).toBe('<');
    expect(order(date, '-12000-01-01', '12000-01-01')).toBe('<');
    expect(order(time, '12:00:00Z', '13:00:00+01:00')).toBe('=');
    expect(order(time, '12:00:00', '12:00:00.01')).toBe('<');
    expect(order(time, '24:00:00', '00:00:00')).toBe('=');
    expect(order(time, '12:00:00', '13:00:00Z')).toBe('?');
    expect(order(gYear, '1999', '2000')).toBe('<');
    expect(order(gYear, '2000', '2000Z')).toBe('?');
    expect(order(gYearMonth, '2000-12', '2001-01')).toBe('<');
    expect(order(gMonth, '--01', '--02')).toBe('<');
    expect(order(gMonthDay, '--02-29', '--03-01')).toBe('<');
    expect(order(gDay, '---01', '---31')).toBe('<');
    expect(order(gDay, '---01Z', '---01+00:00')).toBe('=');
  });

  it('reports years beyond the comparable range as an error of the value', () => {
    const late = restriction('Late', date, { minInclusive: '2000-01-01' });
    expect(() => late.parse(`${'9'.repeat(20)}-01-01`)).toThrow(ValueError);
  });
});

describe('bounds', () => {
  const fits = <T>(base: SimpleType<T>, facets: Facets, text: string): boolean => {
    const type = restriction('Bounded', base, facets);
    try {
      type.print(type.parse(text));
      return true;
    } catch (error) {
      if (error instanceof ValueError) return false;
      throw error;
    }
  };

  it('R4: are violated by values that are not comparable with them', () => {
    const from = { minInclusive: '2000-01-01T00:00:00Z' };
    for (const type of [dateTimeExact, dateTime]) {
      expect(fits<unknown>(type as SimpleType<unknown>, from, '2000-01-01T01:00:00+01:00')).toBe(true);
      expect(fits<unknown>(type as SimpleType<unknown>, from, '1999-12-31T23:59:59.999Z')).toBe(false);
      expect(fits<unknown>(type as SimpleType<unknown>, from, '2000-01-01T00:00:00')).toBe(false);
    }
    expect(fits(dateTimeExact, from, '2000-01-02T00:00:00')).toBe(true);
    expect(fits(dateTimeExact, { maxExclusive: '2000-01-01T00:00:00' }, '2000-01-01T00:00:00Z')).toBe(false);
    expect(fits(time, { minInclusive: '09:00:00', maxExclusive: '17:00:00' }, '17:00:00')).toBe(false);
    expect(fits(time, { minInclusive: '09:00:00', maxExclusive: '17:00:00' }, '16:59:59.9')).toBe(true);
    expect(fits(gYear, { minExclusive: '1999' }, '2000')).toBe(true);
    expect(fits(dateAsDate, { maxInclusive: '2000-12-31' }, '2000-12-31')).toBe(true);
    expect(fits(dateAsDate, { maxInclusive: '2000-12-31' }, '2001-01-01')).toBe(false);
  });

  it('R4: apply to digits that a value loses in TypeScript', () => {
    expect(fits(decimalAsNumber, { fractionDigits: 2 }, '0.10')).toBe(true);
    expect(fits(decimalAsNumber, { fractionDigits: 2 }, '0.1000000000000000001')).toBe(false);
    expect(fits(decimalAsNumber, { maxInclusive: '0.1' }, '0.10000000000000000001')).toBe(false);
    expect(
      restriction('D', dateTime, { maxInclusive: '2000-01-01T00:00:00.0001Z' }).parse('2000-01-01T00:00:00.0001Z'),
    ).toEqual(new Date('2000-01-01T00:00:00Z'));
    expect(() =>
      restriction('D', dateTime, { maxInclusive: '2000-01-01T00:00:00.0001Z' }).parse('2000-01-01T00:00:00.0002Z'),
    ).toThrow(ValueError);
  });
});

describe('date as a Date', () => {
  it('R4: is the beginning of its day in UTC, for any zone', () => {
    for (const text of ['2024-02-29', '2024-02-29Z', '2024-02-29+14:00', ' 2024-02-29-12:00\n']) {
      expect(dateAsDate.parse(text)).toEqual(new Date('2024-02-29T00:00:00Z'));
    }
    expect(dateAsDate.print(new Date('0001-01-01T00:00:00Z'))).toBe('0001-01-01');
  });

  it('R4: rejects texts other than days', () => {
    for (const text of ['2023-02-29', '10000-01-01', '-0001-01-01', '2024-02-29T00:00:00Z']) {
      expect(() => dateAsDate.parse(text)).toThrow(ValueError);
    }
    for (const value of [
      new Date('2024-02-29T00:00:00.001Z'),
      new Date(Number.NaN),
      new Date('+010000-01-01T00:00:00Z'),
      new Date('0000-12-31T00:00:00Z'),
      new Date('-000001-01-01T00:00:00Z'),
    ]) {
      expect(() => dateAsDate.print(value)).toThrow(ValueError);
    }
  });
});
