import { describe, expect, it } from 'vitest';
import type { Facets, SimpleTypeName } from '../model/index.ts';
import { loadContract } from '../yaml/index.ts';
import { kindOf } from './built-in-values.ts';
import { excludesAllValues } from './value-range.ts';

it.each<readonly [excluded: boolean, root: SimpleTypeName, steps: readonly Facets[]]>([
  [true, 'date', [{ minExclusive: '2024-02-28', maxExclusive: '2024-02-29' }]],
  [false, 'date', [{ minExclusive: '2024-02-28', maxExclusive: '2024-03-01' }]],
  [true, 'date', [{ minExclusive: '2023-02-28', maxExclusive: '2023-03-01' }]],
  [true, 'date', [{ minExclusive: '-0001-12-31' }, { maxExclusive: '0000-01-01' }]],
  // A date of another time zone begins between them.
  [false, 'date', [{ minExclusive: '2024-02-28Z', maxExclusive: '2024-02-29Z' }]],
  [false, 'dateTime', [{ minExclusive: '2024-02-28T00:00:00', maxExclusive: '2024-02-28T00:00:01' }]],
  [false, 'time', [{ minExclusive: '00:00:00', maxExclusive: '00:00:01' }]],
  [true, 'gYear', [{ minExclusive: '2023', maxExclusive: '2024' }]],
  [false, 'gYear', [{ minExclusive: '2023', maxInclusive: '2024' }]],
  [true, 'gYearMonth', [{ minExclusive: '2023-12', maxExclusive: '2024-01' }]],
  [false, 'gYearMonth', [{ minExclusive: '2023-11', maxExclusive: '2024-01' }]],
  [true, 'gMonth', [{ minExclusive: '--12' }]],
  [false, 'gMonth', [{ minExclusive: '--11' }]],
  [true, 'gMonthDay', [{ minExclusive: '--02-28', maxExclusive: '--02-29' }]],
  [true, 'gMonthDay', [{ maxExclusive: '--01-01' }]],
  [true, 'gDay', [{ minExclusive: '---31' }]],
  [false, 'gDay', [{ minExclusive: '---01', maxExclusive: '---03' }]],
  [true, 'gDay', [{ minExclusive: '---01', maxExclusive: '---02' }]],
  [true, 'float', [{ minExclusive: '1', maxExclusive: String(1.0000001192092896) }]],
  [false, 'double', [{ minExclusive: '1', maxExclusive: String(1.0000001192092896) }]],
  [true, 'double', [{ minExclusive: '1', maxExclusive: String(1 + Number.EPSILON) }]],
  [false, 'double', [{ minExclusive: '1', maxExclusive: String(1 + 2 * Number.EPSILON) }]],
  [true, 'float', [{ minExclusive: '-1.0000001' }, { maxExclusive: '-1' }]],
  [false, 'float', [{ minExclusive: '-1E-45', maxExclusive: '1E-45' }]],
  [true, 'float', [{ minExclusive: '0', maxExclusive: '1E-45' }]],
  [true, 'float', [{ minExclusive: '-0', maxInclusive: '0' }]],
  [true, 'double', [{ minExclusive: 'INF' }]],
  [true, 'double', [{ minExclusive: '1.7976931348623157E308', maxExclusive: 'INF' }]],
  [false, 'double', [{ minExclusive: '1.7976931348623157E308' }]],
])('finds that no value fits: %s for %s', (excluded, root, steps) => {
  expect(excludesAllValues(root, kindOf(root), steps)).toBe(excluded);
});

describe('SW1384', () => {
  const codes = (type: string): readonly string[] => {
    const text = `soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations: { Do: { request: { x: Limited }, result: { type: string, as: r } } }
types:
  Limited: ${type}
`;
    return loadContract({ file: 'contract.yaml', text }).diagnostics.map(({ code, line }) => `${code} ${line}`);
  };

  it.each([
    '{ base: date, minExclusive: "2024-01-01", maxExclusive: "2024-01-02" }',
    '{ base: float, minExclusive: 1, maxExclusive: 1.0000001 }',
    '{ base: { base: float, enum: [1.5, 2.5] }, minExclusive: 2.5 }',
    '{ base: { base: decimal, enum: ["1.5", "2.5"] }, minExclusive: 1.5, maxExclusive: 2.5 }',
    '{ base: { base: date, enum: ["2024-01-01", "2024-01-05"] }, maxExclusive: "2024-01-01" }',
    '{ base: { base: { base: int, enum: [1, 9] }, min: 1 }, minExclusive: 1, maxExclusive: 9 }',
  ])('refuses %s', (type) => expect(codes(type)).toEqual(['SW1384 7']));

  it.each([
    '{ base: date, minExclusive: "2024-01-01", max: "2024-01-02" }',
    '{ base: float, minExclusive: 1, maxExclusive: 1.0000002 }',
    '{ base: { base: float, enum: [1.5, 2.5] }, min: 2.5 }',
    '{ base: { base: date, enum: ["2024-01-01", "2024-01-05"] }, maxExclusive: "2024-01-05" }',
  ])('takes %s', (type) => expect(codes(type)).toEqual([]));

  it.each(['float, enum: [1.5, 2.5]', 'decimal, enum: ["1.5", "2.5"]', 'date, enum: ["2024-01-01"]'])(
    'is SW1325 at each value that a type lists itself: %s',
    (type) => {
      const bound = type.startsWith('date') ? '"2024-02-01"' : '3';
      expect(new Set(codes(`{ base: ${type}, min: ${bound} }`))).toEqual(new Set(['SW1325 7']));
    },
  );
});
