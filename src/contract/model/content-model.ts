import type { ComponentIndex } from './lookup.ts';
import type { ComplexType, ElementDeclaration, Particle, QName, Wildcard } from './model.ts';
import { nameKey } from './qualified-name.ts';

/**
 * The content that a type allows: its particles with all references followed, as a regular expression over elements and
 * wildcards. Whatever compares, checks or counts content reads it. The model of a named group is one object for all types
 * that use the group.
 */
export type ContentModel = LeafModel | GroupModel;
export type LeafModel = ElementModel | WildcardModel;

interface ModelBase {
  readonly min: number;
  /** Infinity without a limit. */
  readonly max: number;
  /** Whether content without elements fits. */
  readonly nullable: boolean;
  /** Undefined for a content that several types make up, and for one that no contract declares. */
  readonly particle?: Particle | undefined;
}

interface LeafBase extends ModelBase {
  /** The namespace of the schema that declares the particle. */
  readonly target?: string | undefined;
}

export interface ElementModel extends LeafBase {
  readonly kind: 'element';
  readonly name: QName;
  /** Undefined if no schema declares the element. */
  readonly declaration?: ElementDeclaration | undefined;
  /** The elements of a message that fit, by the keys of their names: its own unless abstract, and its substitutes. */
  readonly elements: ReadonlyMap<string, ElementDeclaration>;
}

export interface WildcardModel extends LeafBase {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
  readonly admits: (namespace: string) => boolean;
}

export interface GroupModel extends ModelBase {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly parts: readonly ContentModel[];
}

/** Builds the content models of a contract, each once. */
export class ContentModels {
  readonly #index: ComponentIndex;
  readonly #whole: Map<ComplexType, GroupModel> = new Map();
  readonly #own: Map<ComplexType, ContentModel | undefined> = new Map();
  readonly #groups: Map<string, ContentModel | undefined> = new Map();

  constructor(index: ComponentIndex) {
    this.#index = index;
  }

  /**
   * A sequence of the contents of the types that a type extends, and of its own.
   *
   * @param namespace of the schema that declares the type, if it has no name.
   */
  of(type: ComplexType, namespace: string): GroupModel {
    const existing = this.#whole.get(type);
    if (existing !== undefined) return existing;
    const chain: ComplexType[] = [];
    for (let step: ComplexType | undefined = type; step !== undefined && !chain.includes(step); ) {
      chain.unshift(step);
      step = step.derivation?.method === 'extension' ? this.#index.base(step) : undefined;
    }
    const parts = chain.flatMap((one) => this.ofOwn(one, namespace) ?? []);
    const model = groupModel('sequence', 1, 1, undefined, parts);
    this.#whole.set(type, model);
    return model;
  }

  /** The content that a type itself declares; undefined if it has no elements. */
  ofOwn(type: ComplexType, namespace: string): ContentModel | undefined {
    const { content, name } = type;
    if (content.kind !== 'elements') return undefined;
    if (this.#own.has(type)) return this.#own.get(type);
    const model = this.ofParticle(content.particle, name?.namespace ?? namespace);
    this.#own.set(type, model);
    return model;
  }

  /** Undefined for a particle that cannot occur. @param target the namespace of the schema that declares it. */
  ofParticle(particle: Particle, target: string): ContentModel | undefined {
    const { min } = particle.occurs;
    const max = particle.occurs.max === 'unbounded' ? Number.POSITIVE_INFINITY : particle.occurs.max;
    if (max === 0) return undefined;
    const leaf = { min, max, nullable: min === 0, particle, target };
    switch (particle.kind) {
      case 'element': {
        const { element: declaration } = particle;
        return { kind: 'element', name: declaration.name, declaration, elements: byName([declaration]), ...leaf };
      }
      case 'elementReference': {
        const { name } = particle;
        const declaration = this.#index.element(name);
        const own = declaration === undefined || declaration.abstract ? [] : [declaration];
        const elements = byName([...own, ...this.#index.substitutes(name)]);
        return { kind: 'element', name, declaration, elements, ...leaf };
      }
      case 'any': {
        const { wildcard } = particle;
        return { kind: 'any', wildcard, admits: admittedBy(wildcard, target), ...leaf };
      }
      case 'groupReference': {
        const group = this.#group(particle.name);
        return group && groupModel('sequence', min, max, particle, [group]);
      }
      default: {
        const parts = particle.particles.flatMap((one) => this.ofParticle(one, target) ?? []);
        return groupModel(particle.kind, min, max, particle, parts);
      }
    }
  }

  /** Undefined inside of the group itself, too. */
  #group(name: QName): ContentModel | undefined {
    const key = nameKey(name);
    if (this.#groups.has(key)) return this.#groups.get(key);
    this.#groups.set(key, undefined);
    const group = this.#index.group(name);
    const model = group && this.ofParticle(group.particle, name.namespace);
    this.#groups.set(key, model);
    return model;
  }
}

function groupModel(
  kind: GroupModel['kind'],
  min: number,
  max: number,
  particle: Particle | undefined,
  parts: readonly ContentModel[],
): GroupModel {
  const isEmpty = kind === 'choice' ? parts.some(({ nullable }) => nullable) : parts.every(({ nullable }) => nullable);
  return { kind, parts, min, max, nullable: min === 0 || parts.length === 0 || isEmpty, particle };
}

function byName(elements: readonly ElementDeclaration[]): ReadonlyMap<string, ElementDeclaration> {
  return new Map(elements.map((element) => [nameKey(element.name), element]));
}

/** Tells whether a wildcard admits names of a namespace. @param target the namespace of the schema that it is in. */
export function admittedBy({ namespaces }: Wildcard, target: string): (namespace: string) => boolean {
  if (namespaces === '##any') return () => true;
  if (namespaces === '##other') return (namespace) => namespace !== '' && namespace !== target;
  const listed = new Set(
    namespaces.map((one) => (one === '##targetNamespace' ? target : one === '##local' ? '' : one)),
  );
  return (namespace) => listed.has(namespace);
}

/** Whether an element of this name can be somewhere in the content. */
export function holds(model: ContentModel, name: QName): boolean {
  switch (model.kind) {
    case 'element':
      return model.elements.has(nameKey(name));
    case 'any':
      return model.admits(name.namespace);
    default:
      return model.parts.some((part) => holds(part, name));
  }
}

/** Whether the content can begin with an element of this name. */
export function startsWith(model: ContentModel, name: QName): boolean {
  if (model.kind === 'element' || model.kind === 'any') return holds(model, name);
  if (model.kind !== 'sequence') return model.parts.some((part) => startsWith(part, name));
  for (const part of model.parts) {
    if (startsWith(part, name)) return true;
    if (!part.nullable) return false;
  }
  return false;
}

/** The elements and wildcards of a content, in their order. */
export function* leavesOf(model: ContentModel): Iterable<LeafModel> {
  if ('parts' in model) for (const part of model.parts) yield* leavesOf(part);
  else yield model;
}
