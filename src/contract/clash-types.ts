import { type Diagnostic, contract as kinds, report } from '../diagnostics/index.ts';
import { type Claim, ClaimedNames, locationOf, lower, prefixedName, relatedTo } from './claimed-names.ts';
import type {
  Annotated,
  ComplexType,
  Contract,
  GlobalElement,
  NamedType,
  Particle,
  QName,
  TypeReference,
} from './model.ts';
import {
  componentNameOf,
  innerNameOf,
  itselfNameOf,
  propertyNameOf,
  requestTypeNameOf,
  responseTypeNameOf,
  serviceNames,
  substitutionNameOf,
  typeNameOf,
} from './naming.ts';
import { keyOf } from './qualified-name.ts';

type NamedComponent = Annotated & { readonly name: QName };

/** Clashes between top-level names of generated modules: named types, and types nested in others. */
export function typeClashes(contract: Contract): readonly Diagnostic[] {
  const types = new TypeNames(contract);
  types.claimAll();
  return [...types.diagnostics, ...constantClashes(contract)];
}

class TypeNames {
  readonly diagnostics: Diagnostic[] = [];
  readonly #names = new ClaimedNames();
  readonly #contract: Contract;
  /** Types with derived types, and heads of substitution groups. */
  readonly #bases: ReadonlySet<string>;
  readonly #heads: ReadonlySet<string>;

  constructor(contract: Contract) {
    this.#contract = contract;
    const types = contract.schemas.flatMap((schema) => schema.types);
    const elements = contract.schemas.flatMap((schema) => schema.elements);
    const basesOf = (type: NamedType) =>
      type.kind === 'complex' && type.derivation !== undefined ? [keyOf(type.derivation.base)] : [];
    this.#bases = new Set(types.flatMap(basesOf));
    this.#heads = new Set(elements.flatMap(({ substitutionGroup: head }) => (head === undefined ? [] : [keyOf(head)])));
  }

  claimAll(): void {
    const { schemas, services, portTypes } = this.#contract;
    for (const service of services) {
      const { client, handlers, authorizers, createServer } = serviceNames(service.name);
      this.#claim(client, `The client of the service "${service.name}"`, this.#contract);
      this.#claim(handlers, `The handlers of the service "${service.name}"`, this.#contract);
      this.#claim(authorizers, `The authorizers of the service "${service.name}"`, this.#contract);
      this.#claim(createServer, `The server of the service "${service.name}"`, this.#contract);
    }
    const bodies = new Map<string, string>();
    const parts = new Map(this.#contract.messages.map((message) => [keyOf(message.name), message.parts[0]]));
    for (const operation of portTypes.flatMap(({ operations }) => operations)) {
      const wrapped = (message: QName | undefined, name: string, what: string): void => {
        const part = message && parts.get(keyOf(message));
        if (part?.content.kind === 'element' && part.name !== 'parameters') return;
        this.#claim(name, `${what} of the operation "${operation.name}"`, operation);
        if (part?.content.kind === 'element') bodies.set(keyOf(part.content.name), name);
      };
      wrapped(operation.input?.message, requestTypeNameOf(operation), 'The request');
      if (operation.output) wrapped(operation.output.message, responseTypeNameOf(operation), 'The response');
    }
    for (const { elements } of schemas) {
      for (const { name, type } of elements) {
        const body = bodies.get(keyOf(name));
        if (body !== undefined) this.#reference(type, body);
      }
    }
    for (const { types, groups, elements } of schemas) {
      for (const type of types) this.#type(type);
      for (const group of groups) {
        const name = componentNameOf(group);
        this.#claim(name, `The group "${this.#prefixed(group.name)}"`, group);
        for (const particle of group.particle.particles) this.#particle(particle, name);
      }
      for (const element of elements) if (!bodies.has(keyOf(element.name))) this.#element(element);
    }
  }

  #claim(name: string, what: string, { origin }: Annotated): void {
    const mine: Claim = { what, origin };
    const first = this.#names.claim(name, mine);
    if (first !== undefined) this.diagnostics.push(typeNameClash(name, mine, first));
  }

  #prefixed(name: QName): string {
    return prefixedName(this.#contract, name);
  }

  #type(type: NamedType): void {
    const name = typeNameOf(type);
    this.#claim(name, `The ${type.kind === 'simple' ? 'type' : 'record'} "${this.#prefixed(type.name)}"`, type);
    if (type.kind === 'simple') return;
    if (this.#bases.has(keyOf(type.name)) && !type.abstract) {
      this.#claim(itselfNameOf(name), `The record "${this.#prefixed(type.name)}" without its derived records`, type);
    }
    this.#content(type, name);
  }

  #element(element: GlobalElement): void {
    const name = componentNameOf(element);
    if (element.type.kind === 'anonymous') {
      this.#claim(name, `The type of the element "${this.#prefixed(element.name)}"`, element);
      this.#reference(element.type, name);
    }
    if (element.abstract || this.#heads.has(keyOf(element.name))) {
      this.#claim(
        substitutionNameOf(element),
        `The substitution group of the element "${this.#prefixed(element.name)}"`,
        element,
      );
    }
  }

  /** Types nested in the type `owner`. */
  #content(type: ComplexType, owner: string): void {
    for (const attribute of type.attributes) {
      if (attribute.type.kind === 'anonymous') this.#inner(owner, propertyNameOf(attribute), attribute);
    }
    const { content } = type;
    if (type.mixed) this.#inner(owner, 'content', type);
    if (content.kind === 'simple' && content.type.kind === 'anonymous') this.#inner(owner, 'text', content);
    if (content.kind !== 'elements') return;
    const { particle } = content;
    const isPlain = particle.kind === 'sequence' || particle.kind === 'all';
    for (const one of isPlain ? particle.particles : [particle]) this.#particle(one, owner);
  }

  #particle(particle: Particle, owner: string): void {
    if (particle.kind === 'element') {
      const { element } = particle;
      if (element.type.kind !== 'anonymous') return;
      const property = propertyNameOf(element);
      this.#inner(owner, property, element);
      this.#reference(element.type, innerNameOf(owner, property));
    } else if ('particles' in particle) {
      const property = particle.typeScriptName ?? particle.kind;
      this.#inner(owner, property, particle);
      for (const one of particle.particles) this.#particle(one, innerNameOf(owner, property));
    }
  }

  #inner(owner: string, property: string, part: Annotated): void {
    this.#claim(innerNameOf(owner, property), `The type of "${property}" in ${owner}`, part);
  }

  #reference(type: TypeReference, owner: string): void {
    if (type.kind === 'anonymous' && type.type.kind === 'complex') this.#content(type.type, owner);
  }
}

function typeNameClash(name: string, claim: Claim, first: Claim): Diagnostic {
  const parameters = { one: claim.what, other: lower(first.what), name };
  return report(kinds.typeNameClash, parameters, locationOf(claim), relatedTo(first));
}

/** Clashes between the constants of faults, and between those of headers: each kind has its own namespace. */
function constantClashes(contract: Contract): readonly Diagnostic[] {
  const elements = new Map(contract.schemas.flatMap((schema) => schema.elements).map((one) => [keyOf(one.name), one]));
  // Messages can share a name: their elements would share a constant.
  const messages = new Map<string, Contract['messages'][number][]>();
  for (const message of contract.messages) {
    const key = keyOf(message.name);
    messages.set(key, [...(messages.get(key) ?? []), message]);
  }
  const operations = contract.portTypes.flatMap((portType) => portType.operations);
  const headers = contract.bindings.flatMap((binding) =>
    binding.operations.flatMap(({ input, output }) => [...(input?.headers ?? []), ...(output?.headers ?? [])]),
  );
  return [
    ...clashesOf(
      'fault',
      operations.flatMap(({ faults }) => faults.map(({ message }) => message)),
    ),
    ...clashesOf(
      'header',
      headers.map(({ message }) => message),
    ),
  ];

  function clashesOf(kind: string, used: readonly QName[]): readonly Diagnostic[] {
    const diagnostics: Diagnostic[] = [];
    const names = new ClaimedNames();
    const found = new Map<string, NamedComponent>();
    for (const message of used) {
      for (const { parts } of messages.get(keyOf(message)) ?? []) {
        const content = parts[0]?.content;
        const element = content?.kind === 'element' ? elements.get(keyOf(content.name)) : undefined;
        if (element !== undefined) found.set(keyOf(element.name), element);
      }
    }
    for (const element of found.values()) {
      const mine: Claim = { what: `The ${kind} "${prefixedName(contract, element.name)}"`, origin: element.origin };
      const name = componentNameOf(element);
      const first = names.claim(name, mine);
      if (first !== undefined) diagnostics.push(typeNameClash(name, mine, first));
    }
    return diagnostics;
  }
}
