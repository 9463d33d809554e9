import type { Facets, SimpleTypeName } from '../model/index.ts';
import { rangeOf } from './built-in-values.ts';

/** Longer fractions are not multiplied out. */
const mostDigits = 1_000;

/**
 * Whether no integer, or no decimal of limited fraction digits, is within all bounds and digits: `minExclusive: 5` and
 * `maxExclusive: 6`, or `min: 1000` and `totalDigits: 3`. False for decimals of any number of fraction digits.
 *
 * @param steps facets of a type and of its base types.
 */
export function excludesAllNumbers(
  root: SimpleTypeName,
  kind: 'integer' | 'decimal',
  steps: readonly Facets[],
): boolean {
  const given = (name: 'fractionDigits' | 'totalDigits'): number =>
    Math.min(...steps.map((facets) => facets[name] ?? Number.POSITIVE_INFINITY));
  const scale = kind === 'integer' ? 0 : given('fractionDigits');
  if (scale > mostDigits) return false;
  const [lowest, highest] = rangeOf(root);
  const least = steps.flatMap(({ minInclusive, minExclusive }) => [
    ...(minInclusive === undefined ? [] : scaled(minInclusive, scale, 'up')),
    ...(minExclusive === undefined ? [] : scaled(minExclusive, scale, 'down').map((one) => one + 1n)),
  ]);
  const greatest = steps.flatMap(({ maxInclusive, maxExclusive }) => [
    ...(maxInclusive === undefined ? [] : scaled(maxInclusive, scale, 'down')),
    ...(maxExclusive === undefined ? [] : scaled(maxExclusive, scale, 'up').map((one) => one - 1n)),
  ]);
  if (lowest !== undefined) least.push(BigInt(lowest));
  if (highest !== undefined) greatest.push(BigInt(highest));
  const digits = given('totalDigits');
  if (digits <= mostDigits) {
    const limit = 10n ** BigInt(digits) - 1n;
    // Zeros at the end of a fraction do not count, so a decimal may be larger than its scaled digits.
    const most = kind === 'integer' ? limit : limit * 10n ** BigInt(scale);
    least.push(-most);
    greatest.push(most);
  }
  return least.some((low) => greatest.some((high) => low > high));
}

/** A number multiplied by a power of ten, rounded; nothing for a text that is not a decimal. */
function scaled(text: string, scale: number, to: 'up' | 'down'): readonly bigint[] {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole + fraction === '' || fraction.length > mostDigits) return [];
  const exact = BigInt((whole + fraction.slice(0, scale)).padEnd(whole.length + scale, '0'));
  const hasRest = /[1-9]/.test(fraction.slice(scale));
  const isNegative = sign === '-';
  const isAway = hasRest && (to === 'up') !== isNegative;
  const size = isAway ? exact + 1n : exact;
  return [isNegative ? -size : size];
}
