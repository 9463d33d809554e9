import type { NamedComplexType } from './inheritance.ts';
import type { Lookup } from './lookup.ts';
import { itselfNameOf, typeNameOf } from './naming.ts';
import type { PolymorphicMember, PolymorphicType } from './structure.ts';

/** The complex types that are derived from one, by one step or more. */
export function derivedFrom({ name }: NamedComplexType, lookup: Lookup): readonly NamedComplexType[] {
  return lookup.derived(name).filter((type) => type.kind === 'complex');
}

/** A type and those derived from it, of which one stands wherever it is named. */
export function polymorphicType(type: NamedComplexType, lookup: Lookup): PolymorphicType {
  const { doc, name, abstract } = type;
  const concrete = [type, ...derivedFrom(type, lookup)].filter((member) => !member.abstract);
  const members = concrete.map((member) => polymorphicMember(member, lookup));
  return { kind: 'polymorphic', typeName: typeNameOf(type), doc, name, abstract, members };
}

/** A concrete type of a hierarchy by itself, as its discriminant tells it from the others. */
export function polymorphicMember(type: NamedComplexType, lookup: Lookup): PolymorphicMember {
  const typeName = typeNameOf(type);
  return {
    typeName: derivedFrom(type, lookup).length === 0 ? typeName : itselfNameOf(typeName),
    discriminant: { value: typeName, optional: type.derivation === undefined },
    name: type.name,
  };
}
