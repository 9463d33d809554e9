import {
  type ComponentIndex,
  type Facets,
  type SimpleType,
  type SimpleTypeName,
  type TypeReference,
  xsd,
} from '../model/index.ts';
import { builtIn, collapse, compare, isLexical, type Kind, kindOf } from './built-in-values.ts';
import { matchesPattern } from './matches-pattern.ts';

/** The end of a chain of restrictions. */
export type Root =
  | { readonly kind: 'atomic'; readonly name: SimpleTypeName }
  | { readonly kind: 'list' }
  | { readonly kind: 'union' };

/** Undefined for a cycle, an unknown type or a record, which are reported elsewhere. */
export function rootTypeOf(reference: TypeReference, index: ComponentIndex): Root | undefined {
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

/** Facets of a chain of restrictions, the last step first. */
export function facetsOf(reference: TypeReference, index: ComponentIndex): readonly Facets[] {
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

/** Whether a text is a value of a simple type. Unknown types accept any text. */
export function fits(
  text: string,
  reference: TypeReference,
  index: ComponentIndex,
  depth = 0,
  root: Root | undefined = rootTypeOf(reference, index),
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

/** White space handling of the built-in type (XML Schema part 2, 4.3.6). */
function normalizeSpace(text: string, root: Root | undefined): string {
  if (root?.kind !== 'atomic') return collapse(text);
  if (root.name === 'string') return text;
  return root.name === 'normalizedString' ? text.replace(/[\t\n\r]/g, ' ') : collapse(text);
}

/** Whether a value of the base type satisfies the facets of a restriction. */
export function meets(text: string, facets: Facets, root: Root | undefined): boolean {
  const kind: Kind | undefined =
    root?.kind === 'atomic' ? kindOf(root.name) : root?.kind === 'list' ? 'list' : undefined;
  const value = normalizeSpace(text, root);
  const same = ({ value: one }: { readonly value: string }): boolean =>
    one === value || (kind !== undefined && compare(one, value, kind) === 0);
  if (facets.enumeration !== undefined && !facets.enumeration.some(same)) return false;
  for (const pattern of facets.patterns ?? []) if (matchesPattern(pattern, value) === false) return false;
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
  const digits = kind === 'integer' || kind === 'decimal' ? significantDigits(value) : undefined;
  if (digits !== undefined) {
    if (digits.total > (facets.totalDigits ?? digits.total)) return false;
    if (digits.fraction > (facets.fractionDigits ?? digits.fraction)) return false;
  }
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

/** Digits without leading zeros and without trailing zeros of the fraction. */
function significantDigits(number: string): { readonly total: number; readonly fraction: number } {
  const [, whole = '', fraction = ''] = /^[+-]?0*(\d*)(?:\.(\d*?)0*)?$/.exec(number) ?? [];
  return { total: whole.length + fraction.length, fraction: fraction.length };
}
