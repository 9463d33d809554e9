import { type Facets, isSimpleType, nameKey, type SimpleType, type TypeReference, xsd } from '../../contract/index.ts';
import type { Labelled, View } from './contract-view.ts';

/** A simple type with the built-in type at its root. */
export interface Simple {
  /** Undefined for lists and unions of the contract. */
  readonly builtIn: string | undefined;
  readonly variety: 'atomic' | 'list' | 'union';
  /** Names of the contract's types between it and the root. */
  readonly names: readonly string[];
  /** Facets of each step, the last one first. */
  readonly facets: readonly Facets[];
}

/** Undefined for a record, anyType, a cycle or an unknown type. */
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
      if (found?.kind !== 'simple' || seen.has(nameKey(at.name))) return undefined;
      seen.add(nameKey(at.name));
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

/** Named simple types, and anonymous ones of fields and attributes. */
export function simpleDefinitions(view: View): readonly (Labelled & { readonly type: SimpleType })[] {
  const named = view.types.flatMap(({ path, origin, label, component }) =>
    component.kind === 'simple' ? [{ path, origin, label, type: component }] : [],
  );
  const inner = view.values.flatMap(({ path, origin, label, type }) =>
    type.kind === 'anonymous' && type.type.kind === 'simple' ? [{ path, origin, label, type: type.type }] : [],
  );
  return [...named, ...inner];
}
