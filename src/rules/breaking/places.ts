import { type Contract, type Origin, type Particle, type Port, type QName, xsd } from '../../contract/index.ts';
import { bindingSubject, type Labelled } from '../lint/contract-view.ts';
import { viewOf } from '../lint/view-builder.ts';

/** A component in a finding: its path, its name in a sentence, and its position. */
export type Place = Labelled;

/** Finds the places of the components of a contract. */
export class Places {
  readonly whole: Place;
  readonly #contract: Contract;
  readonly #places: Map<object, Place> = new Map();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.whole = { path: 'service', label: 'the service', origin: contract.origin };
    const view = viewOf(contract);
    for (const { operation, ...place } of view.operations) this.#places.set(operation, placeOf(place));
    for (const place of [...view.types, ...view.elements]) this.#places.set(place.component, placeOf(place));
    for (const holder of view.holders) {
      if (holder.type !== undefined) this.#places.set(holder.type, placeOf(holder));
      for (const field of holder.fields) this.#places.set(field.element, placeOf(field));
      for (const attribute of holder.attributes) this.#places.set(attribute.attribute, placeOf(attribute));
      for (const particle of holder.particles) this.#places.set(particle.particle, placeOf(particle));
    }
    for (const value of view.attributeGroups) this.#places.set(value.component, placeOf(value));
    for (const binding of contract.bindings) {
      const label = `the binding "${binding.name.local}"`;
      this.#places.set(binding, { ...bindingSubject(binding, contract), label });
    }
    for (const port of contract.services.flatMap(({ ports }) => ports)) this.#places.set(port, this.#port(port));
  }

  /** That of the contract for a component that has none. */
  of(component: object): Place {
    return this.#places.get(component) ?? this.whole;
  }

  /** A place below another one. */
  below(outer: Place, name: string, label: string, origin: Origin | undefined = outer.origin): Place {
    return { path: `${outer.path}/${name}`, label: `${label} of ${outer.label}`, origin };
  }

  /** The place of a particle without a declaration of its own. */
  particle(particle: Particle): Place {
    return particle.kind === 'element' ? this.of(particle.element) : this.of(particle);
  }

  #port({ name, origin = this.#contract.origin }: Port): Place {
    return { path: `ports/${name}`, label: `the port "${name}"`, origin };
  }
}

function placeOf({ path, label, origin }: Labelled): Place {
  return { path, label, origin };
}

/** A type as messages name it. */
export function typeText({ namespace, local }: QName): string {
  return namespace === xsd ? `xs:${local}` : `"${local}"`;
}
