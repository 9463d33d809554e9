import {
  type ComplexType,
  type ComponentIndex,
  keyOf,
  type Occurs,
  type Origin,
  type Particle,
  type QName,
  sameName,
  type TypeReference,
} from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import { ancestry, type CheckContext } from './check-context.ts';

/** A place in a content model that an element of a message can be at. */
interface Position {
  readonly what: string;
  /** By name; undefined for a wildcard. */
  readonly names: readonly QName[] | undefined;
  readonly allows: (namespace: string) => boolean;
  /** Namespaces that a wildcard lists. */
  readonly listed?: readonly string[];
  readonly type: TypeReference | undefined;
  readonly origin: Origin | undefined;
}

/** What a particle can begin and end with. */
interface Reach {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/**
 * Whether each element of a message belongs to one particle alone, by its name and the elements before it (XML Schema
 * part 1, 3.8.6, "Unique Particle Attribution"), and elements of one name are of one type ("Element Declarations
 * Consistent").
 */
export function checkAmbiguity(type: ComplexType, targetNamespace: string, context: CheckContext): void {
  const extended = ancestry(type, context.index).filter(
    (_, index, all) => index === 0 || all.slice(0, index).every(({ derivation }) => derivation?.method === 'extension'),
  );
  const model = new ContentModel(context.index);
  const reach = model.sequence(
    extended.reverse().flatMap(({ name, content }) => {
      const target = name?.namespace ?? targetNamespace;
      return content.kind === 'elements' ? (model.add(content.particle, target) ?? []) : [];
    }),
  );
  if (model.isPlain) return;
  checkConsistent(model.positions, context);
  const conflict = model.conflict(reach);
  if (conflict === undefined) return;
  const [one, other] = conflict;
  context.add(kinds.ambiguous, { one: other.what, other: one.what }, other.origin ?? one.origin ?? type.origin);
}

function checkConsistent(positions: readonly Position[], context: CheckContext): void {
  const types = new Map<string, Position>();
  for (const position of positions) {
    const [name] = position.names ?? [];
    if (name === undefined) continue;
    const first = types.get(keyOf(name));
    if (first === undefined) types.set(keyOf(name), position);
    else if (!sameType(first.type, position.type)) {
      context.add(kinds.otherType, { name: name.local }, position.origin);
      return;
    }
  }
}

function sameType(one: TypeReference | undefined, other: TypeReference | undefined): boolean {
  if (one === other) return true;
  return one?.kind === 'named' && other?.kind === 'named' && sameName(one.name, other.name);
}

/** More places than anybody writes would take long to compare. */
const positionsAtMost = 2_000;

class ContentModel {
  readonly positions: Position[] = [];
  readonly #follow: Map<number, Set<number>> = new Map();
  readonly #names: Set<string> = new Set();
  readonly #index: ComponentIndex;
  readonly #lets: Map<Position, readonly string[]> = new Map();
  #spoken: ReadonlySet<string> | undefined;
  #open = new Set<string>();
  #plain = true;

  constructor(index: ComponentIndex) {
    this.#index = index;
  }

  /** No name is there twice, and nothing lets in others: then nothing can be mistaken. */
  get isPlain(): boolean {
    return this.#plain;
  }

  /** Undefined for what may not occur at all. @param target the namespace that words of wildcards are about. */
  add(particle: Particle, target: string): Reach | undefined {
    const { occurs } = particle;
    if (occurs.max === 0 || this.positions.length > positionsAtMost) return undefined;
    const reach = this.#once(particle, target);
    return reach && this.#repeated(reach, occurs);
  }

  #repeated(reach: Reach, { min, max }: Occurs): Reach {
    const repeats = max === 'unbounded' || (max > 1 && max !== min);
    if (repeats) this.#connect(reach.last, reach.first);
    return { ...reach, nullable: reach.nullable || min === 0 };
  }

  #once(particle: Particle, target: string): Reach | undefined {
    switch (particle.kind) {
      case 'element': {
        const { name, type, origin } = particle.element;
        return this.#position({ what: `"${name.local}"`, names: [name], allows: none, type, origin });
      }
      case 'elementReference': {
        const names = [particle.name, ...this.#index.substitutes(particle.name).map(({ name }) => name)];
        const type = this.#index.element(particle.name)?.type;
        return this.#position({ what: `"${particle.name.local}"`, names, allows: none, type, origin: particle.origin });
      }
      case 'any': {
        const { namespaces } = particle.wildcard;
        const allows = (namespace: string): boolean => {
          if (namespaces === '##any') return true;
          if (namespaces === '##other') return namespace !== '' && namespace !== target;
          const word = namespace === '' ? '##local' : namespace === target ? '##targetNamespace' : namespace;
          return namespaces.includes(word) || (namespace !== '' && namespaces.includes(namespace));
        };
        this.#plain = false;
        const what = `what "$any ${particle.typeScriptName ?? ''}" lets in`;
        const listed = typeof namespaces === 'string' ? [] : namespaces;
        return this.#position({ what, names: undefined, allows, listed, type: undefined, origin: particle.origin });
      }
      case 'groupReference': {
        const key = keyOf(particle.name);
        const group = this.#index.group(particle.name);
        if (group === undefined || this.#open.has(key)) return undefined;
        this.#open.add(key);
        const reach = this.add(group.particle, particle.name.namespace);
        this.#open.delete(key);
        return reach;
      }
      case 'choice':
        return this.#choice(particle.particles.flatMap((one) => this.add(one, target) ?? []));
      case 'all': {
        const parts = particle.particles.flatMap((one) => this.add(one, target) ?? []);
        const any = this.#choice(parts);
        if (any !== undefined) this.#connect(any.last, any.first);
        return any && { ...any, nullable: parts.every(({ nullable }) => nullable) };
      }
      default:
        return this.sequence(particle.particles.flatMap((one) => this.add(one, target) ?? []));
    }
  }

  #position(position: Position): Reach {
    for (const name of position.names ?? []) {
      if (this.#names.has(keyOf(name))) this.#plain = false;
      this.#names.add(keyOf(name));
    }
    this.positions.push(position);
    const number = this.positions.length - 1;
    return { nullable: false, first: [number], last: [number] };
  }

  #choice(parts: readonly Reach[]): Reach | undefined {
    return {
      nullable: parts.some(({ nullable }) => nullable),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
    };
  }

  sequence(parts: readonly Reach[]): Reach {
    let whole: Reach = { nullable: true, first: [], last: [] };
    for (const part of parts) {
      this.#connect(whole.last, part.first);
      whole = {
        nullable: whole.nullable && part.nullable,
        first: whole.nullable ? [...whole.first, ...part.first] : whole.first,
        last: part.nullable ? [...whole.last, ...part.last] : part.last,
      };
    }
    return whole;
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const one of from) {
      const follow = this.#follow.get(one) ?? new Set<number>();
      for (const next of to) follow.add(next);
      this.#follow.set(one, follow);
    }
  }

  /** Two places that the same element could be at next. */
  conflict({ first }: Reach): readonly [Position, Position] | undefined {
    for (const next of [new Set(first), ...this.#follow.values()]) {
      const found = this.#conflictIn([...next].sort((a, b) => a - b));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #conflictIn(numbers: readonly number[]): readonly [Position, Position] | undefined {
    const byName = new Map<string, Position>();
    const byNamespace = new Map<string, Position>();
    const all = numbers.flatMap((number) => this.positions[number] ?? []);
    for (const position of all) {
      for (const namespace of this.#letIn(position)) {
        const other = byNamespace.get(namespace);
        if (other !== undefined) return [other, position];
        byNamespace.set(namespace, position);
      }
      for (const name of position.names ?? []) {
        const other = byName.get(keyOf(name));
        if (other !== undefined) return [other, position];
        byName.set(keyOf(name), position);
      }
    }
    for (const named of all) {
      for (const { namespace } of named.names ?? []) {
        const wildcard = byNamespace.get(namespace);
        if (wildcard !== undefined) return [named, wildcard];
      }
    }
    return undefined;
  }

  /** Namespaces that a wildcard lets in, of those that the content speaks of; the last one stands for all others. */
  #letIn(position: Position): readonly string[] {
    if (position.names !== undefined) return [];
    const known = this.#lets.get(position);
    if (known !== undefined) return known;
    this.#spoken ??= new Set([
      '',
      ...this.positions.flatMap(({ names, listed }) => names?.map(({ namespace }) => namespace) ?? listed ?? []),
      'urn:other',
    ]);
    const lets = [...this.#spoken].filter(position.allows);
    this.#lets.set(position, lets);
    return lets;
  }
}

function none(): boolean {
  return false;
}
