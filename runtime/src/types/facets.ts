import { withoutTrailingZeros } from './moment.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

/** Constraining facets (XML Schema part 2, 4.3). Bounds are in the lexical form of the base type. */
export interface Facets {
  /** Values, in the lexical form of the base type; a QName as `{namespace}local`. */
  readonly enumeration?: readonly string[];
  /**
   * Each must match the whole text, after its white space is normalised: `^(?:…)$` under the flag `u` or `v`, of characters,
   * sets, groups and counts, and of 1,000 steps at most. They are matched in linear time.
   */
  readonly patterns?: readonly RegExp[];
  readonly whiteSpace?: 'preserve' | 'replace' | 'collapse';
  /** Unicode characters of a string, bytes of a binary type, items of a list; ignored for QName. */
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minInclusive?: string;
  readonly minExclusive?: string;
  readonly maxInclusive?: string;
  readonly maxExclusive?: string;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
}

/** Returns the reason why a value does not fit; undefined when it does. */
export type Check<T> = (value: T) => string | undefined;

/** The checks of a value, except patterns and enumeration. */
export function checksOf<T>(base: SimpleType<T>, facets: Facets): readonly Check<T>[] {
  return [...lengthsOf(facets), ...boundsOf(base, facets), ...digitsOf(base, facets)];
}

function lengthsOf<T>({ length, minLength, maxLength }: Facets): readonly Check<T>[] {
  const check = (limit: number | undefined, fits: (length: number, limit: number) => boolean, words: string) => {
    if (limit === undefined) return [];
    const reason = `its length must be ${limit}${words}`;
    return [
      (value: T): string | undefined => {
        const length = lengthOf(value);
        return length === undefined || fits(length, limit) ? undefined : reason;
      },
    ];
  };
  return [
    ...check(length, (is, limit) => is === limit, ''),
    ...check(minLength, (is, limit) => is >= limit, ' or more'),
    ...check(maxLength, (is, limit) => is <= limit, ' or less'),
  ];
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    let length = 0;
    for (const _ of value) length++;
    return length;
  }
  return Array.isArray(value) || value instanceof Uint8Array ? value.length : undefined;
}

function boundsOf<T>(base: SimpleType<T>, facets: Facets): readonly Check<T>[] {
  const { minInclusive, minExclusive, maxInclusive, maxExclusive } = facets;
  const bound = (text: string | undefined, fits: (order: number) => boolean, words: string): readonly Check<T>[] => {
    if (text === undefined) return [];
    const { compare } = base;
    if (compare === undefined) throw new TypeError(`The values of ${base.name} have no order.`);
    const limit = base.parse(text);
    // A value that is incomparable with the bound is rejected: NaN, or a time without a zone.
    return [(value) => (fits(compare(value, limit)) ? undefined : `it must be ${words} ${text}`)];
  };
  return [
    ...bound(minInclusive, (order) => order >= 0, 'at least'),
    ...bound(minExclusive, (order) => order > 0, 'more than'),
    ...bound(maxInclusive, (order) => order <= 0, 'at most'),
    ...bound(maxExclusive, (order) => order < 0, 'less than'),
  ];
}

function digitsOf<T>(base: SimpleType<T>, { totalDigits, fractionDigits }: Facets): readonly Check<T>[] {
  const check = (limit: number | undefined, count: (text: string) => number, words: string): readonly Check<T>[] => {
    if (limit === undefined) return [];
    const reason = `it has more than ${limit} digits${words}`;
    return [(value) => (count(base.print(value)) <= limit ? undefined : reason)];
  };
  return [
    ...check(totalDigits, (text) => countDigits(text).total, ''),
    ...check(fractionDigits, (text) => countDigits(text).fraction, ' after the decimal point'),
  ];
}

/** The significant digits of a number: without leading zeros, and without trailing zeros of the fraction. */
function countDigits(text: string): { readonly total: number; readonly fraction: number } {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const significant = withoutTrailingZeros(fraction).length;
  return { total: whole.replace(/^0+/, '').length + significant, fraction: significant };
}

/** Returns a function that finds the enumerated value equal to a given one: `1.50` for `1.5`, if that is enumerated. */
export function listedValues<T>(base: SimpleType<T>, enumeration: readonly string[]): (value: T) => T {
  const { compare } = base;
  const values = enumeration.map((text) => base.parse(text));
  const byText = new Map(values.map((value, index) => [printedText(base, value), index]));
  return (given) => {
    const index =
      byText.get(base.print(given)) ??
      (compare === undefined ? -1 : values.findIndex((value) => compare(value, given) === 0));
    const text = enumeration[index];
    if (text === undefined) throw new ValueError(`it must be one of the ${values.length} values of its type`);
    // A new object for each caller, who may change it.
    return typeof given === 'object' ? base.parse(text) : (values[index] as T);
  };
}

/** The printed value; undefined for a value that its type parses but does not print. */
function printedText<T>(base: SimpleType<T>, value: T): string | undefined {
  try {
    return base.print(value);
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
