import {
  type AttributeUse,
  type ComplexType,
  type ElementDeclaration,
  type GlobalElement,
  type Particle,
  propertyNameOf,
  type QName,
  type Wildcard,
} from '../contract/index.ts';
import type { Model, WireField, WireWildcard } from './content.ts';
import type { Place } from './places.ts';
import type { Side } from './side.ts';

/** Places of particles that the contract does not declare as such. */
export type PartPlaces = ReadonlyMap<Particle, Place>;

/** Collects the fields of a content model while it resolves all references. */
export class ContentBuilder {
  readonly fields: Map<string, WireField> = new Map();
  readonly wildcards: WireWildcard[] = [];
  readonly #side: Side;
  readonly #partPlaces: PartPlaces;

  constructor(side: Side, partPlaces: PartPlaces = new Map()) {
    this.#side = side;
    this.#partPlaces = partPlaces;
  }

  /** The content models of the types that a type extends, and then its own. */
  contents(type: ComplexType, namespace: string): Model | undefined {
    const chain: ComplexType[] = [];
    for (let step: ComplexType | undefined = type; step !== undefined && !chain.includes(step); ) {
      chain.unshift(step);
      step = step.derivation?.method === 'extension' ? this.#side.index.base(step) : undefined;
    }
    const parts = chain.flatMap(({ name, content }) => {
      const target = name === undefined ? namespace : this.#side.namespace(name.namespace);
      return content.kind === 'elements' ? [this.#build(content.particle, target, new Set())] : [];
    });
    return this.#finished(parts);
  }

  model(particle: Particle, namespace: string): Model | undefined {
    return this.#finished([this.#build(particle, namespace, new Set())]);
  }

  attribute(use: AttributeUse, declaredBy: ComplexType, namespace: string): void {
    const global = use.reference === true ? this.#side.index.attribute(use.name) : undefined;
    const key = `@${this.#side.key(use.name)}`;
    const at = this.#side.places.of(use);
    const label = `the attribute "${use.name.local}"`;
    const place =
      at === this.#side.places.whole
        ? this.#side.places.below(this.#side.places.of(declaredBy), `@${use.name.local}`, label, use.origin)
        : at;
    this.fields.set(key, {
      kind: 'attribute',
      key,
      name: use.name,
      property: propertyNameOf(use),
      occurs: { min: use.use === 'required' ? 1 : 0, max: 1 },
      value: {
        type: global?.type ?? use.type,
        nillable: false,
        default: use.default ?? global?.default,
        fixed: use.fixed ?? global?.fixed,
        place,
        namespace,
      },
    });
  }

  /** Sets how often each field occurs, which only the whole model says. */
  #finished(parts: readonly (Model | undefined)[]): Model | undefined {
    const present = parts.filter((part) => part !== undefined);
    const [only, ...others] = present;
    if (only === undefined) return undefined;
    const model: Model = others.length === 0 ? only : { kind: 'sequence', parts: present, min: 1, max: 1 };
    for (const [key, { min, max }] of occurrences(model)) {
      const field = this.fields.get(key);
      const occurs = { min, max: max === Number.POSITIVE_INFINITY ? ('unbounded' as const) : max };
      if (field !== undefined) this.fields.set(key, { ...field, occurs });
    }
    return model;
  }

  /** @param open names of the groups around the particle. */
  #build(particle: Particle, namespace: string, open: ReadonlySet<string>): Model | undefined {
    const { min } = particle.occurs;
    const max = particle.occurs.max === 'unbounded' ? Number.POSITIVE_INFINITY : particle.occurs.max;
    if (max === 0) return undefined;
    const place = this.#partPlaces.get(particle) ?? this.#side.places.particle(particle);
    switch (particle.kind) {
      case 'element':
        return this.#leaf(particle.element, { min, max, place, namespace });
      case 'elementReference':
        return this.#reference(particle.name, { min, max, place, namespace });
      case 'groupReference': {
        const group = this.#side.index.group(particle.name);
        const key = this.#side.key(particle.name);
        if (group === undefined || open.has(key)) return undefined;
        const target = this.#side.namespace(particle.name.namespace);
        const model = this.#build(group.particle, target, new Set([...open, key]));
        return model && { kind: 'sequence', parts: [model], min, max };
      }
      case 'any': {
        const wildcard = wireWildcard(particle.wildcard, namespace, place);
        this.wildcards.push(wildcard);
        return { kind: 'leaf', key: wildcard.key, min, max };
      }
      default: {
        const parts = particle.particles.flatMap((inner) => this.#build(inner, namespace, open) ?? []);
        return parts.length === 0 && particle.kind !== 'choice' ? undefined : { kind: particle.kind, parts, min, max };
      }
    }
  }

  /** A reference to the head of a substitution group is a choice of its members. */
  #reference(name: QName, at: LeafPlace): Model | undefined {
    const element = this.#side.index.element(name);
    if (element === undefined) return undefined;
    const substitutes = this.#side.index.substitutes(name);
    if (substitutes.length === 0) return this.#leaf(element, at);
    const { min, max, place } = at;
    const concrete = [element, ...substitutes].filter(({ abstract }) => !abstract);
    const parts = (concrete.length > 0 ? concrete : [element]).map((one) =>
      this.#leaf(one, { ...at, min: 1, max: 1, place: one === element ? place : this.#side.places.of(one) }),
    );
    return { kind: 'choice', parts, min, max };
  }

  #leaf(element: ElementDeclaration | GlobalElement, { min, max, place, namespace }: LeafPlace): Model {
    const key = this.#side.key(element.name);
    const { name, type, nillable, fixed, default: otherwise } = element;
    const known = this.fields.get(key);
    if (known === undefined) {
      this.fields.set(key, {
        kind: 'element',
        key,
        name,
        property: propertyNameOf(element),
        occurs: { min: 0, max: 0 },
        value: { type, nillable, default: otherwise, fixed, place, namespace },
      });
    }
    return { kind: 'leaf', key, min, max };
  }
}

interface LeafPlace {
  readonly min: number;
  readonly max: number;
  readonly place: Place;
  readonly namespace: string;
}

/** @param namespace of the schema that it is in. */
export function wireWildcard(wildcard: Wildcard, namespace: string, place: Place): WireWildcard {
  const { namespaces, processContents } = wildcard;
  const key =
    typeof namespaces === 'string'
      ? `${namespaces === '##other' ? `not ${namespace}` : namespaces}`
      : [...namespaces]
          .map((one) => (one === '##targetNamespace' ? namespace : one))
          .sort()
          .join(' ');
  const admits = (asked: string): boolean => {
    if (namespaces === '##any') return true;
    if (namespaces === '##other') return asked !== namespace && asked !== '';
    return namespaces.some(
      (one) =>
        one === asked || (one === '##targetNamespace' && asked === namespace) || (one === '##local' && asked === ''),
    );
  };
  return { wildcard, admits, place, key: `any ${key} ${processContents}` };
}

interface Count {
  readonly min: number;
  readonly max: number;
}

const never: Count = { min: 0, max: 0 };

/** How often the element of each key occurs in content of a model. */
function occurrences(model: Model): ReadonlyMap<string, Count> {
  const times = ({ min, max }: Count): Count => ({
    min: min * model.min,
    // 0 * unbounded is no number.
    max: max === 0 ? 0 : max * model.max,
  });
  if (model.kind === 'leaf') return new Map([[model.key, { min: model.min, max: model.max }]]);
  const parts = model.parts.map(occurrences);
  const keys = new Set(parts.flatMap((part) => [...part.keys()]));
  return new Map(
    [...keys].map((key) => {
      const counts = parts.map((part) => part.get(key) ?? never);
      const mins = counts.map(({ min }) => min);
      const maxes = counts.map(({ max }) => max);
      const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
      const count =
        model.kind === 'choice'
          ? { min: Math.min(...mins), max: Math.max(...maxes) }
          : { min: sum(mins), max: sum(maxes) };
      return [key, times(count)];
    }),
  );
}
