import {
  type ComponentIndex,
  type Facets,
  type SimpleType,
  type SimpleTypeName,
  type TypeReference,
  translatePattern,
  xsd,
} from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import { type CheckContext, walk } from './check-context.ts';
import { builtIn, collapse, compare, isCanonical, isLexical, type Kind, kindOf } from './simple-values.ts';

/** What a simple type comes down to. */
export type Root =
  | { readonly kind: 'atomic'; readonly name: SimpleTypeName }
  | { readonly kind: 'list' }
  | { readonly kind: 'union' };

/** Undefined for what comes down to nothing, or to a record, which was reported. */
export function rootOf(reference: TypeReference, index: ComponentIndex): Root | undefined {
  const seen = new Set<SimpleType>();
  for (let step = reference; ; ) {
    if (step.kind === 'named' && step.name.namespace === xsd) {
      const name = builtIn(step.name.local);
      return name && { kind: 'atomic', name };
    }
    const type = index.definition(step);
    if (type?.kind !== 'simple' || seen.has(type)) return undefined;
    if (type.variety.kind !== 'restriction') return { kind: type.variety.kind };
    seen.add(type);
    step = type.variety.base;
  }
}

/** Each simple type comes down to built-in ones, by steps that are there, and its facets fit what it is made of. */
export function checkSimpleTypes(context: CheckContext): void {
  const endless = checkEndlessTypes(context);
  walk(context.contract, {
    simple: (type, owner) => {
      if (!endless.has(type)) checkSimpleType(type, owner, context);
    },
  });
}

/** Types that are made of themselves. */
function checkEndlessTypes(context: CheckContext): ReadonlySet<SimpleType> {
  const { contract, index, marks } = context;
  const endless = new Set<SimpleType>();
  for (const type of contract.schemas.flatMap(({ types }) => types)) {
    if (type.kind !== 'simple') continue;
    const steps = partsOf(type, index);
    const circle = steps.find((step) => leadsTo(step, type, index));
    if (circle === undefined) continue;
    endless.add(type);
    context.add(kinds.endlessType, { type: type.name.local }, marks.spotOf(circle) ?? type.origin);
  }
  return endless;
}

/** Named types that a type is made of, those inside of anonymous ones too. */
export function partsOf({ variety }: SimpleType, index: ComponentIndex): readonly TypeReference[] {
  const parts =
    variety.kind === 'restriction' ? [variety.base] : variety.kind === 'list' ? [variety.item] : variety.members;
  return parts.flatMap((part) => {
    if (part.kind === 'named') return part.name.namespace === xsd ? [] : [part];
    return part.type.kind === 'simple' ? partsOf(part.type, index) : [];
  });
}

function leadsTo(start: TypeReference, target: SimpleType, index: ComponentIndex): boolean {
  const found = new Set([start]);
  const seen = new Set<SimpleType>();
  for (const reference of found) {
    const type = index.definition(reference);
    if (type === target) return true;
    if (type?.kind !== 'simple' || seen.has(type)) continue;
    seen.add(type);
    for (const part of partsOf(type, index)) found.add(part);
  }
  return false;
}

function checkSimpleType(type: SimpleType, owner: string, context: CheckContext): void {
  const { index, marks } = context;
  const { variety } = type;
  if (variety.kind === 'list') {
    const root = rootOf(variety.item, index);
    if (root?.kind === 'list' || (root?.kind === 'atomic' && kindOf(root.name) === 'list')) {
      context.add(kinds.listOfLists, { type: owner }, marks.spotOf(variety.item) ?? type.origin);
    }
    return;
  }
  if (variety.kind === 'union') return;
  const root = rootOf(variety.base, index);
  if (root === undefined) return;
  checkFacets(type, owner, variety, root, context);
}

const lengths = ['length', 'minLength', 'maxLength'] as const;
const bounds = ['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'] as const;
const digits = ['totalDigits', 'fractionDigits'] as const;

/** By the names that they have in a contract. */
const spelled: Readonly<Record<string, string>> = { minInclusive: 'min', maxInclusive: 'max' };

function checkFacets(
  type: SimpleType,
  owner: string,
  { base, facets }: { readonly base: TypeReference; readonly facets: Facets },
  root: Root,
  context: CheckContext,
): void {
  const { index, marks } = context;
  const kind: Kind | 'union' = root.kind === 'atomic' ? kindOf(root.name) : root.kind;
  const refuse = (facet: string): void =>
    context.add(kinds.facetDoesNotFit, { facet: spelled[facet] ?? facet, type: owner }, type.origin);
  const bounded = kind === 'integer' || kind === 'decimal' || kind === 'float' || kind === 'calendar';
  const measured = kind === 'text' || kind === 'list' || kind === 'binary' || kind === 'name';
  for (const facet of lengths) if (facets[facet] !== undefined && !measured) refuse(facet);
  for (const facet of bounds) if (facets[facet] !== undefined && !bounded) refuse(facet);
  for (const facet of digits) {
    if (facets[facet] !== undefined && kind !== 'integer' && kind !== 'decimal') refuse(facet);
  }
  if (facets.enumeration !== undefined && kind === 'boolean') refuse('enum');
  checkWhiteSpace(owner, type, facets, root, context);
  if (excludes(facets)) context.add(kinds.lengthsExclude, { type: owner }, type.origin);
  if (boundsExclude(facets, kind)) context.add(kinds.boundsExclude, { type: owner }, type.origin);
  if (isWider(facets, base, index)) context.add(kinds.widerThanBase, { type: owner }, type.origin);
  const values = (facets.enumeration ?? []).map((one) => ({ text: one.value, at: marks.spotOf(one) }));
  const limits = bounds.flatMap((key) => {
    const text = facets[key];
    return text === undefined ? [] : [{ text, at: marks.spotOf(facets, key) }];
  });
  for (const { text, at } of bounded ? [...values, ...limits] : values) {
    const canonical = root.kind !== 'atomic' || isCanonical(text, kind === 'union' ? 'text' : kind);
    if (!canonical || !fits(text, base, index)) {
      context.add(kinds.badFacetValue, { value: text, type: owner }, at ?? type.origin);
    }
  }
}

function excludes({ minLength, maxLength, length }: Facets): boolean {
  return (
    (minLength ?? 0) > (maxLength ?? Number.POSITIVE_INFINITY) ||
    (length !== undefined && (minLength ?? maxLength) !== undefined)
  );
}

function boundsExclude(facets: Facets, kind: Kind | 'union'): boolean {
  const least = facets.minInclusive ?? facets.minExclusive;
  const most = facets.maxInclusive ?? facets.maxExclusive;
  const twice =
    (facets.minInclusive !== undefined && facets.minExclusive !== undefined) ||
    (facets.maxInclusive !== undefined && facets.maxExclusive !== undefined);
  if (twice) return true;
  if (least === undefined || most === undefined || kind === 'union') return false;
  return (compare(least, most, kind) ?? -1) > 0;
}

/** By the lengths and digits of what it is made of; bounds and values are tried on it. */
function isWider(facets: Facets, base: TypeReference, index: ComponentIndex): boolean {
  for (const above of facetsAbove(base, index)) {
    if ((facets.minLength ?? Number.POSITIVE_INFINITY) < (above.minLength ?? 0)) return true;
    for (const key of ['maxLength', 'totalDigits', 'fractionDigits'] as const) {
      if ((facets[key] ?? 0) > (above[key] ?? Number.POSITIVE_INFINITY)) return true;
    }
    if (facets.length !== undefined && above.length !== undefined && facets.length !== above.length) return true;
  }
  return false;
}

const rank = { preserve: 0, replace: 1, collapse: 2 } as const;

function checkWhiteSpace(owner: string, type: SimpleType, facets: Facets, root: Root, context: CheckContext): void {
  if (facets.whiteSpace === undefined || type.variety.kind !== 'restriction') return;
  const own = root.kind === 'atomic' && (root.name === 'string' || root.name === 'normalizedString');
  let least: keyof typeof rank = own ? (root.name === 'string' ? 'preserve' : 'replace') : 'collapse';
  for (const { whiteSpace } of facetsAbove(type.variety.base, context.index)) {
    if (whiteSpace !== undefined && rank[whiteSpace] > rank[least]) least = whiteSpace;
  }
  if (root.kind === 'union' || rank[facets.whiteSpace] < rank[least]) {
    context.add(kinds.facetDoesNotFit, { facet: 'whiteSpace', type: owner }, type.origin);
  }
}

/** Of the types that one is made of by restriction, itself first. */
function facetsAbove(reference: TypeReference, index: ComponentIndex): readonly Facets[] {
  const found: Facets[] = [];
  const seen = new Set<unknown>();
  for (let type = index.definition(reference); type?.kind === 'simple' && !seen.has(type); ) {
    seen.add(type);
    if (type.variety.kind !== 'restriction') break;
    found.push(type.variety.facets);
    type = index.definition(type.variety.base);
  }
  return found;
}

/** Whether a text is a value of a simple type, as far as it is cheap to see. What is not known has every text. */
export function fits(
  text: string,
  reference: TypeReference,
  index: ComponentIndex,
  depth = 0,
  root: Root | undefined = rootOf(reference, index),
): boolean {
  if (depth > 50) return true;
  if (reference.kind === 'named' && reference.name.namespace === xsd) {
    const name = builtIn(reference.name.local);
    return name === undefined || isLexical(name, text);
  }
  const type = index.definition(reference);
  if (type?.kind !== 'simple') return true;
  const { variety } = type;
  if (variety.kind === 'union') return variety.members.some((member) => fits(text, member, index, depth + 1));
  if (variety.kind === 'list') {
    const items = collapse(text);
    return items === '' || items.split(' ').every((item) => fits(item, variety.item, index, depth + 1));
  }
  return fits(text, variety.base, index, depth + 1, root) && meets(text, variety.facets, root);
}

/** White space as the built-in type has it (XML Schema part 2, 4.3.6). */
function spaced(text: string, root: Root | undefined): string {
  if (root?.kind !== 'atomic') return collapse(text);
  if (root.name === 'string') return text;
  return root.name === 'normalizedString' ? text.replace(/[\t\n\r]/g, ' ') : collapse(text);
}

function meets(text: string, facets: Facets, root: Root | undefined): boolean {
  const kind: Kind | undefined =
    root?.kind === 'atomic' ? kindOf(root.name) : root?.kind === 'list' ? 'list' : undefined;
  const value = spaced(text, root);
  const same = ({ value: one }: { readonly value: string }): boolean =>
    one === value || (kind !== undefined && compare(one, value, kind) === 0);
  if (facets.enumeration !== undefined && !facets.enumeration.some(same)) return false;
  for (const pattern of facets.patterns ?? []) {
    const translated = translatePattern(pattern);
    if (!('fault' in translated) && !new RegExp(translated.source, translated.flags).test(value)) return false;
  }
  if (kind === undefined) return true;
  const length = lengthOf(value, kind);
  if (length !== undefined) {
    if (facets.length !== undefined && length !== facets.length) return false;
    if (length < (facets.minLength ?? 0) || length > (facets.maxLength ?? length)) return false;
  }
  const over = (bound: string | undefined, isWrong: (difference: number) => boolean): boolean => {
    const difference = bound === undefined ? undefined : compare(value, bound, kind);
    return difference !== undefined && isWrong(difference);
  };
  return !(
    over(facets.minInclusive, (difference) => difference < 0) ||
    over(facets.minExclusive, (difference) => difference <= 0) ||
    over(facets.maxInclusive, (difference) => difference > 0) ||
    over(facets.maxExclusive, (difference) => difference >= 0)
  );
}

function lengthOf(value: string, kind: Kind): number | undefined {
  if (kind === 'text') return [...value].length;
  return kind === 'list' ? value.split(' ').filter((item) => item !== '').length : undefined;
}
