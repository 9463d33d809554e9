import { type Wildcard, wildcard } from '@soapwright/runtime';
import {
  type ComplexType,
  type ComponentIndex,
  type ElementDeclaration,
  keyOf,
  type Particle,
  type QName,
} from '../contract/index.ts';

/** A particle with its references resolved. */
export type Model = ElementModel | WildcardModel | GroupModel;

interface ModelBase {
  readonly min: number;
  readonly max: number;
  /** Whether no element fits too. */
  readonly nullable: boolean;
}

export interface ElementModel extends ModelBase {
  readonly kind: 'element';
  readonly name: QName;
  /** The element and those that may substitute it. */
  readonly elements: ReadonlyMap<string, ElementDeclaration>;
}

export interface WildcardModel extends ModelBase {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
}

export interface GroupModel extends ModelBase {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly parts: readonly Model[];
}

/** Builds the content model of a complex type; that of an extended type comes first. */
export class ContentModels {
  readonly #index: ComponentIndex;
  readonly #built: Map<ComplexType, GroupModel> = new Map();

  constructor(index: ComponentIndex) {
    this.#index = index;
  }

  /** @param namespace of the schema that declares the type, which `##other` and `##targetNamespace` refer to. */
  of(type: ComplexType, namespace: string): GroupModel {
    const existing = this.#built.get(type);
    if (existing !== undefined) return existing;
    const parts = this.#contents(type, namespace, new Set());
    const model = group('sequence', parts, 1, 1);
    this.#built.set(type, model);
    return model;
  }

  #contents(type: ComplexType, namespace: string, seen: Set<ComplexType>): readonly Model[] {
    if (seen.has(type)) return [];
    seen.add(type);
    const { content, derivation, name } = type;
    const base = derivation?.method === 'extension' ? this.#index.base(type) : undefined;
    const target = name?.namespace ?? namespace;
    const own = content.kind === 'elements' ? this.#model(content.particle, target, new Set()) : undefined;
    return [...(base === undefined ? [] : this.#contents(base, namespace, seen)), ...(own === undefined ? [] : [own])];
  }

  /** Undefined for a particle that cannot occur. @param open names of the groups around it. */
  #model(particle: Particle, target: string, open: ReadonlySet<string>): Model | undefined {
    const { min } = particle.occurs;
    const max = particle.occurs.max === 'unbounded' ? Number.POSITIVE_INFINITY : particle.occurs.max;
    if (max === 0) return undefined;
    switch (particle.kind) {
      case 'element': {
        const { element } = particle;
        return { kind: 'element', name: element.name, elements: named([element]), min, max, nullable: min === 0 };
      }
      case 'elementReference': {
        const { name } = particle;
        const head = this.#index.element(name);
        const elements = [...(head === undefined || head.abstract ? [] : [head]), ...this.#index.substitutes(name)];
        return { kind: 'element', name, elements: named(elements), min, max, nullable: min === 0 };
      }
      case 'any': {
        const admitted = wildcard(particle.wildcard.namespaces, target);
        return { kind: 'any', wildcard: admitted, min, max, nullable: min === 0 };
      }
      case 'groupReference': {
        const key = keyOf(particle.name);
        const found = open.has(key) ? undefined : this.#index.group(particle.name);
        const inner = found && this.#model(found.particle, particle.name.namespace, new Set([...open, key]));
        return inner && group('sequence', [inner], min, max);
      }
      default: {
        const parts = particle.particles.flatMap((one) => this.#model(one, target, open) ?? []);
        return group(particle.kind, parts, min, max);
      }
    }
  }
}

function group(kind: GroupModel['kind'], parts: readonly Model[], min: number, max: number): GroupModel {
  const isEmpty = kind === 'choice' ? parts.some(({ nullable }) => nullable) : parts.every(({ nullable }) => nullable);
  return { kind, parts, min, max, nullable: min === 0 || parts.length === 0 || isEmpty };
}

function named(elements: readonly ElementDeclaration[]): ReadonlyMap<string, ElementDeclaration> {
  return new Map(elements.map((element) => [keyOf(element.name), element]));
}

/** Whether an element of this name can be somewhere in the content. */
export function holds(model: Model, name: QName): boolean {
  switch (model.kind) {
    case 'element':
      return model.elements.has(keyOf(name));
    case 'any':
      return model.wildcard.admits(name.namespace);
    default:
      return model.parts.some((part) => holds(part, name));
  }
}

/** Whether the content can begin with an element of this name. */
export function startsWith(model: Model, name: QName): boolean {
  if (model.kind === 'element' || model.kind === 'any') return holds(model, name);
  if (model.kind !== 'sequence') return model.parts.some((part) => startsWith(part, name));
  for (const part of model.parts) {
    if (startsWith(part, name)) return true;
    if (!part.nullable) return false;
  }
  return false;
}

const declarations: WeakMap<Model, ReadonlyMap<string, ElementDeclaration>> = new WeakMap();

/** The declarations in a content model, by their names; collected once. */
export function declarationsIn(model: Model): ReadonlyMap<string, ElementDeclaration> {
  const known = declarations.get(model);
  if (known !== undefined) return known;
  const found = new Map<string, ElementDeclaration>();
  collect(model, found);
  declarations.set(model, found);
  return found;
}

function collect(model: Model, found: Map<string, ElementDeclaration>): void {
  if (model.kind === 'element') for (const [key, element] of model.elements) found.set(key, element);
  else if (model.kind !== 'any') for (const part of model.parts) collect(part, found);
}
