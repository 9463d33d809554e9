import {
  type AttributeUse,
  admittedBy,
  type ComplexType,
  type ContentModel,
  type ElementDeclaration,
  type ElementModel,
  type LeafModel,
  leavesOf,
  type Particle,
  propertyNameOf,
  type Wildcard,
} from '../../contract/index.ts';
import type { KeyedModel, WireField, WireWildcard } from './content.ts';
import type { Place } from './places.ts';
import type { Side } from './side.ts';

/** Places of particles that the contract does not declare as such. */
export type PartPlaces = ReadonlyMap<Particle, Place>;

/** Collects the fields of a content. */
export class ContentBuilder {
  readonly fields: Map<string, WireField> = new Map();
  readonly wildcards: WireWildcard[] = [];
  readonly #side: Side;
  readonly #partPlaces: PartPlaces;

  constructor(side: Side, partPlaces: PartPlaces = new Map()) {
    this.#side = side;
    this.#partPlaces = partPlaces;
  }

  /** The fields of the types that a type extends, and then its own. */
  type(type: ComplexType, namespace: string): KeyedModel {
    return this.#content(this.#side.contents.of(type, namespace));
  }

  particle(particle: Particle, namespace: string): KeyedModel | undefined {
    const model = this.#side.contents.ofParticle(particle, namespace);
    return model && this.#content(model);
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

  #content(model: ContentModel): KeyedModel {
    const keys = new Map<LeafModel, readonly string[]>();
    for (const leaf of leavesOf(model)) {
      if (!keys.has(leaf)) keys.set(leaf, this.#keysOf(leaf));
      this.#leaf(leaf);
    }
    const keysOf = (leaf: LeafModel): readonly string[] => keys.get(leaf) ?? [];
    for (const [key, { min, max }] of occurrences(model, keysOf)) {
      const field = this.fields.get(key);
      const occurs = { min, max: max === Number.POSITIVE_INFINITY ? ('unbounded' as const) : max };
      if (field !== undefined) this.fields.set(key, { ...field, occurs });
    }
    return { model, keysOf };
  }

  #keysOf(leaf: LeafModel): readonly string[] {
    return leaf.kind === 'any'
      ? [wildcardKey(leaf.wildcard, this.#namespaceOf(leaf))]
      : concreteElements(leaf).map(({ name }) => this.#side.key(name));
  }

  #namespaceOf({ target = '' }: LeafModel): string {
    return this.#side.namespace(target);
  }

  #leaf(leaf: LeafModel): void {
    const { places } = this.#side;
    const { particle } = leaf;
    const own = particle && (this.#partPlaces.get(particle) ?? places.particle(particle));
    const place = own ?? places.whole;
    const namespace = this.#namespaceOf(leaf);
    if (leaf.kind === 'any') this.wildcards.push(wireWildcard(leaf.wildcard, namespace, place));
    else {
      for (const element of concreteElements(leaf)) {
        this.#element(element, element === leaf.declaration ? place : places.of(element), namespace);
      }
    }
  }

  #element(element: ElementDeclaration, place: Place, namespace: string): void {
    const key = this.#side.key(element.name);
    if (this.fields.has(key)) return;
    const { name, type, nillable, fixed, default: otherwise } = element;
    this.fields.set(key, {
      kind: 'element',
      key,
      name,
      property: propertyNameOf(element),
      // Only the whole content says how often.
      occurs: { min: 0, max: 0 },
      value: { type, nillable, default: otherwise, fixed, place, namespace },
    });
  }
}

/** The elements that a message has there. If all are abstract, the declared one is taken as concrete. */
function concreteElements({ declaration, elements }: ElementModel): readonly ElementDeclaration[] {
  const concrete = [...elements.values()].filter((element) => !('abstract' in element && element.abstract));
  return concrete.length > 0 || declaration === undefined ? concrete : [declaration];
}

/** @param namespace of the schema that it is in. */
export function wireWildcard(wildcard: Wildcard, namespace: string, place: Place): WireWildcard {
  return { wildcard, admits: admittedBy(wildcard, namespace), place, key: wildcardKey(wildcard, namespace) };
}

function wildcardKey({ namespaces, processContents }: Wildcard, namespace: string): string {
  const key =
    typeof namespaces === 'string'
      ? `${namespaces === '##other' ? `not ${namespace}` : namespaces}`
      : [...namespaces]
          .map((one) => (one === '##targetNamespace' ? namespace : one))
          .sort()
          .join(' ');
  return `any ${key} ${processContents}`;
}

interface Count {
  readonly min: number;
  readonly max: number;
}

const never: Count = { min: 0, max: 0 };

/** How often the element of each key occurs in a content. */
function occurrences(model: ContentModel, keysOf: KeyedModel['keysOf']): ReadonlyMap<string, Count> {
  const times = ({ min, max }: Count): Count => ({
    min: min * model.min,
    // 0 * Infinity is NaN.
    max: max === 0 ? 0 : max * model.max,
  });
  if (!('parts' in model)) {
    const keys = keysOf(model);
    return new Map(keys.map((key) => [key, times({ min: keys.length === 1 ? 1 : 0, max: 1 })]));
  }
  const parts = model.parts.map((part) => occurrences(part, keysOf));
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
