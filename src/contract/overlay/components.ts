import {
  type Binding,
  ComponentIndex,
  type Contract,
  componentsOf,
  type ElementParticle,
  type Message,
  type MessageReference,
  nameKey,
  type Particle,
  type PortTypeOperation,
  particleReference,
  partsOf,
  type SchemaPart,
  type TypeReference,
} from '../model/index.ts';

/** Components that an overlay can name. */
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

/** The words that a path can begin with. */
export type RootKind = 'operations' | 'types' | 'elements' | 'attributes' | 'groups' | 'attributeGroups';

/** The components that paths begin with, by kind. */
export function rootsOf(contract: Contract): Readonly<Record<RootKind, readonly Component[]>> {
  const roots: Record<RootKind, Component[]> = {
    operations: [...operationsOf(contract)],
    types: [],
    elements: [],
    attributes: [],
    groups: [],
    attributeGroups: [],
  };
  for (const part of contract.schemas.flatMap(componentsOf)) {
    const { kind, component } = part;
    roots[`${kind}s`].push({
      kind: kind === 'attribute' ? 'globalAttribute' : kind,
      name: component.name.local,
      namespace: component.name.namespace,
      target: component,
      ...('type' in component && { type: component.type }),
      children: () => childrenOf(part),
    });
  }
  return roots;
}

// --- Schema components -----------------------------------------------------------------------------------------------

/** The children of a component. A named type has a path of its own. */
function childrenOf(owner: SchemaPart): readonly Component[] {
  const parts = partsOf(owner);
  const isEnumeration = parts[0]?.kind === 'value';
  return parts.flatMap((part) => (isEnumeration && part.kind !== 'value' ? [] : componentsIn(part, owner)));
}

function componentsIn(part: SchemaPart, owner: SchemaPart): readonly Component[] {
  switch (part.kind) {
    case 'type':
      return childrenOf(part);
    case 'element':
      return [componentOf('localElement', part.component.name.local, part)];
    case 'attribute':
      return [componentOf('attribute', `@${part.component.name.local}`, part)];
    case 'text':
      return [componentOf('text', '$text', part)];
    case 'anyAttribute':
      return [leaf('particle', '@$any', part.component)];
    case 'value':
      return [leaf('value', part.component.value, part.component)];
    case 'particle': {
      const { component } = part;
      const itself = leaf('particle', particleName(component), component);
      // The outermost group of a type adds no property. Fields of an inner group are children of the type.
      const isOutermost = owner.kind === 'type' && 'particles' in component;
      return [...(isOutermost ? [] : [itself]), ...childrenOf(part)];
    }
    default:
      return [];
  }
}

function particleName(particle: Exclude<Particle, ElementParticle>): string {
  const reference = particleReference(particle);
  if (reference === undefined) return `$${particle.kind}`;
  return reference.kind === 'element' ? reference.name.local : '$group';
}

function componentOf(kind: ComponentKind, name: string, part: Extract<SchemaPart, { component: Typed }>): Component {
  const { component } = part;
  return { kind, name, target: component, type: component.type, children: () => childrenOf(part) };
}

interface Typed {
  readonly type: TypeReference;
}

function leaf(kind: ComponentKind, name: string, target: object): Component {
  return { kind, name, target, children: () => [] };
}

// --- Operations ------------------------------------------------------------------------------------------------------

function operationsOf(contract: Contract): readonly Component[] {
  const index = new ComponentIndex(contract);
  const messages = new Map(contract.messages.map((message) => [nameKey(message.name), message]));
  const bound = new Set(contract.bindings.map(({ portType }) => nameKey(portType)));
  return contract.portTypes
    .filter(({ name }) => bound.has(nameKey(name)))
    .flatMap((portType) => {
      const bindings = contract.bindings.filter((binding) => nameKey(binding.portType) === nameKey(portType.name));
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
    const parts = messages.get(nameKey(reference.message))?.parts ?? [];
    return [messageOf(segment, reference, parts, index)];
  };
  const headers = (): readonly Component[] =>
    bindings
      .flatMap((binding) => binding.operations.filter((one) => one.name === name))
      .flatMap((bound) => [...(bound.input?.headers ?? []), ...(bound.output?.headers ?? [])])
      .map((header): Component => {
        const part = messages.get(nameKey(header.message))?.parts.find((one) => one.name === header.part);
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
    return {
      kind: 'message',
      name,
      target,
      type: element.type,
      children: () => childrenOf({ kind: 'element', component: element }),
    };
  }
  const children = parts.map((part): Component => {
    const component = leaf('part', part.name, part);
    return part.content.kind === 'type'
      ? { ...component, type: { kind: 'named', name: part.content.type } }
      : component;
  });
  return { kind: 'message', name, target, children: () => children };
}
