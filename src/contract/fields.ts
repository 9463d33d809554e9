import { ContractError } from './error.ts';
import type { Lookup } from './lookup.ts';
import type { ComplexType, ContractOptions, LocalElement, Particle, QName, TypeReference } from './model.ts';
import { propertyNameOf, typeNameOf } from './naming.ts';
import { keyOf, xsd } from './qname.ts';
import { isSimpleType, type Representation, representationOf, type SimpleTypeName } from './simple-types.ts';

/** One element of a plain sequence, with everything worked out that an emitter asks for. */
export interface Field {
  /** On the wire. */
  readonly name: QName;
  /** In TypeScript. */
  readonly property: string;
  readonly type: FieldType;
  /** May be absent; never together with `many`, whose absence is the empty list. */
  readonly optional: boolean;
  /** Any number of times: a list. */
  readonly many: boolean;
  readonly nillable: boolean;
  readonly sensitive: boolean;
  readonly stream: boolean;
  readonly doc: string | undefined;
  readonly element: LocalElement;
}

export type FieldType =
  | { readonly kind: 'simple'; readonly name: SimpleTypeName; readonly representation: Representation }
  | { readonly kind: 'record'; readonly name: QName; readonly typeName: string };

/** The fields of a type in schema order. Throws ContractError for what is more than a plain sequence of elements. */
export function fieldsOf(type: ComplexType, lookup: Lookup, options: ContractOptions): readonly Field[] {
  if (type.abstract || type.mixed || type.derivation !== undefined || type.attributes.length > 0) {
    throw unsupported('a record that is abstract, mixed, derived or has attributes');
  }
  switch (type.content.kind) {
    case 'empty':
      return [];
    case 'simple':
      throw unsupported('a record with text for content');
    case 'elements':
      return elementsOf(type.content.particle).map(({ element, occurs }) => {
        const many = occurs.max === 'unbounded' || occurs.max > 1;
        return {
          name: element.name,
          property: propertyNameOf(element),
          type: fieldTypeOf(element, lookup, options),
          optional: occurs.min === 0 && !many,
          many,
          nillable: element.nillable,
          sensitive: element.sensitive,
          stream: element.stream,
          doc: element.doc,
          element,
        };
      });
  }
}

/** The record that anonymous or named content of an element is made of. */
export function complexTypeOf(reference: TypeReference, lookup: Lookup): ComplexType {
  const type = reference.kind === 'anonymous' ? reference.type : lookup.type(reference.name);
  if (type.kind !== 'complex') throw unsupported('an element of simple type where fields belong');
  return type;
}

type ElementParticle = Extract<Particle, { kind: 'element' }>;

function elementsOf(particle: Particle): readonly ElementParticle[] {
  if (particle.kind !== 'sequence' || particle.occurs.min !== 1 || particle.occurs.max !== 1) {
    throw unsupported(`a ${particle.kind} in place of a plain sequence`);
  }
  return particle.particles.map((member) => {
    if (member.kind !== 'element') throw unsupported(`a ${member.kind} in a sequence`);
    return member;
  });
}

function fieldTypeOf(element: LocalElement, lookup: Lookup, options: ContractOptions): FieldType {
  if (element.type.kind === 'anonymous') throw unsupported('an anonymous type of a field');
  const { name } = element.type;
  if (name.namespace === xsd) {
    if (!isSimpleType(name.local)) throw unsupported(`the type ${keyOf(name)}`);
    return { kind: 'simple', name: name.local, representation: representationOf(name.local, element, options) };
  }
  const type = lookup.type(name);
  if (type.kind !== 'complex') throw unsupported('a simple type of its own');
  return { kind: 'record', name, typeName: typeNameOf(type) };
}

function unsupported(what: string): ContractError {
  return new ContractError('Unsupported', `The contract holds ${what}, which cannot be generated yet.`);
}
