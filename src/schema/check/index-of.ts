import {
  type AttributeGroup,
  type ComplexType,
  type Contract,
  type GlobalElement,
  keyOf,
  type ModelGroup,
  type NamedType,
  type QName,
  type TypeDefinition,
  type TypeReference,
} from '../../contract/index.ts';

export type NamedComplexType = NamedType & ComplexType;

/** Finds components by name; a name that stands for nothing was reported, and has none. */
export class Index {
  readonly #types: ReadonlyMap<string, NamedType>;
  readonly #elements: ReadonlyMap<string, GlobalElement>;
  readonly #groups: ReadonlyMap<string, ModelGroup>;
  readonly #attributeGroups: ReadonlyMap<string, AttributeGroup>;
  readonly #derived: Map<string, NamedComplexType[]> = new Map();
  readonly #substitutes: Map<string, GlobalElement[]> = new Map();

  constructor({ schemas }: Contract) {
    const byName = <T extends { readonly name: QName }>(all: readonly T[]): ReadonlyMap<string, T> =>
      new Map(all.map((one) => [keyOf(one.name), one]));
    this.#types = byName(schemas.flatMap(({ types }) => types));
    this.#elements = byName(schemas.flatMap(({ elements }) => elements));
    this.#groups = byName(schemas.flatMap(({ groups }) => groups));
    this.#attributeGroups = byName(schemas.flatMap(({ attributeGroups }) => attributeGroups));
    for (const type of this.#types.values()) {
      if (type.kind === 'complex' && type.derivation !== undefined) push(this.#derived, type.derivation.base, type);
    }
    for (const element of this.#elements.values()) {
      if (element.substitutionGroup !== undefined) push(this.#substitutes, element.substitutionGroup, element);
    }
  }

  type(name: QName): NamedType | undefined {
    return this.#types.get(keyOf(name));
  }

  /** Undefined for built-in types too. */
  definition(reference: TypeReference): TypeDefinition | undefined {
    return reference.kind === 'anonymous' ? reference.type : this.type(reference.name);
  }

  element(name: QName): GlobalElement | undefined {
    return this.#elements.get(keyOf(name));
  }

  group(name: QName): ModelGroup | undefined {
    return this.#groups.get(keyOf(name));
  }

  attributeGroup(name: QName): AttributeGroup | undefined {
    return this.#attributeGroups.get(keyOf(name));
  }

  base({ derivation }: ComplexType): NamedComplexType | undefined {
    const type = derivation && this.type(derivation.base);
    return type?.kind === 'complex' ? type : undefined;
  }

  /** By one step or more. */
  derived(name: QName): readonly NamedComplexType[] {
    return following(this.#derived, name);
  }

  substitutes(name: QName): readonly GlobalElement[] {
    return following(this.#substitutes, name);
  }
}

function push<T>(map: Map<string, T[]>, name: QName, one: T): void {
  const list = map.get(keyOf(name));
  if (list === undefined) map.set(keyOf(name), [one]);
  else list.push(one);
}

function following<T extends { readonly name: QName }>(
  map: ReadonlyMap<string, readonly T[]>,
  name: QName,
): readonly T[] {
  const found = new Set(map.get(keyOf(name)) ?? []);
  // A set that grows while it is walked: each is looked at once, so that a circle ends.
  for (const one of found) for (const next of map.get(keyOf(one.name)) ?? []) found.add(next);
  return [...found];
}
