import { type SimpleType, ValueError } from './simple-type.ts';

/** Constraining facets (XML Schema part 2, 4.3). Bounds are in the lexical form of the base type. */
export interface Facets {
  /** Values, in the lexical form of the base type. */
  readonly enumeration?: readonly string[];
  /** Each must match the whole text. */
  readonly patterns?: readonly RegExp[];
  /** In characters, in bytes of binary types, in items of lists. */
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

/** Why a value does not fit; undefined when it does. @param text its lexical form. */
type Check<T> = (value: T, text: string) => string | undefined;

/**
 * A type with fewer values than its base, checked when they are read and when they are written.
 *
 * @typeParam Value what remains of the values of the base, such as a union of literals.
 */
export function restriction<T, Value extends T = T>(
  name: string,
  base: SimpleType<T>,
  facets: Facets,
): SimpleType<Value> {
  const checks = checksOf(base, facets);
  const listed = facets.enumeration && listedValues(base, facets.enumeration);
  const checked = (given: T): T => {
    const value = listed === undefined ? given : listed(given);
    const text = base.print(value);
    for (const check of checks) {
      const reason = check(value, text);
      if (reason !== undefined) throw new ValueError(reason);
    }
    return value;
  };
  return {
    name,
    compare: base.compare,
    parse: (text) => checked(base.parse(text)) as Value,
    print: (value) => base.print(checked(value)),
  };
}

/** Finds the value of a list that is the same as another one: `1.50` where that is listed, and `1.5` comes. */
function listedValues<T>(base: SimpleType<T>, enumeration: readonly string[]): (value: T) => T {
  const { compare } = base;
  const values = enumeration.map((text) => base.parse(text));
  const byText = new Map(values.map((value) => [base.print(value), value]));
  return (given) => {
    const found = byText.get(base.print(given));
    if (found !== undefined) return found;
    const same = compare && values.find((value) => compare(value, given) === 0);
    if (same === undefined) throw new ValueError(`it must be one of the ${values.length} values of its type`);
    return same;
  };
}

function checksOf<T>(base: SimpleType<T>, facets: Facets): readonly Check<T>[] {
  const checks: Check<T>[] = [];
  const { patterns, length, minLength, maxLength, totalDigits, fractionDigits } = facets;
  for (const pattern of patterns ?? []) {
    checks.push((_, text) => (pattern.test(text) ? undefined : 'it does not have the form of its type'));
  }
  if (length !== undefined) {
    checks.push((value) => (lengthOf(value) === length ? undefined : `its length must be ${length}`));
  }
  if (minLength !== undefined) {
    checks.push((value) => (lengthOf(value) >= minLength ? undefined : `its length must be ${minLength} or more`));
  }
  if (maxLength !== undefined) {
    checks.push((value) => (lengthOf(value) <= maxLength ? undefined : `its length must be ${maxLength} or less`));
  }
  checks.push(...boundsOf(base, facets));
  if (totalDigits !== undefined) {
    checks.push((_, text) =>
      digitsOf(text).total <= totalDigits ? undefined : `it has more than ${totalDigits} digits`,
    );
  }
  if (fractionDigits !== undefined) {
    const reason = `it has more than ${fractionDigits} digits behind the decimal point`;
    checks.push((_, text) => (digitsOf(text).fraction <= fractionDigits ? undefined : reason));
  }
  return checks;
}

function boundsOf<T>(base: SimpleType<T>, facets: Facets): readonly Check<T>[] {
  const { minInclusive, minExclusive, maxInclusive, maxExclusive } = facets;
  const bound = (text: string | undefined, fits: (order: number) => boolean, words: string): readonly Check<T>[] => {
    if (text === undefined) return [];
    const { compare } = base;
    if (compare === undefined) throw new TypeError(`The values of ${base.name} have no order.`);
    const limit = base.parse(text);
    // Beside NaN nothing is less or more: it fits no bound.
    return [(value) => (fits(compare(value, limit)) ? undefined : `it must be ${words} ${text}`)];
  };
  return [
    ...bound(minInclusive, (order) => order >= 0, 'at least'),
    ...bound(minExclusive, (order) => order > 0, 'more than'),
    ...bound(maxInclusive, (order) => order <= 0, 'at most'),
    ...bound(maxExclusive, (order) => order < 0, 'less than'),
  ];
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') {
    let length = 0;
    for (const _ of value) length++;
    return length;
  }
  return Array.isArray(value) || value instanceof Uint8Array ? value.length : 0;
}

/** How many digits a number has that count: no zeros in front, none behind the last one of the fraction. */
function digitsOf(text: string): { readonly total: number; readonly fraction: number } {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const behind = fraction.replace(/0+$/, '').length;
  return { total: whole.replace(/^0+/, '').length + behind, fraction: behind };
}
