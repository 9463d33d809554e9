import {
  builtIn,
  compare,
  type EnumerationValue,
  type Facets,
  facetsOf,
  type Kind,
  kindOf,
  rangeOf,
  type SimpleTypeName,
  type TypeReference,
  xsd,
} from '../../contract/index.ts';
import type { Side } from './side.ts';

/** The values of a simple type: a built-in type, a list or a union, with the facets of all restrictions of it. */
export type SimpleShape = AtomicShape | ListShape | UnionShape;

interface ShapeBase {
  readonly limits: Limits;
}

export interface AtomicShape extends ShapeBase {
  readonly kind: 'atomic';
  readonly name: SimpleTypeName;
}

export interface ListShape extends ShapeBase {
  readonly kind: 'list';
  readonly item: SimpleShape;
}

export interface UnionShape extends ShapeBase {
  readonly kind: 'union';
  readonly members: readonly SimpleShape[];
}

/** Facets of several restrictions together. */
export interface Limits {
  /** Undefined where every value of the type is allowed. */
  readonly enumeration: readonly EnumerationValue[] | undefined;
  readonly patterns: readonly string[];
  readonly whiteSpace: Facets['whiteSpace'];
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
  readonly totalDigits: number | undefined;
  readonly fractionDigits: number | undefined;
}

export interface Bound {
  readonly value: string;
  readonly isInclusive: boolean;
}

/** Types in types, which a cycle has without end. */
const maxDepth = 50;

/** Undefined for a type that is not simple, or not in the contract. */
export function shapeOf(reference: TypeReference, side: Side, depth = 0): SimpleShape | undefined {
  if (depth > maxDepth) return undefined;
  const facets = facetsOf(reference, side.index);
  const root = endOf(reference, side);
  if (root === undefined) return undefined;
  if (root.kind === 'atomic')
    return { ...root, limits: limitsOf([...facets, rangeFacets(root.name)], kindOf(root.name)) };
  const limits = limitsOf(facets, 'text');
  if (root.kind === 'list') {
    const item = shapeOf(root.item, side, depth + 1);
    return item && { kind: 'list', item, limits };
  }
  const members = root.members.map((member) => shapeOf(member, side, depth + 1));
  const known = members.filter((member) => member !== undefined);
  return known.length === members.length ? { kind: 'union', members: known, limits } : undefined;
}

type End =
  | { readonly kind: 'atomic'; readonly name: SimpleTypeName }
  | { readonly kind: 'list'; readonly item: TypeReference }
  | { readonly kind: 'union'; readonly members: readonly TypeReference[] };

/** The end of a chain of restrictions. */
function endOf(reference: TypeReference, side: Side): End | undefined {
  let step = reference;
  for (let depth = 0; depth < maxDepth; depth++) {
    const name = step.kind === 'named' ? builtInOf(step, side) : undefined;
    if (name !== undefined) return { kind: 'atomic', name };
    const type = side.definition(step);
    if (type?.kind !== 'simple') return undefined;
    if (type.variety.kind !== 'restriction') return type.variety;
    step = type.variety.base;
  }
  return undefined;
}

function builtInOf(reference: TypeReference & { readonly kind: 'named' }, side: Side): SimpleTypeName | undefined {
  if (reference.name.namespace === xsd) return builtIn(reference.name.local);
  const encoded = side.encodedTypes?.find(reference);
  return encoded?.kind === 'simple' ? builtIn(encoded.builtIn.local) : undefined;
}

/** The range of an integer type counts as bounds. */
function rangeFacets(name: SimpleTypeName): Facets {
  const [least, most] = rangeOf(name);
  return {
    ...(least !== undefined && { minInclusive: String(least) }),
    ...(most !== undefined && { maxInclusive: String(most) }),
  };
}

/** @param all the last restriction first. */
function limitsOf(all: readonly Facets[], kind: Kind): Limits {
  const first = <T>(of: (facets: Facets) => T | undefined): T | undefined =>
    all.map(of).find((value) => value !== undefined);
  const numbers = (of: (facets: Facets) => number | undefined): readonly number[] =>
    all.flatMap((facets) => of(facets) ?? []);
  const least = (values: readonly number[]): number | undefined =>
    values.length === 0 ? undefined : Math.min(...values);
  const most = (values: readonly number[]): number | undefined =>
    values.length === 0 ? undefined : Math.max(...values);
  const lengths = numbers(({ length }) => length);
  const bounds = (inclusive: keyof Facets, exclusive: keyof Facets): readonly Bound[] =>
    all.flatMap((facets) => [...boundIn(facets[inclusive], true), ...boundIn(facets[exclusive], false)]);
  return {
    enumeration: first(({ enumeration }) => enumeration),
    patterns: [...new Set(all.flatMap(({ patterns = [] }) => patterns))].sort(),
    whiteSpace: first(({ whiteSpace }) => whiteSpace),
    minLength: most([...lengths, ...numbers(({ minLength }) => minLength)]),
    maxLength: least([...lengths, ...numbers(({ maxLength }) => maxLength)]),
    lower: tightest(bounds('minInclusive', 'minExclusive'), kind, 1),
    upper: tightest(bounds('maxInclusive', 'maxExclusive'), kind, -1),
    totalDigits: least(numbers(({ totalDigits }) => totalDigits)),
    fractionDigits: least(numbers(({ fractionDigits }) => fractionDigits)),
  };
}

function boundIn(value: Facets[keyof Facets], isInclusive: boolean): readonly Bound[] {
  return typeof value === 'string' ? [{ value, isInclusive }] : [];
}

/** @param sign 1 for lower bounds, -1 for upper ones. */
function tightest(bounds: readonly Bound[], kind: Kind, sign: 1 | -1): Bound | undefined {
  return bounds.reduce<Bound | undefined>((best, bound) => {
    if (best === undefined) return bound;
    const order = (compare(bound.value, best.value, kind) ?? 0) * sign;
    return order > 0 || (order === 0 && !bound.isInclusive) ? bound : best;
  }, undefined);
}
