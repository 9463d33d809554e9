import { expect, it } from 'vitest';
import type { Facets, SimpleTypeName } from '../model/index.ts';
import { excludesAllNumbers } from './number-range.ts';

it.each<readonly [excluded: boolean, root: SimpleTypeName, kind: 'integer' | 'decimal', steps: readonly Facets[]]>([
  [true, 'int', 'integer', [{ minExclusive: '5', maxExclusive: '6' }]],
  [false, 'int', 'integer', [{ minExclusive: '5', maxExclusive: '7' }]],
  [true, 'long', 'integer', [{ minExclusive: '9223372036854775806', maxExclusive: '9223372036854775807' }]],
  [true, 'int', 'integer', [{ minExclusive: '-6', maxExclusive: '-5' }]],
  [true, 'byte', 'integer', [{ minExclusive: '127' }]],
  [true, 'unsignedInt', 'integer', [{ maxExclusive: '0' }]],
  [true, 'integer', 'integer', [{ minInclusive: '1000', totalDigits: 3 }]],
  [true, 'integer', 'integer', [{ maxInclusive: '-1000', totalDigits: 3 }]],
  [false, 'integer', 'integer', [{ minInclusive: '999', totalDigits: 3 }]],
  [true, 'int', 'integer', [{ maxExclusive: '6' }, {}, { minExclusive: '5' }]],
  [false, 'decimal', 'decimal', [{ minExclusive: '5', maxExclusive: '6' }]],
  [true, 'decimal', 'decimal', [{ minExclusive: '5.1', maxExclusive: '5.2', fractionDigits: 1 }]],
  [true, 'decimal', 'decimal', [{ minInclusive: '5.11', maxInclusive: '5.19', fractionDigits: 1 }]],
  [true, 'decimal', 'decimal', [{ minInclusive: '-5.19', maxInclusive: '-5.11' }, { fractionDigits: 1 }]],
  [false, 'decimal', 'decimal', [{ minInclusive: '5.11', maxInclusive: '5.2', fractionDigits: 1 }]],
  [false, 'decimal', 'decimal', [{ minInclusive: '100', totalDigits: 3, fractionDigits: 2 }]],
  [true, 'decimal', 'decimal', [{ minInclusive: '1000', totalDigits: 3, fractionDigits: 2 }]],
])('finds that no number fits: %s for %s', (excluded, root, kind, steps) => {
  expect(excludesAllNumbers(root, kind, steps)).toBe(excluded);
});
