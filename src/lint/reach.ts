import {
  type AttributeUse,
  apacheSoap,
  arrayTypeOf,
  type ComplexType,
  type Content,
  hasEncoding,
  isSoapEncoding,
  keyOf,
  type Particle,
  type QName,
  soapEncoding,
  soapEncoding12,
  type TypeDefinition,
  type TypeReference,
  type Wildcard,
  xsd,
} from '../contract/index.ts';
import type { View } from './contract-view.ts';

/** Symbol space and name of a component: `type {urn:shop}Order`. */
export type ComponentKey = string;

export function componentKey(
  kind: 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup',
  name: QName,
): ComponentKey {
  return `${kind} ${keyOf(name)}`;
}

/** Components that messages with these parts can contain, including derived types, substitutes and elements of wildcards. */
export function reachable(
  view: View,
  parts: Iterable<{ readonly kind: 'element' | 'type'; readonly name: QName }>,
): ReadonlySet<ComponentKey> {
  const edges = edgesOf(view);
  const found = new Set<ComponentKey>();
  const stack = [...parts].map(({ kind, name }) => componentKey(kind, name));
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    stack.push(...(edges.get(key) ?? []));
  }
  return found;
}

/** Types of encoded messages that hold values of any type. */
const anyTypes: readonly QName[] = [
  { namespace: xsd, local: 'anyType' },
  { namespace: soapEncoding, local: 'Array' },
  { namespace: soapEncoding, local: 'Struct' },
  { namespace: soapEncoding12, local: 'Array' },
  { namespace: soapEncoding12, local: 'Struct' },
  { namespace: apacheSoap, local: 'Map' },
  { namespace: apacheSoap, local: 'Vector' },
];

type Edges = ReadonlyMap<ComponentKey, readonly ComponentKey[]>;
const cache = new WeakMap<View, Edges>();

function edgesOf(view: View): Edges {
  const cached = cache.get(view);
  if (cached !== undefined) return cached;
  const edges = new Map<ComponentKey, ComponentKey[]>();
  const from = (key: ComponentKey): ComponentKey[] => {
    const list = edges.get(key);
    if (list !== undefined) return list;
    const created: ComponentKey[] = [];
    edges.set(key, created);
    return created;
  };
  for (const { name, component } of view.types) {
    const key = componentKey('type', name);
    from(key).push(...ofType(view, component));
    // A derived type can replace it with xsi:type.
    if (component.kind === 'complex' && component.derivation && !isSoapEncoding(component.derivation.base.namespace))
      from(componentKey('type', component.derivation.base)).push(key);
  }
  for (const { name, component } of view.elements) {
    const key = componentKey('element', name);
    from(key).push(...ofReference(view, component.type));
    if (component.substitutionGroup) from(componentKey('element', component.substitutionGroup)).push(key);
  }
  for (const schema of view.contract.schemas) {
    for (const { name, type } of schema.attributes)
      from(componentKey('attribute', name)).push(...ofReference(view, type));
    for (const { name, particle } of schema.groups)
      from(componentKey('group', name)).push(...ofParticle(view, particle));
    for (const group of schema.attributeGroups) {
      from(componentKey('attributeGroup', group.name)).push(
        ...ofAttributes(view, group.attributes, group.attributeGroups),
      );
    }
  }
  if (hasEncoding(view.contract)) {
    for (const name of anyTypes) from(componentKey('type', name)).push(...everything(view));
  }
  cache.set(view, edges);
  return edges;
}

function ofReference(view: View, reference: TypeReference): readonly ComponentKey[] {
  if (reference.kind === 'anonymous') return ofType(view, reference.type);
  if (reference.name.namespace !== xsd) return [componentKey('type', reference.name)];
  return reference.name.local === 'anyType' ? everything(view) : [];
}

function ofType(view: View, type: TypeDefinition): readonly ComponentKey[] {
  if (type.kind === 'complex') return ofComplex(view, type);
  switch (type.variety.kind) {
    case 'restriction':
      return ofReference(view, type.variety.base);
    case 'list':
      return ofReference(view, type.variety.item);
    case 'union':
      return type.variety.members.flatMap((member) => ofReference(view, member));
  }
}

function ofComplex(
  view: View,
  { derivation, content, attributes, attributeGroups }: ComplexType,
): readonly ComponentKey[] {
  return [
    // The base of array types is an array of anything, which they are not.
    ...(derivation && !isSoapEncoding(derivation.base.namespace) ? [componentKey('type', derivation.base)] : []),
    ...ofContent(view, content),
    ...ofAttributes(view, attributes, attributeGroups),
  ];
}

function ofContent(view: View, content: Content): readonly ComponentKey[] {
  switch (content.kind) {
    case 'empty':
      return [];
    case 'simple':
      return ofReference(view, content.type);
    case 'elements':
      return ofParticle(view, content.particle);
  }
}

function ofAttributes(view: View, uses: readonly AttributeUse[], groups: readonly QName[]): readonly ComponentKey[] {
  return [
    ...uses.flatMap((use) => [
      ...(use.reference === true ? [componentKey('attribute', use.name)] : []),
      ...ofReference(view, use.type),
      ...ofArrayType(view, use),
    ]),
    ...groups.map((name) => componentKey('attributeGroup', name)),
  ];
}

/** The items of an encoded array. */
function ofArrayType(view: View, use: AttributeUse): readonly ComponentKey[] {
  const array = use.foreign && arrayTypeOf(use);
  return array === undefined ? [] : ofReference(view, { kind: 'named', name: array.item });
}

function ofParticle(view: View, particle: Particle): readonly ComponentKey[] {
  switch (particle.kind) {
    case 'element':
      return ofReference(view, particle.element.type);
    case 'elementReference':
      return [componentKey('element', particle.name)];
    case 'groupReference':
      return [componentKey('group', particle.name)];
    case 'any':
      return particle.wildcard.processContents === 'skip' ? [] : admitted(view, particle.wildcard);
    default:
      return particle.particles.flatMap((member) => ofParticle(view, member));
  }
}

/** The namespace of the wildcard is unknown here, so that `##other` allows all. */
function admitted(view: View, { namespaces }: Wildcard): readonly ComponentKey[] {
  if (typeof namespaces === 'string' || namespaces.includes('##targetNamespace')) return everything(view);
  return view.elements
    .filter(({ name }) => namespaces.includes(name.namespace))
    .map(({ name }) => componentKey('element', name));
}

function everything(view: View): readonly ComponentKey[] {
  const elements = view.elements
    .filter(({ wrapperOf }) => wrapperOf === undefined)
    .map(({ name }) => componentKey('element', name));
  // The xsi:type of an encoded value can name any type.
  const types = hasEncoding(view.contract) ? view.types.map(({ name }) => componentKey('type', name)) : [];
  return [...elements, ...types];
}
