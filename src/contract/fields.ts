import { ContractError } from './error.ts';
import type { Lookup } from './lookup.ts';
import type {
  ComplexType,
  ContractOptions,
  LocalElement,
  Particle,
  QName,
  SimpleType,
  TypeReference,
} from './model.ts';
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
  | {
      readonly kind: 'simple';
      /** The built-in type that it is, or comes down to. */
      readonly name: SimpleTypeName;
      readonly representation: Representation;
      /** In TypeScript, of a type that the contract declares. */
      readonly declared?: string | undefined;
    }
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
  if (type.kind === 'simple')
    return { kind: 'simple', ...builtInOf(type, lookup, options), declared: typeNameOf(type) };
  return { kind: 'record', name, typeName: typeNameOf(type) };
}

/** The built-in type that a declared one comes down to. */
export function builtInOf(
  type: SimpleType,
  lookup: Lookup,
  options: ContractOptions,
): { readonly name: SimpleTypeName; readonly representation: Representation } {
  for (let step = type; ; ) {
    if (step.variety.kind !== 'restriction') throw unsupported(`a ${step.variety.kind}`);
    const { base } = step.variety;
    if (base.kind === 'anonymous') throw unsupported('an anonymous simple type');
    const { name } = base;
    if (name.namespace === xsd) {
      if (!isSimpleType(name.local)) throw unsupported(`the type ${keyOf(name)}`);
      return { name: name.local, representation: representationOf(name.local, { stream: false }, options) };
    }
    const next = lookup.type(name);
    if (next.kind !== 'simple') throw unsupported('a simple type that is made of a record');
    step = next;
  }
}

function unsupported(what: string): ContractError {
  return new ContractError('Unsupported', `The contract holds ${what}, which cannot be generated yet.`);
}
