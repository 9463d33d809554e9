import { checksOf, type Facets, listedValues } from './facets.ts';
import { patternMatcher } from './pattern.ts';
import { type SimpleType, ValueError } from './simple-type.ts';
import { normalise } from './white-space-facet.ts';

export type { Facets } from './facets.ts';

/**
 * A type with fewer values than its base, checked on reading and on writing.
 *
 * @typeParam Value the remaining values of the base, such as a union of literals.
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
  const matchers = patterns.map(patternMatcher);
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
  // White space that the type does not preserve is not part of the value.
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
      // A pattern restricts the text, not the value: `007` and `7` are the same number.
      const form = matched(base.tidied?.(text, context) ?? normalise(text, whiteSpace));
      return checked(base.parse(form, context)) as Value;
    },
    print(value, prefixes) {
      const shown = tidied(value);
      // The base rejects values of another type first, which the facets could not compare.
      base.print(shown, prefixes);
      return matched(base.print(checked(shown), prefixes));
    },
  };
}

/** A restriction can only be stricter about white space than its base (XML Schema part 2, 4.3.6). */
function narrowed(
  base: SimpleType<unknown>['whiteSpace'],
  own: Facets['whiteSpace'],
): SimpleType<unknown>['whiteSpace'] {
  if (own === undefined || base === undefined || own === 'preserve') return base;
  return own === 'collapse' ? undefined : 'replace';
}

/** Facets are checked against the exact type, because values of the base may have lost digits or a zone. */
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
