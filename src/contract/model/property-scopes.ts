import { firstBound } from './bound-operation.ts';
import type { ComponentIndex } from './lookup.ts';
import type { ComplexType, Contract, GroupParticle, Particle, TypeReference } from './model.ts';
import type { Properties, Property } from './properties.ts';
import { memberParticles, outermostParticles } from './property-particles.ts';
import { nameKey } from './qualified-name.ts';

/** Properties with different names: those of an interface, or the cases of a choice. */
export interface PropertyScope {
  readonly own: readonly Property[];
  readonly inherited: readonly Property[];
  /** Whether an element can be in it again. */
  readonly isMixed: boolean;
}

/** All interfaces and choices of a contract. Each is visited after the types that it is derived from. */
export function propertyScopes(
  contract: Contract,
  index: ComponentIndex,
  properties: Properties,
): Iterable<PropertyScope> {
  return new ScopeVisitor(index, properties).visit(contract);
}

class ScopeVisitor {
  readonly #index: ComponentIndex;
  readonly #properties: Properties;
  readonly #visited: Set<ComplexType> = new Set();

  constructor(index: ComponentIndex, properties: Properties) {
    this.#index = index;
    this.#properties = properties;
  }

  *visit(contract: Contract): Iterable<PropertyScope> {
    yield* this.#rpcMessages(contract);
    const { schemas } = contract;
    for (const { elements, types, groups } of schemas) {
      for (const { particle } of groups) yield* this.#group(particle);
      for (const type of types) if (type.kind === 'complex') yield* this.#record(type);
      for (const { type } of elements) yield* this.#anonymous(type);
    }
  }

  *#rpcMessages(contract: Contract): Iterable<PropertyScope> {
    const { portTypes, messages } = contract;
    const byName = new Map(messages.map((message) => [nameKey(message.name), message]));
    for (const operation of portTypes.flatMap(({ operations }) => operations)) {
      const bound = firstBound(contract, operation);
      if (bound?.style !== 'rpc') continue;
      for (const direction of ['input', 'output'] as const) {
        const reference = operation[direction];
        const parts = (reference && byName.get(nameKey(reference.message))?.parts) ?? [];
        const listed = bound[direction]?.parts;
        const inBody = parts.filter(({ name }) => listed === undefined || listed.includes(name));
        yield { own: this.#properties.partsOf(inBody), inherited: [], isMixed: false };
      }
    }
  }

  *#record(type: ComplexType): Iterable<PropertyScope> {
    if (this.#visited.has(type)) return;
    this.#visited.add(type);
    const base = this.#index.base(type);
    if (base !== undefined) yield* this.#record(base);
    const inherited = this.#properties.inheritedBy(type);
    yield { own: this.#properties.ownOf(type), inherited, isMixed: false };
    if (type.mixed) yield { own: this.#properties.casesOf(type), inherited: [], isMixed: true };
    if (type.content.kind !== 'elements') return;
    for (const one of outermostParticles(type.content.particle)) yield* this.#inside(one, type.mixed);
  }

  /** A `$choice` or a `$sequence`, with those in it. */
  *#group(group: GroupParticle): Iterable<PropertyScope> {
    yield { own: this.#properties.membersOf(group), inherited: [], isMixed: false };
    for (const particle of memberParticles(group)) yield* this.#inside(particle, false);
  }

  /** Groups in mixed content have no properties. */
  *#inside(particle: Particle, isMixed: boolean): Iterable<PropertyScope> {
    if (particle.kind === 'element') yield* this.#anonymous(particle.element.type);
    else if (!('particles' in particle)) return;
    else if (!isMixed) yield* this.#group(particle);
    else for (const inner of particle.particles) yield* this.#inside(inner, true);
  }

  *#anonymous(type: TypeReference): Iterable<PropertyScope> {
    if (type.kind === 'anonymous' && type.type.kind === 'complex') yield* this.#record(type.type);
  }
}
