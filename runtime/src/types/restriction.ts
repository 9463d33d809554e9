import { checksOf, type Facets, listedValues } from './facets.ts';
import { matcherOf } from './pattern.ts';
import { type SimpleType, ValueError } from './simple-type.ts';
import { normalise } from './spaces.ts';

export type { Facets } from './facets.ts';

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
  return base.exact === undefined ? direct(name, base, facets) : byExact(name, base, base.exact, facets);
}

function direct<T, Value extends T>(name: string, base: SimpleType<T>, facets: Facets): SimpleType<Value> {
  const { patterns = [], enumeration } = facets;
  const matchers = patterns.map(matcherOf);
  const checks = checksOf(base, facets);
  const listed = enumeration && listedValues(base, enumeration);
  const whiteSpace = narrowed(base.whiteSpace, facets.whiteSpace);
  const matched = (text: string): string => {
    for (const fits of matchers) {
      if (!fits(text)) throw new ValueError('it does not have the form of its type');
    }
    return text;
  };
  const checked = (given: T): T => {
    const value = listed === undefined ? given : listed(given);
    for (const check of checks) {
      const reason = check(value);
      if (reason !== undefined) throw new ValueError(reason);
    }
    return value;
  };
  // White space that the type does not keep is no part of the value.
  const tidied = (value: T): T =>
    facets.whiteSpace === undefined || typeof value !== 'string'
      ? value
      : base.parse(normalise(base.print(value), whiteSpace));
  return {
    name,
    compare: base.compare,
    whiteSpace,
    contextual: base.contextual,
    ...(base.tidied !== undefined && { tidied: base.tidied }),
    parse(text, context) {
      // A pattern is about the text, not about the value: `007` and `7` are one number.
      const form = matched(base.tidied?.(text, context) ?? normalise(text, whiteSpace));
      return checked(base.parse(form, context)) as Value;
    },
    print(value, prefixes) {
      const shown = tidied(value);
      // Whether the base has such a value at all comes first: facets compare what they are given.
      base.print(shown, prefixes);
      return matched(base.print(checked(shown), prefixes));
    },
  };
}

/** White space can only mean less than it does in the base (XML Schema part 2, 4.3.6). */
function narrowed(
  base: SimpleType<unknown>['whiteSpace'],
  own: Facets['whiteSpace'],
): SimpleType<unknown>['whiteSpace'] {
  if (own === undefined || base === undefined || own === 'preserve') return base;
  return own === 'collapse' ? undefined : 'replace';
}

/** Values that have lost something are judged by those that have not. */
function byExact<T, Value extends T>(
  name: string,
  base: SimpleType<T>,
  type: SimpleType<unknown>,
  facets: Facets,
): SimpleType<Value> {
  const exact = direct(name, type, facets);
  return {
    name,
    compare: base.compare,
    exact,
    parse: (text) => base.parse(exact.print(exact.parse(text))) as Value,
    print: (value) => exact.print(exact.parse(base.print(value))),
  };
}
