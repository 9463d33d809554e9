import type { EnumerationValue, Facets, SimpleTypeName } from '../../contract/index.ts';
import { canonical, compare, isBuiltInDerived, kindOf, meets, rangeOf } from '../../contract/index.ts';
import type { AtomicShape, Bound, Limits, SimpleShape } from './simple-shape.ts';

/** Why a simple type does not admit all values of another one. */
export type Problem =
  | { readonly kind: 'type'; readonly wide: string; readonly narrow: string }
  | { readonly kind: 'facet'; readonly facet: string; readonly wide: string; readonly narrow: string }
  | { readonly kind: 'value'; readonly value: EnumerationValue };

/** Why `wide` does not admit all values of `narrow`; empty if it does. */
export function problemsBetween(wide: SimpleShape, narrow: SimpleShape): readonly Problem[] {
  if (wide.kind === 'union' && wide !== narrow && narrow.kind !== 'union') {
    return withLimits(fewest(wide.members.map((member) => problemsBetween(member, narrow))), wide, narrow);
  }
  if (narrow.kind === 'union') {
    return withLimits(
      narrow.members.flatMap((member) => problemsBetween(withoutLimits(wide), member)),
      wide,
      narrow,
    );
  }
  if (wide.kind === 'atomic' && wide.name === 'string' && narrow.kind === 'list') return limitProblems(wide, narrow);
  if (wide.kind === 'list' && narrow.kind === 'list') {
    return withLimits(problemsBetween(wide.item, narrow.item), wide, narrow);
  }
  if (wide.kind !== 'atomic' || narrow.kind !== 'atomic' || !admits(wide, narrow)) {
    return [{ kind: 'type', wide: shapeText(wide), narrow: shapeText(narrow) }];
  }
  return limitProblems(wide, narrow);
}

/** A type as messages name it. */
export function shapeText(shape: SimpleShape): string {
  switch (shape.kind) {
    case 'atomic':
      return `xs:${shape.name}`;
    case 'list':
      return `a list of ${shapeText(shape.item)}`;
    case 'union':
      return `a union of ${shape.members.map(shapeText).join(', ')}`;
  }
}

function withLimits(found: readonly Problem[], wide: SimpleShape, narrow: SimpleShape): readonly Problem[] {
  return [...found, ...limitProblems(wide, narrow)];
}

const noLimits: Limits = {
  enumeration: undefined,
  patterns: [],
  whiteSpace: undefined,
  minLength: undefined,
  maxLength: undefined,
  lower: undefined,
  upper: undefined,
  totalDigits: undefined,
  fractionDigits: undefined,
};

function withoutLimits(shape: SimpleShape): SimpleShape {
  return shape.kind === 'union' ? { ...shape, limits: noLimits } : shape;
}

/** The member of a union that fits best is the one that the values are meant for. */
function fewest(all: readonly (readonly Problem[])[]): readonly Problem[] {
  const cost = (problems: readonly Problem[]): number =>
    problems.reduce((total, { kind }) => total + (kind === 'type' ? 1000 : 1), 0);
  return (
    [...all].sort((a, b) => cost(a) - cost(b))[0] ?? [{ kind: 'type', wide: 'a union of nothing', narrow: 'a type' }]
  );
}

/** Integers that a floating-point type represents exactly. */
const exactIn: Readonly<Partial<Record<SimpleTypeName, SimpleTypeName>>> = { double: 'int', float: 'short' };

/** Whether a built-in type admits the values of another one, with the same meaning. */
function admits(wide: AtomicShape, narrow: AtomicShape): boolean {
  if (isBuiltInDerived(narrow.name, wide.name)) return true;
  // Base64 in a text is another text than the bytes that it encodes.
  if (wide.name === 'string') return kindOf(narrow.name) !== 'binary' && kindOf(narrow.name) !== 'name';
  if (wide.name === 'double' && narrow.name === 'float') return true;
  const isInteger = kindOf(narrow.name) === 'integer';
  const exact = exactIn[wide.name];
  if (isInteger && exact !== undefined) {
    const [least, most] = rangeOf(exact);
    return isWithin(narrow, String(least), String(most));
  }
  if (isInteger && kindOf(wide.name) === 'integer') {
    const [least, most] = rangeOf(wide.name);
    return isWithin(
      narrow,
      least === undefined ? undefined : String(least),
      most === undefined ? undefined : String(most),
    );
  }
  return false;
}

function isWithin({ limits }: AtomicShape, least: string | undefined, most: string | undefined): boolean {
  const bound = (value: string | undefined): Bound | undefined =>
    value === undefined ? undefined : { value, isInclusive: true };
  return isNotTighter(bound(least), limits.lower, 1) && isNotTighter(bound(most), limits.upper, -1);
}

/** Whether all values that are within one bound are within another one. @param sign 1 for lower bounds, -1 for upper ones. */
function isNotTighter(
  wide: Bound | undefined,
  narrow: Bound | undefined,
  sign: 1 | -1,
  name: SimpleTypeName = 'decimal',
): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const order = compare(narrow.value, wide.value, kindOf(name));
  if (order === undefined) return narrow.value === wide.value;
  return order === 0 ? wide.isInclusive || !narrow.isInclusive : order * sign > 0;
}

function limitProblems(wide: SimpleShape, narrow: SimpleShape): readonly Problem[] {
  const name = wide.kind === 'atomic' ? wide.name : 'string';
  const { enumeration } = narrow.limits;
  const facets = facetsOf(wide.limits);
  if (enumeration !== undefined) {
    const root = wide.kind === 'atomic' ? wide : { kind: wide.kind };
    const outside = enumeration.filter(({ value }) => !meets(value, facets, root));
    const missing = enumeration.filter((one) => !outside.includes(one) && !isListed(one, wide, name));
    const values = missing.map((value): Problem => ({ kind: 'value', value }));
    return [...outside.map(({ value }) => facet(`the value "${value}"`, 'excluded', 'allowed')), ...values];
  }
  const found = [...facetProblems(wide.limits, narrow.limits, name)];
  if (wide.limits.enumeration !== undefined) found.push(facet('enumeration', 'a list of values', 'any value'));
  return found;
}

function isListed({ value }: EnumerationValue, { limits }: SimpleShape, name: SimpleTypeName): boolean {
  const canonicalOf = (text: string): string => canonical(text, name, limits.whiteSpace ?? 'preserve');
  return limits.enumeration?.some((one) => canonicalOf(one.value) === canonicalOf(value)) ?? true;
}

function facetsOf({ enumeration: _, lower, upper, ...limits }: Limits): Facets {
  return {
    ...limits,
    ...(lower !== undefined && { [lower.isInclusive ? 'minInclusive' : 'minExclusive']: lower.value }),
    ...(upper !== undefined && { [upper.isInclusive ? 'maxInclusive' : 'maxExclusive']: upper.value }),
  };
}

const whiteSpaces = ['preserve', 'replace', 'collapse'] as const;

/** The facets of `wide` that exclude values of `narrow`. */
function* facetProblems(wide: Limits, narrow: Limits, name: SimpleTypeName): Iterable<Problem> {
  const isBelow = (one: number | undefined, other: number | undefined): boolean =>
    one !== undefined && (other === undefined || one < other);
  if (isBelow(narrow.minLength ?? 0, wide.minLength ?? 0)) yield facet('minLength', wide.minLength, narrow.minLength);
  for (const one of ['maxLength', 'totalDigits', 'fractionDigits'] as const) {
    if (isBelow(wide[one], narrow[one])) yield facet(one, wide[one], narrow[one]);
  }
  if (!isNotTighter(wide.lower, narrow.lower, 1, name)) {
    yield facet('the lower bound', wide.lower?.value, narrow.lower?.value);
  }
  if (!isNotTighter(wide.upper, narrow.upper, -1, name)) {
    yield facet('the upper bound', wide.upper?.value, narrow.upper?.value);
  }
  for (const pattern of wide.patterns) {
    if (!narrow.patterns.includes(pattern)) yield facet('pattern', `"${pattern}"`, patternsText(narrow.patterns));
  }
  const spaces = (limits: Limits): number => whiteSpaces.indexOf(limits.whiteSpace ?? 'preserve');
  if (spaces(wide) > spaces(narrow)) yield facet('whiteSpace', wide.whiteSpace, narrow.whiteSpace);
}

function patternsText(patterns: readonly string[]): string | undefined {
  return patterns.length === 0 ? undefined : patterns.map((pattern) => `"${pattern}"`).join(' and ');
}

function facet(name: string, wide: string | number | undefined, narrow: string | number | undefined): Problem {
  return { kind: 'facet', facet: name, wide: String(wide ?? 'absent'), narrow: String(narrow ?? 'absent') };
}
