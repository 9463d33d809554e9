import { type Facets, isSimpleType, keyOf, type SimpleType, type TypeReference, xsd } from '../contract/index.ts';
import type { View } from './contract-view.ts';

/** What a simple type comes down to. */
export interface Simple {
  /** The built-in type at its root; absent for lists and unions of the contract's own. */
  readonly builtIn: string | undefined;
  readonly variety: 'atomic' | 'list' | 'union';
  /** Names of the contract's own types on the way. */
  readonly names: readonly string[];
  /** Of every step, the last one first. */
  readonly facets: readonly Facets[];
}

/** Undefined for a record, for anyType, and for what leads nowhere. */
export function simpleOf(view: View, reference: TypeReference): Simple | undefined {
  const names: string[] = [];
  const facets: Facets[] = [];
  const seen = new Set<string>();
  for (let at = reference; ; ) {
    let type: SimpleType;
    if (at.kind === 'anonymous') {
      if (at.type.kind !== 'simple') return undefined;
      type = at.type;
    } else {
      const { namespace, local } = at.name;
      if (namespace === xsd) {
        return isSimpleType(local) ? { builtIn: local, variety: 'atomic', names, facets } : undefined;
      }
      const found = view.type(at.name)?.component;
      if (found?.kind !== 'simple' || seen.has(keyOf(at.name))) return undefined;
      seen.add(keyOf(at.name));
      names.push(local);
      type = found;
    }
    const { variety } = type;
    if (variety.kind !== 'restriction') return { builtIn: undefined, variety: variety.kind, names, facets };
    facets.push(variety.facets);
    at = variety.base;
  }
}

export function hasEnumeration({ facets }: Simple): boolean {
  return facets.some(({ enumeration }) => enumeration !== undefined && enumeration.length > 0);
}

/** The one of these built-in types that a reference comes down to; undefined where it is another. */
export function builtInAmong(view: View, reference: TypeReference, types: ReadonlySet<string>): string | undefined {
  const builtIn = simpleOf(view, reference)?.builtIn;
  return builtIn !== undefined && types.has(builtIn) ? builtIn : undefined;
}
