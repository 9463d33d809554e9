import { ContractError } from './error.ts';
import type { Lookup } from './lookup.ts';
import type { AttributeUse, ComplexType, NamedType, QName, Wildcard } from './model.ts';
import { keyOf, sameName, xsd } from './qname.ts';

/** What complex types have of those that they are derived from (XML Schema part 1, 3.4.2). */

export type NamedComplexType = NamedType & { readonly kind: 'complex' };

/** Undefined where it is derived from no type of the contract. */
export function baseOf({ derivation }: ComplexType, lookup: Lookup): NamedComplexType | undefined {
  if (derivation === undefined || derivation.base.namespace === xsd) return undefined;
  const base = lookup.type(derivation.base);
  if (base.kind === 'complex') return base;
  throw new ContractError('Unsupported', `A complex type is derived from ${keyOf(derivation.base)}, a simple one.`);
}

/** Whether something may stand in the start tags of its elements: attributes, or the xsi:type of a hierarchy. */
export function hasHead(type: ComplexType, lookup: Lookup): boolean {
  if (type.name !== undefined && (type.abstract || type.derivation !== undefined)) return true;
  if (type.name !== undefined && lookup.derived(type.name).length > 0) return true;
  return attributesOf(type, lookup).length > 0 || anyAttributeOf(type, lookup) !== undefined;
}

/** An attribute, and the type that declares it. */
export interface HeldAttribute {
  readonly use: AttributeUse;
  readonly holder: ComplexType;
}

/** Inherited ones first; one that is there again takes the place of the inherited one, or takes it away. */
export function attributesOf(type: ComplexType, lookup: Lookup): readonly HeldAttribute[] {
  const base = baseOf(type, lookup);
  const found = base === undefined ? [] : [...attributesOf(base, lookup)];
  for (const use of usesOf(type, lookup, new Set())) {
    const at = found.findIndex(({ use: other }) => sameName(other.name, use.name));
    const kept = use.use === 'prohibited' ? [] : [{ use, holder: type }];
    found.splice(at === -1 ? found.length : at, at === -1 ? 0 : 1, ...kept);
  }
  return found;
}

/** Those of the type itself and of its attribute groups. */
function usesOf(
  type: { readonly attributes: readonly AttributeUse[]; readonly attributeGroups: readonly QName[] },
  lookup: Lookup,
  seen: Set<string>,
): readonly AttributeUse[] {
  const inGroups = type.attributeGroups.flatMap((name) => {
    if (seen.has(keyOf(name))) return [];
    seen.add(keyOf(name));
    return usesOf(lookup.attributeGroup(name), lookup, seen);
  });
  return [...type.attributes, ...inGroups];
}

/** Of the type, its attribute groups, or the type that it extends. */
export function anyAttributeOf(type: ComplexType, lookup: Lookup): Wildcard | undefined {
  if (type.anyAttribute !== undefined) return type.anyAttribute;
  for (const name of type.attributeGroups) {
    const { anyAttribute } = lookup.attributeGroup(name);
    if (anyAttribute !== undefined) return anyAttribute;
  }
  const base = type.derivation?.method === 'extension' ? baseOf(type, lookup) : undefined;
  return base && anyAttributeOf(base, lookup);
}
