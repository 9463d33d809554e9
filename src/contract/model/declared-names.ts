import type { Claim } from './claimed-names.ts';
import { clientPorts } from './client-ports.ts';
import { MessageBodies } from './message-bodies.ts';
import type {
  Annotated,
  ComplexType,
  Contract,
  GlobalElement,
  ModelGroup,
  NamedType,
  Particle,
  PortTypeOperation,
  QName,
  Service,
  TypeReference,
} from './model.ts';
import {
  faultCodecOf,
  groupPropertyOf,
  groupTypeNameOf,
  headerCodecOf,
  innerNameOf,
  itselfNameOf,
  particleNameOf,
  propertyNameOf,
  serviceNames,
  substitutionNameOf,
} from './naming.ts';
import { memberParticles, outermostParticles } from './property-particles.ts';
import { nameKey } from './qualified-name.ts';

/** A name at the top level of generated modules. Only those of one space need to differ. */
export interface DeclaredName extends Claim {
  readonly space: 'type' | 'fault' | 'header' | `cases of ${string}`;
  readonly name: string;
  /** The property that a nested type has its name from, and the element, attribute or group with this name. */
  readonly property?: { readonly name: string; readonly component: Annotated } | undefined;
}

/** The names that each component declares, for any name of the component itself. */
export class DeclaredNames {
  readonly #contract: Contract;
  readonly #bodies: MessageBodies;
  readonly #prefixes: ReadonlyMap<string, string | undefined>;
  /** Types with derived types, and heads of substitution groups. */
  readonly #bases: ReadonlySet<string>;
  readonly #heads: ReadonlySet<string>;

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#bodies = new MessageBodies(contract);
    this.#prefixes = new Map(contract.schemas.map(({ targetNamespace, prefix }) => [targetNamespace, prefix]));
    const types = contract.schemas.flatMap((schema) => schema.types);
    const elements = contract.schemas.flatMap((schema) => schema.elements);
    const basesOf = (type: NamedType) =>
      type.kind === 'complex' && type.derivation !== undefined ? [nameKey(type.derivation.base)] : [];
    this.#bases = new Set(types.flatMap(basesOf));
    this.#heads = new Set(
      elements.flatMap(({ substitutionGroup: head }) => (head === undefined ? [] : [nameKey(head)])),
    );
  }

  /** Generated code has the names of the first service. */
  *ofService(service: Service): Iterable<DeclaredName> {
    const { name } = service;
    const { client, handlers, authorizers, createServer } = serviceNames(service);
    yield typeName(client, `The client of the service "${name}"`, this.#contract);
    yield typeName(handlers, `The handlers of the service "${name}"`, this.#contract);
    yield typeName(authorizers, `The authorizers of the service "${name}"`, this.#contract);
    yield typeName(createServer, `The server of the service "${name}"`, this.#contract);
  }

  /** The clients of further services and port types. */
  *ofOtherClients(): Iterable<DeclaredName> {
    for (const { client, portType } of clientPorts(this.#contract).slice(1)) {
      yield typeName(client, `The client of the port type "${portType.name.local}"`, this.#contract);
    }
  }

  /** @param name of the request or the response. */
  *ofMessage(operation: PortTypeOperation, direction: 'input' | 'output', name: string): Iterable<DeclaredName> {
    const body = this.#bodies.bodyOf(operation, direction);
    if (body === undefined || body.kind === 'element') return;
    yield typeName(name, `${words[direction]} of the operation "${operation.name}"`, operation);
    if (body.kind === 'wrapper' && body.element !== undefined) yield* this.#reference(body.element.type, name);
  }

  *ofType(type: NamedType, name: string): Iterable<DeclaredName> {
    yield typeName(name, `The ${type.kind === 'simple' ? 'type' : 'record'} "${this.#prefixed(type.name)}"`, type);
    if (type.kind === 'simple') return;
    if (this.#bases.has(nameKey(type.name)) && !type.abstract) {
      yield typeName(itselfNameOf(name), `The record "${this.#prefixed(type.name)}" without its derived records`, type);
    }
    yield* this.#content(type, name);
  }

  *ofGroup(group: ModelGroup, name: string): Iterable<DeclaredName> {
    yield typeName(name, `The group "${this.#prefixed(group.name)}"`, group);
    for (const particle of memberParticles(group.particle)) yield* this.#particle(particle, name);
  }

  *ofElement(element: GlobalElement, name: string): Iterable<DeclaredName> {
    const shown = `"${this.#prefixed(element.name)}"`;
    const { type, origin } = element;
    if (type.kind === 'anonymous' && !this.#bodies.isWrapper(element)) {
      yield typeName(name, `The type of the element ${shown}`, element);
      yield* this.#reference(type, name);
    }
    if (element.abstract || this.#heads.has(nameKey(element.name))) {
      const group = substitutionNameOf({ ...element, typeScriptName: name });
      yield typeName(group, `The substitution group of the element ${shown}`, element);
    }
    for (const head of this.#headsOf(element)) {
      yield { space: `cases of ${head}`, name, what: `The element ${shown}`, origin };
    }
    const hasCodec = this.#bodies.hasRootCodec(element);
    if (this.#bodies.isFault(element)) {
      yield { space: 'fault', name, what: `The fault ${shown}`, origin };
      if (hasCodec) yield typeName(faultCodecOf(name), `The codec of the fault ${shown}`, element);
    }
    if (this.#bodies.isHeader(element)) {
      yield { space: 'header', name, what: `The header ${shown}`, origin };
      if (hasCodec) yield typeName(headerCodecOf(name), `The codec of the header ${shown}`, element);
    }
  }

  /** The substitution groups of an element: its own, and those of all heads above it. */
  #headsOf(element: GlobalElement): ReadonlySet<string> {
    const heads = new Set<string>();
    if (this.#heads.has(nameKey(element.name))) heads.add(nameKey(element.name));
    for (let name = element.substitutionGroup; name !== undefined; ) {
      if (heads.has(nameKey(name))) break;
      heads.add(nameKey(name));
      name = this.#bodies.index.element(name)?.substitutionGroup;
    }
    return heads;
  }

  /** Types nested in the type `owner`. */
  *#content(type: ComplexType, owner: string): Iterable<DeclaredName> {
    for (const attribute of type.attributes) {
      if (attribute.type.kind === 'anonymous') yield inner(owner, propertyNameOf(attribute), attribute);
    }
    const { content } = type;
    if (type.mixed) yield { ...inner(owner, 'content', type), property: undefined };
    if (content.kind === 'simple' && content.type.kind === 'anonymous') {
      yield { ...inner(owner, 'text', content), property: undefined };
    }
    if (content.kind !== 'elements') return;
    for (const one of outermostParticles(content.particle)) yield* this.#particle(one, owner);
  }

  *#particle(particle: Particle, owner: string): Iterable<DeclaredName> {
    if (particle.kind === 'element') {
      const { element } = particle;
      if (element.type.kind !== 'anonymous') return;
      const property = propertyNameOf(element);
      yield inner(owner, property, element);
      yield* this.#reference(element.type, innerNameOf(owner, property));
    } else if ('particles' in particle) {
      const name = groupTypeNameOf(particle, owner);
      const property = particleNameOf(particle, groupPropertyOf(particle));
      yield { ...inner(owner, property, particle), name };
      for (const one of memberParticles(particle)) yield* this.#particle(one, name);
    }
  }

  /** The name as the contract writes it, as `prefixedName` gives it, without a search for each component. */
  #prefixed({ namespace, local }: QName): string {
    const prefix = this.#prefixes.get(namespace);
    return namespace === this.#contract.targetNamespace || prefix === undefined ? local : `${prefix}:${local}`;
  }

  *#reference(type: TypeReference, owner: string): Iterable<DeclaredName> {
    if (type.kind === 'anonymous' && type.type.kind === 'complex') yield* this.#content(type.type, owner);
  }
}

const words = { input: 'The request', output: 'The response' } as const;

function typeName(name: string, what: string, { origin }: Annotated): DeclaredName {
  return { space: 'type', name, what, origin };
}

function inner(owner: string, property: string, part: Annotated): DeclaredName {
  const declared = typeName(innerNameOf(owner, property), `The type of "${property}" in ${owner}`, part);
  return { ...declared, property: { name: property, component: part } };
}
