import {
  type AttributeUse,
  type Binding,
  ComponentIndex,
  type Contract,
  keyOf,
  type Message,
  type MessageReference,
  type Particle,
  type PortTypeOperation,
  type TypeDefinition,
  type TypeReference,
} from '../contract/index.ts';

/** What an overlay can name. */
export type ComponentKind =
  | 'operation'
  | 'message'
  | 'part'
  | 'headers'
  | 'header'
  | 'type'
  | 'element'
  | 'globalAttribute'
  | 'group'
  | 'attributeGroup'
  | 'localElement'
  | 'attribute'
  | 'particle'
  | 'text'
  | 'value';

/** A component as paths see it. */
export interface Component {
  readonly kind: ComponentKind;
  /** Segment of a path; the namespace of a global component is apart. */
  readonly name: string;
  readonly namespace?: string;
  /** The object in the model that an overlay changes. */
  readonly target: object;
  /** Of elements, attributes, parts and texts. */
  readonly type?: TypeReference;
  readonly children: () => readonly Component[];
}

/** The words that a path can begin with, and what they contain. */
export type RootKind = 'operations' | 'types' | 'elements' | 'attributes' | 'groups' | 'attributeGroups';

/** The components that paths begin with, by kind. */
export function rootsOf(contract: Contract): Readonly<Record<RootKind, readonly Component[]>> {
  const { schemas } = contract;
  const attributes = schemas.flatMap((schema) => schema.attributes);
  const groups = schemas.flatMap((schema) => schema.groups);
  const attributeGroups = schemas.flatMap((schema) => schema.attributeGroups);
  const named = ({ name: { local, namespace } }: { readonly name: { local: string; namespace: string } }) => ({
    name: local,
    namespace,
  });
  return {
    operations: operationsOf(contract),
    types: schemas.flatMap(({ types }) =>
      types.map(
        (type): Component => ({
          kind: 'type',
          ...named(type),
          target: type,
          children: () => childrenOfDefinition(type),
        }),
      ),
    ),
    elements: schemas.flatMap(({ elements }) =>
      elements.map(
        (element): Component => ({
          kind: 'element',
          ...named(element),
          target: element,
          type: element.type,
          children: () => childrenOf(element.type),
        }),
      ),
    ),
    attributes: attributes.map((attribute) => ({
      kind: 'globalAttribute',
      ...named(attribute),
      target: attribute,
      type: attribute.type,
      children: () => childrenOf(attribute.type),
    })),
    groups: groups.map((group) => ({
      kind: 'group',
      ...named(group),
      target: group,
      children: () => childrenOfParticle(group.particle),
    })),
    attributeGroups: attributeGroups.map((group) => ({
      kind: 'attributeGroup',
      ...named(group),
      target: group,
      children: () => group.attributes.map(attributeOf),
    })),
  };
}

// --- Schema components -----------------------------------------------------------------------------------------------

/** The children of an anonymous type. Those of a named one have paths of their own. */
function childrenOf(reference: TypeReference): readonly Component[] {
  return reference.kind === 'anonymous' ? childrenOfDefinition(reference.type) : [];
}

function childrenOfDefinition(type: TypeDefinition): readonly Component[] {
  if (type.kind === 'simple') return valuesOf(type);
  const { content, attributes, anyAttribute } = type;
  const own =
    content.kind === 'elements'
      ? childrenOfParticles(content.particle)
      : content.kind === 'simple'
        ? [leaf('text', '$text', content, content.type)]
        : [];
  const wildcard = anyAttribute === undefined ? [] : [leaf('particle', '@$any', anyAttribute)];
  return [...own, ...attributes.map(attributeOf), ...wildcard];
}

/** Enumeration values, also of anonymous members of a union and of the anonymous item of a list. */
function valuesOf({ variety }: TypeDefinition & { readonly kind: 'simple' }): readonly Component[] {
  if (variety.kind === 'list') return childrenOf(variety.item);
  if (variety.kind === 'union') return variety.members.flatMap(childrenOf);
  const own = (variety.facets.enumeration ?? []).map((one) => leaf('value', one.value, one));
  return own.length > 0 ? own : childrenOf(variety.base);
}

function attributeOf(use: AttributeUse): Component {
  return leaf('attribute', `@${use.name.local}`, use, use.type);
}

/** The particle itself, and what is in it: fields of an inner group are children of the type. */
function childrenOfParticle(particle: Particle): readonly Component[] {
  switch (particle.kind) {
    case 'element':
      return [leaf('localElement', particle.element.name.local, particle.element, particle.element.type)];
    case 'elementReference':
      return [leaf('particle', particle.name.local, particle)];
    case 'groupReference':
      return [leaf('particle', '$group', particle)];
    case 'any':
      return [leaf('particle', '$any', particle)];
    default:
      return [leaf('particle', `$${particle.kind}`, particle), ...childrenOfParticles(particle)];
  }
}

/** The outermost group of a type is no property. */
function childrenOfParticles(particle: Particle): readonly Component[] {
  return 'particles' in particle ? particle.particles.flatMap(childrenOfParticle) : childrenOfParticle(particle);
}

function leaf(kind: ComponentKind, name: string, target: object, type?: TypeReference): Component {
  const own = { kind, name, target, children: () => (type === undefined ? [] : childrenOf(type)) };
  return type === undefined ? own : { ...own, type };
}

// --- Operations ------------------------------------------------------------------------------------------------------

function operationsOf(contract: Contract): readonly Component[] {
  const index = new ComponentIndex(contract);
  const messages = new Map(contract.messages.map((message) => [keyOf(message.name), message]));
  const bound = new Set(contract.bindings.map(({ portType }) => keyOf(portType)));
  return contract.portTypes
    .filter(({ name }) => bound.has(keyOf(name)))
    .flatMap((portType) => {
      const bindings = contract.bindings.filter((binding) => keyOf(binding.portType) === keyOf(portType.name));
      return portType.operations.map((operation) => operationOf(operation, bindings, messages, index));
    });
}

function operationOf(
  operation: PortTypeOperation,
  bindings: readonly Binding[],
  messages: ReadonlyMap<string, Message>,
  index: ComponentIndex,
): Component {
  const { name, input, output } = operation;
  const message = (segment: string, reference: MessageReference | undefined): readonly Component[] => {
    if (reference === undefined) return [];
    const parts = messages.get(keyOf(reference.message))?.parts ?? [];
    return [messageOf(segment, reference, parts, index)];
  };
  const headers = (): readonly Component[] =>
    bindings
      .flatMap((binding) => binding.operations.filter((one) => one.name === name))
      .flatMap((bound) => [...(bound.input?.headers ?? []), ...(bound.output?.headers ?? [])])
      .map((header): Component => {
        const part = messages.get(keyOf(header.message))?.parts.find((one) => one.name === header.part);
        const element = part?.content.kind === 'element' ? part.content.name.local : header.part;
        return leaf('header', element, header);
      });
  return {
    kind: 'operation',
    name,
    target: operation,
    children: () => [
      ...message('input', input),
      ...message('output', output),
      { kind: 'headers', name: 'headers', target: {}, children: headers },
    ],
  };
}

/** A message; the fields of its wrapper element are its children. */
function messageOf(name: string, target: MessageReference, parts: Message['parts'], index: ComponentIndex): Component {
  const [only] = parts;
  const element = parts.length === 1 && only?.content.kind === 'element' ? index.element(only.content.name) : undefined;
  if (element !== undefined) {
    return { kind: 'message', name, target, type: element.type, children: () => childrenOf(element.type) };
  }
  const children = parts.map((part) =>
    leaf(
      'part',
      part.name,
      part,
      part.content.kind === 'type' ? { kind: 'named', name: part.content.type } : undefined,
    ),
  );
  return { kind: 'message', name, target, children: () => children };
}
