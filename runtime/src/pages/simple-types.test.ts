import { describe, expect, it } from 'vitest';
import { field, serviceOf } from '../../../test/support/runtime/page-descriptions.ts';
import * as runtime from '../index.ts';
import { soap12 } from '../soap/version.ts';
import { long } from '../types/big-integer.ts';
import { sampleRequest } from './samples.ts';
import { allowsEmpty, inputTypeOf } from './simple-types.ts';

/** The simple types of the runtime, by their names in XML Schema. */
const types = new Map<string, runtime.SimpleType<unknown>>(
  [...Object.values(runtime), long].flatMap((one) =>
    // What a Date cannot hold can be entered all the same.
    typeof one === 'object' && 'parse' in one && one !== runtime.dateAsDate && one !== runtime.dateTime
      ? [[one.name, one as runtime.SimpleType<unknown>]]
      : [],
  ),
);

/** Valid values, which a form must accept. */
const values: Readonly<Record<string, readonly string[]>> = {
  integer: ['-12345678901234567890', '+1'],
  positiveInteger: ['18446744073709551616'],
  negativeInteger: ['-1'],
  unsignedByte: ['255'],
  decimal: ['-0.5', '.5', '5.', '+1.50'],
  double: ['1E400', '1.5e-3', 'INF', '-INF', 'NaN', '.5'],
  float: ['-1.5E+3'],
  date: ['-0044-03-15Z', '12026-01-31+14:00'],
  time: ['24:00:00', '23:59:59.123-05:00'],
  duration: ['P1Y', '-P1Y2M3DT4H5M6.7S', 'PT0S', 'P1DT1H'],
  gYear: ['2026', '-0001Z'],
  gYearMonth: ['2026-12+01:00'],
  gMonth: ['--12', '--12Z'],
  gMonthDay: ['--02-29'],
  gDay: ['---31-05:00'],
  hexBinary: ['', '0aF1'],
  language: ['en', 'de-CH-1996'],
  Name: ['a:b', 'élan'],
  NMTOKEN: ['-1.a'],
  NMTOKENS: ['one', 'one two'],
};

const patternOf = (type: string): string => {
  const { kind, pattern = '[\\s\\S]*' } = inputTypeOf(field('A', type));
  return kind === 'boolean' ? 'true|false' : pattern;
};

// As browsers do (https://html.spec.whatwg.org/#the-pattern-attribute).
const takes = (type: string, text: string): boolean => new RegExp(`^(?:${patternOf(type)})$`, 'v').test(text);

describe('the simple types in a form', () => {
  it('P3: include all types of the runtime', () => {
    expect(types.size).toBe(44);
  });

  it.each([...types])('P3: every valid %s can be entered', (name, type) => {
    const { example } = inputTypeOf(field('A', name));
    for (const value of [...(values[name] ?? []), ...(example === undefined ? [] : [example])]) {
      expect(() => type.parse(value), value).not.toThrow();
      expect(takes(name, value), value).toBe(true);
    }
  });

  it.each([...types])('P3: a %s may be empty in a form if empty text is valid', (name, type) => {
    const empty = ((): boolean => {
      try {
        type.parse('');
        return true;
      } catch {
        return false;
      }
    })();
    expect(allowsEmpty(field('A', name))).toBe(empty);
    expect(takes(name, '')).toBe(empty);
  });

  it.each([
    ['duration', 'P'],
    ['duration', 'P1DT'],
    ['gYear', '26'],
    ['gMonth', '12'],
    ['double', '1e'],
    ['double', 'Infinity'],
    ['language', 'de_CH'],
    ['NCName', 'a b'],
    ['NMTOKENS', ' '],
    ['hexBinary', 'abc'],
  ])('P3: a browser reports that %s is not %j', (type, value) => {
    expect(takes(type, value)).toBe(false);
  });

  it.each([...types])('P3: the sample of a %s is valid', (name, type) => {
    const service = serviceOf([field('A', name)]);
    const [operation] = service.operations;
    if (operation === undefined) throw new Error('There is no operation.');
    const { envelope: sample } = sampleRequest(service, operation, soap12, service.address);
    const value = /<A>(.*)<\/A>/.exec(sample)?.[1] ?? '';
    expect(value).not.toBe('');
    expect(() => type.parse(value)).not.toThrow();
    expect(takes(name, value)).toBe(true);
  });
});
