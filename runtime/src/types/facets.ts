import { type SimpleType, ValueError } from './simple-type.ts';

/** Constraining facets (XML Schema part 2, 4.3). Bounds are in the lexical form of the base type. */
export interface Facets {
  /** Values, in the lexical form of the base type; a QName as `{namespace}local`. */
  readonly enumeration?: readonly string[];
  /** Each must match the whole text, its white space as the type says. */
  readonly patterns?: readonly RegExp[];
  readonly whiteSpace?: 'preserve' | 'replace' | 'collapse';
  /** In characters, in bytes of binary types, in items of lists; names in namespaces have none. */
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

/** Why a value does not fit; undefined when it does. */
export type Check<T> = (value: T) => string | undefined;

/** What facets say about a value, its text and the values that are listed left aside. */
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
    // Where neither is less, as beside NaN or where a zone is missing, no bound is met.
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
    ...check(fractionDigits, (text) => countDigits(text).fraction, ' behind the decimal point'),
  ];
}

/** How many digits a number has that count: no zeros in front, none behind the last one of the fraction. */
function countDigits(text: string): { readonly total: number; readonly fraction: number } {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  let behind = fraction.length;
  while (behind > 0 && fraction.charCodeAt(behind - 1) === 0x30) behind--;
  return { total: whole.replace(/^0+/, '').length + behind, fraction: behind };
}

/** Finds the value of a list that is the same as another one: `1.50` where that is listed, and `1.5` comes. */
export function listedValues<T>(base: SimpleType<T>, enumeration: readonly string[]): (value: T) => T {
  const { compare } = base;
  const values = enumeration.map((text) => base.parse(text));
  const byText = new Map(values.map((value, index) => [textOf(base, value), index]));
  return (given) => {
    const index =
      byText.get(base.print(given)) ??
      (compare === undefined ? -1 : values.findIndex((value) => compare(value, given) === 0));
    const text = enumeration[index];
    if (text === undefined) throw new ValueError(`it must be one of the ${values.length} values of its type`);
    // What is a Date or an array is made anew: it belongs to whoever gets it.
    return typeof given === 'object' ? base.parse(text) : (values[index] as T);
  };
}

/** As it is written; undefined for a value that was read of a text which is not the one that is written. */
function textOf<T>(base: SimpleType<T>, value: T): string | undefined {
  try {
    return base.print(value);
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
