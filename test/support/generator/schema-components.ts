/** Components of the model with the minimum of properties. */
import {
  type AttributeUse,
  type ComplexType,
  type ElementParticle,
  type Facets,
  type ForeignAttribute,
  type GlobalElement,
  type GroupParticle,
  type LocalElement,
  type NamedType,
  type Occurs,
  type Particle,
  type QName,
  type Schema,
  type SimpleType,
  type TypeDefinition,
  type TypeReference,
  xsd,
} from '../../../src/contract/model/index.ts';

export const once: Occurs = { min: 1, max: 1 };
export const optional: Occurs = { min: 0, max: 1 };
export const many: Occurs = { min: 0, max: 'unbounded' };

/** Attributes of another namespace. */
export const foreign = (value: string): readonly ForeignAttribute[] => [
  { name: { namespace: 'urn:extension', local: 'note' }, value },
];

export const named = (name: QName): TypeReference => ({ kind: 'named', name });
export const builtIn = (local: string): TypeReference => named({ namespace: xsd, local });
/** The type of an element that declares none. */
export const untyped: TypeReference = {
  kind: 'named',
  name: { namespace: xsd, local: 'anyType' },
  untyped: true,
};
export const anonymous = (type: TypeDefinition): TypeReference => ({ kind: 'anonymous', type });

export const local = (name: QName, type: TypeReference, more: Partial<LocalElement> = {}): LocalElement => ({
  name,
  type,
  nillable: false,
  sensitive: false,
  stream: false,
  ...more,
});

export const element = (
  name: QName,
  type: TypeReference,
  occurs: Occurs = once,
  more: Partial<LocalElement> = {},
): ElementParticle => ({ kind: 'element', occurs, element: local(name, type, more) });

export const global = (name: QName, type: TypeReference, more: Partial<GlobalElement> = {}): GlobalElement => ({
  ...local(name, type),
  abstract: false,
  ...more,
});

export const group = (
  kind: GroupParticle['kind'],
  particles: readonly Particle[],
  more: Partial<GroupParticle> = {},
): GroupParticle => ({ kind, occurs: once, particles, ...more });

export const complex = (particles: readonly Particle[], more: Partial<ComplexType> = {}): ComplexType => ({
  kind: 'complex',
  abstract: false,
  mixed: false,
  content: particles.length === 0 ? { kind: 'empty' } : { kind: 'elements', particle: group('sequence', particles) },
  attributes: [],
  attributeGroups: [],
  ...more,
});

export const record = (name: QName, particles: readonly Particle[], more: Partial<ComplexType> = {}): NamedType => ({
  ...complex(particles, more),
  name,
});

export const restriction = (base: TypeReference, facets: Facets, more: Partial<SimpleType> = {}): SimpleType => ({
  kind: 'simple',
  variety: { kind: 'restriction', base, facets },
  ...more,
});

export const attribute = (name: QName, type: TypeReference, more: Partial<AttributeUse> = {}): AttributeUse => ({
  name,
  type,
  use: 'optional',
  sensitive: false,
  ...more,
});

export const schema = (targetNamespace: string, more: Partial<Schema> = {}): Schema => ({
  targetNamespace,
  elementFormDefault: 'qualified',
  attributeFormDefault: 'unqualified',
  elements: [],
  types: [],
  attributes: [],
  groups: [],
  attributeGroups: [],
  imports: [],
  ...more,
});
