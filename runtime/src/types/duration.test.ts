import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Duration, duration, durationExact, restriction, ValueError } from '../index.ts';

const part = fc.option(fc.nat(999_999), { nil: undefined });
const fields = fc.record({
  negative: fc.boolean(),
  years: part,
  months: part,
  days: part,
  hours: part,
  minutes: part,
  seconds: part,
  fraction: fc.option(fc.stringMatching(/^\d{0,20}$/), { nil: undefined }),
});

describe('Duration', () => {
  it('R4: keeps its parts unchanged', () => {
    const value = Duration.parse('-P1Y14M3DT36H5M6.70S');
    expect(value).toMatchObject({ negative: true, years: 1, months: 14, days: 3, hours: 36, minutes: 5, seconds: 6 });
    expect(value.fraction).toBe('7');
    expect(`${value}`).toBe('-P1Y14M3DT36H5M6.7S');
    expect(JSON.stringify({ value })).toBe('{"value":"-P1Y14M3DT36H5M6.7S"}');
  });

  it('R4: omits zero parts, and has one representation of zero', () => {
    const printed = (text: string) => Duration.parse(text).toString();
    expect(['P0Y', '-PT0.000S', 'P0D'].map(printed)).toEqual(['PT0S', 'PT0S', 'PT0S']);
    expect(['P1Y0M', 'P0001D', 'PT0.5S', 'P1DT0S', 'PT1M'].map(printed)).toEqual([
      'P1Y',
      'P1D',
      'PT0.5S',
      'P1D',
      'PT1M',
    ]);
  });

  it('R4: rejects other texts', () => {
    const wrong = [
      '',
      'P',
      'PT',
      'P1YT',
      '1Y',
      'P-1Y',
      '+P1Y',
      'P1M1Y',
      'P1.5D',
      'PT1.S',
      'PT.5S',
      'P1S',
      'P1H',
      'p1Y',
      'P1Y ',
    ];
    for (const text of wrong) expect(() => Duration.parse(text), text).toThrow(ValueError);
    expect(() => Duration.parse(`P${'9'.repeat(16)}Y`)).toThrow('15 digits');
    expect(() => new Duration({ days: -1 })).toThrow(ValueError);
    expect(() => new Duration({ days: 0.5 })).toThrow(ValueError);
    expect(() => new Duration({ fraction: '-1' })).toThrow(ValueError);
  });

  it('R4: reads back its output', () => {
    fc.assert(
      fc.property(fields, (given) => {
        const value = new Duration(given);
        expect(Duration.parse(value.toString())).toEqual(value);
        expect(durationExact.parse(durationExact.print(value)).equals(value)).toBe(true);
        expect(value.compare(value)).toBe(0);
      }),
    );
  });

  it('is ordered according to XML Schema part 2, 3.2.6.2', () => {
    const order = (a: string, b: string) => Duration.parse(a).compare(Duration.parse(b));
    // The table of that section.
    for (const [a, less, unknown, more] of [
      ['P1Y', 'P364D', ['P365D', 'P366D'], 'P367D'],
      ['P1M', 'P27D', ['P28D', 'P29D', 'P30D', 'P31D'], 'P32D'],
      ['P5M', 'P149D', ['P150D', 'P151D', 'P152D', 'P153D'], 'P154D'],
    ] as const) {
      expect(order(a, less)).toBeGreaterThan(0);
      for (const days of unknown) expect(order(a, days), `${a} ${days}`).toBeNaN();
      expect(order(a, more)).toBeLessThan(0);
    }
    expect(order('P1Y', 'P12M')).toBe(0);
    expect(order('P1D', 'PT24H')).toBe(0);
    expect(order('PT1M', 'PT60S')).toBe(0);
    expect(order('-P1M', '-P27D')).toBeLessThan(0);
    expect(order('-PT0.25S', '-PT0.2S')).toBeLessThan(0);
    expect(order('-PT0.1S', 'PT0S')).toBeLessThan(0);
    expect(order('-PT1.5S', '-PT1S')).toBeLessThan(0);
    expect(order('PT0.05S', 'PT0.5S')).toBeLessThan(0);
    expect(order('P999999999999999Y', 'P999999999999998Y')).toBeGreaterThan(0);
    expect(order('-P999999999999999Y', 'P1D')).toBeLessThan(0);
  });

  it('has a symmetric order', () => {
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        const [one, other] = [new Duration(a), new Duration(b)];
        expect(one.compare(other)).toEqual(0 - other.compare(one));
      }),
    );
  });
});

describe('durations with bounds', () => {
  it('R4: violate bounds that are not comparable with them', () => {
    for (const type of [restriction('Text', duration, { maxInclusive: 'P30D' })]) {
      expect(type.parse(' P30D ')).toBe('P30D');
      expect(type.parse('PT720H')).toBe('PT720H');
      for (const text of ['P1M', 'P31D', 'P1Y']) expect(() => type.parse(text)).toThrow('it must be at most P30D');
    }
    const exact = restriction('Exact', durationExact, { minExclusive: 'PT0S', enumeration: ['P1D', '-P1D'] });
    expect(exact.parse('PT24H').toString()).toBe('P1D');
    expect(() => exact.parse('-P1D')).toThrow('it must be more than PT0S');
    expect(() => exact.print(Duration.parse('P2D'))).toThrow(ValueError);
  });
});
