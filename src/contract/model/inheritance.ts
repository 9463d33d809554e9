import { ContractError, type Lookup, type NamedComplexType } from './lookup.ts';
import type { AttributeUse, ComplexType, QName, TypeReference, Wildcard } from './model.ts';
import { itselfNameOf, typeNameOf } from './naming.ts';
import { nameKey, xsd } from './qualified-name.ts';
import type { PolymorphicMember, PolymorphicType } from './resolved-structures.ts';

/** Content and attributes that complex types inherit (XML Schema part 1, 3.4.2), and the unions of derived types. */

/** Undefined for a type that is not derived from a type of the contract. */
export function baseOf({ derivation }: ComplexType, lookup: Lookup): NamedComplexType | undefined {
  if (derivation === undefined || derivation.base.namespace === xsd) return undefined;
  const base = lookup.type(derivation.base);
  if (base.kind === 'complex') return base;
  throw new ContractError('Unsupported', `A complex type is derived from ${nameKey(derivation.base)}, a simple one.`);
}

/** Whether start tags of the type can have attributes, xsi:type in a hierarchy, or the prefix of a QName in the text. */
export function hasHead(type: ComplexType, lookup: Lookup): boolean {
  if (type.name !== undefined && (type.abstract || type.derivation !== undefined)) return true;
  if (type.name !== undefined && lookup.derived(type.name).length > 0) return true;
  if (type.content.kind === 'simple' && canBeQName(type.content.type, lookup)) return true;
  return attributesOf(type, lookup).length > 0 || anyAttributeOf(type, lookup) !== undefined;
}

/** Whether values of a simple type can be, or hold, a name with a prefix. */
export function canBeQName(reference: TypeReference, lookup: Lookup): boolean {
  if (reference.kind === 'named' && reference.name.namespace === xsd)
    return /^(?:QName|NOTATION)$/.test(reference.name.local);
  const type = reference.kind === 'anonymous' ? reference.type : lookup.type(reference.name);
  if (type.kind !== 'simple') return false;
  const { variety } = type;
  if (variety.kind === 'union') return variety.members.some((member) => canBeQName(member, lookup));
  return canBeQName(variety.kind === 'list' ? variety.item : variety.base, lookup);
}

/** An attribute, and the type that declares it. */
export interface DeclaredAttribute {
  readonly use: AttributeUse;
  readonly declaredBy: ComplexType;
}

/** Inherited attributes first. A redeclaration replaces the inherited attribute, or removes it if it is prohibited. */
export function attributesOf(type: ComplexType, lookup: Lookup): readonly DeclaredAttribute[] {
  return [...attributesByName(type, lookup).values()];
}

/** A map keeps the position of an attribute that is replaced. */
function attributesByName(type: ComplexType, lookup: Lookup): Map<string, DeclaredAttribute> {
  const base = baseOf(type, lookup);
  const found = base === undefined ? new Map<string, DeclaredAttribute>() : attributesByName(base, lookup);
  for (const use of usesOf(type, lookup, new Set())) {
    const key = nameKey(use.name);
    if (use.use === 'prohibited') found.delete(key);
    else found.set(key, { use, declaredBy: type });
  }
  return found;
}

/** Attributes of the type and its attribute groups, without inherited ones. */
function usesOf(
  type: { readonly attributes: readonly AttributeUse[]; readonly attributeGroups: readonly QName[] },
  lookup: Lookup,
  seen: Set<string>,
): readonly AttributeUse[] {
  const inGroups = type.attributeGroups.flatMap((name) => {
    if (seen.has(nameKey(name))) return [];
    seen.add(nameKey(name));
    return usesOf(lookup.attributeGroup(name), lookup, seen);
  });
  return [...type.attributes, ...inGroups];
}

/** The wildcard of the type, its attribute groups, or the type that it extends. */
export function anyAttributeOf(type: ComplexType, lookup: Lookup): Wildcard | undefined {
  if (type.anyAttribute !== undefined) return type.anyAttribute;
  for (const name of type.attributeGroups) {
    const { anyAttribute } = lookup.attributeGroup(name);
    if (anyAttribute !== undefined) return anyAttribute;
  }
  const base = type.derivation?.method === 'extension' ? baseOf(type, lookup) : undefined;
  return base && anyAttributeOf(base, lookup);
}

/** The union of a type and all types derived from it; a reference to the type accepts any of them. */
export function polymorphicType(type: NamedComplexType, lookup: Lookup): PolymorphicType {
  const { doc, name } = type;
  const concrete = [type, ...lookup.derived(name)].filter((member) => !isAbstract(member, lookup));
  const members = concrete.map((member) => polymorphicMember(member, lookup));
  return { kind: 'polymorphic', typeName: typeNameOf(type), doc, name, abstract: isAbstract(type, lookup), members };
}

/**
 * Whether values must have a derived type. An abstract type without any concrete one is taken as
 * concrete: the services of others send elements of such types, since `abstract` was written by mistake, or the derived
 * types are not published.
 */
export function isAbstract(type: NamedComplexType, lookup: Lookup): boolean {
  return type.abstract && lookup.derived(type.name).some(({ abstract }) => !abstract);
}

/** A concrete type of a hierarchy, with the discriminant that distinguishes it from the others. */
export function polymorphicMember(type: NamedComplexType, lookup: Lookup): PolymorphicMember {
  const typeName = typeNameOf(type);
  return {
    typeName: lookup.derived(type.name).length === 0 ? typeName : itselfNameOf(typeName),
    discriminant: { value: typeName, optional: type.derivation === undefined },
    name: type.name,
  };
}
