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
} from '../contract/index.ts';
import { contract as kinds } from '../diagnostics/index.ts';
import { ancestry, type CheckContext } from './check-context.ts';

/** A position in a content model that an element of a message can match. */
interface Position {
  readonly what: string;
  /** Names of the elements that match; undefined for a wildcard. */
  readonly names: readonly QName[] | undefined;
  readonly allows: (namespace: string) => boolean;
  /** Namespaces in the list of a wildcard. */
  readonly listed?: readonly string[];
  readonly type: TypeReference | undefined;
  readonly origin: Origin | undefined;
}

/** First and last positions of a particle. */
interface Span {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/**
 * Checks that the name of an element and the preceding elements determine its particle (XML Schema part 1, 3.8.6,
 * "Unique Particle Attribution"), and that elements of one name have one type ("Element Declarations Consistent").
 */
export function checkAmbiguity(type: ComplexType, targetNamespace: string, context: CheckContext): void {
  const extended = ancestry(type, context.index).filter(
    (_, index, all) => index === 0 || all.slice(0, index).every(({ derivation }) => derivation?.method === 'extension'),
  );
  const model = new ContentModel(context.index);
  const span = model.sequence(
    extended.reverse().flatMap(({ name, content }) => {
      const target = name?.namespace ?? targetNamespace;
      return content.kind === 'elements' ? (model.add(content.particle, target) ?? []) : [];
    }),
  );
  if (model.isPlain) return;
  checkConsistent(model.positions, context);
  const conflict = model.conflict(span);
  if (conflict === undefined) return;
  const [one, other] = conflict;
  // Of a group that is used twice, both are in one place.
  const isElsewhere = other.origin !== one.origin && other.origin !== undefined;
  const related = isElsewhere && one.origin && { ...one.origin, message: `The other one, ${one.what}, is here.` };
  const at = other.origin ?? one.origin ?? type.origin;
  context.add(kinds.ambiguous, { one: other.what, other: one.what }, at, { other: related || undefined });
}

function checkConsistent(positions: readonly Position[], context: CheckContext): void {
  const types = new Map<string, Position>();
  for (const position of positions) {
    const [name] = position.names ?? [];
    if (name === undefined) continue;
    const first = types.get(keyOf(name));
    if (first === undefined) types.set(keyOf(name), position);
    else if (!sameType(first.type, position.type)) {
      const other = first.origin && { ...first.origin, message: 'The first one is here.' };
      context.add(kinds.otherType, { name: name.local }, position.origin, { other });
      return;
    }
  }
}

function sameType(one: TypeReference | undefined, other: TypeReference | undefined): boolean {
  if (one === other) return true;
  return one?.kind === 'named' && other?.kind === 'named' && sameName(one.name, other.name);
}

/** Comparison is quadratic; larger content models are not checked. */
const maxPositions = 2_000;

class ContentModel {
  readonly positions: Position[] = [];
  readonly #follow: Map<number, Set<number>> = new Map();
  readonly #names: Set<string> = new Set();
  readonly #index: ComponentIndex;
  readonly #allowed: Map<Position, readonly string[]> = new Map();
  #namespaces: ReadonlySet<string> | undefined;
  #open = new Set<string>();
  #plain = true;

  constructor(index: ComponentIndex) {
    this.#index = index;
  }

  /** No duplicate names and no wildcards: there cannot be an ambiguity. */
  get isPlain(): boolean {
    return this.#plain;
  }

  /** Undefined for maxOccurs 0. @param target namespace that `##other` and `##targetNamespace` refer to. */
  add(particle: Particle, target: string): Span | undefined {
    const { occurs } = particle;
    if (occurs.max === 0 || this.positions.length > maxPositions) return undefined;
    const span = this.#once(particle, target);
    return span && this.#repeated(span, occurs);
  }

  #repeated(span: Span, { min, max }: Occurs): Span {
    const repeats = max === 'unbounded' || (max > 1 && max !== min);
    if (repeats) this.#connect(span.last, span.first);
    return { ...span, nullable: span.nullable || min === 0 };
  }

  #once(particle: Particle, target: string): Span | undefined {
    switch (particle.kind) {
      case 'element': {
        const { name, type, origin } = particle.element;
        return this.#position({ what: `"${name.local}"`, names: [name], allows: matchesNone, type, origin });
      }
      case 'elementReference': {
        const names = [particle.name, ...this.#index.substitutes(particle.name).map(({ name }) => name)];
        const type = this.#index.element(particle.name)?.type;
        return this.#position({
          what: `"${particle.name.local}"`,
          names,
          allows: matchesNone,
          type,
          origin: particle.origin,
        });
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
        const what = `elements of "$any ${particle.typeScriptName ?? ''}"`;
        const listed = typeof namespaces === 'string' ? [] : namespaces;
        return this.#position({ what, names: undefined, allows, listed, type: undefined, origin: particle.origin });
      }
      case 'groupReference': {
        const key = keyOf(particle.name);
        const group = this.#index.group(particle.name);
        if (group === undefined || this.#open.has(key)) return undefined;
        this.#open.add(key);
        const span = this.add(group.particle, particle.name.namespace);
        this.#open.delete(key);
        return span;
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

  #position(position: Position): Span {
    for (const name of position.names ?? []) {
      if (this.#names.has(keyOf(name))) this.#plain = false;
      this.#names.add(keyOf(name));
    }
    this.positions.push(position);
    const number = this.positions.length - 1;
    return { nullable: false, first: [number], last: [number] };
  }

  #choice(parts: readonly Span[]): Span | undefined {
    return {
      nullable: parts.some(({ nullable }) => nullable),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
    };
  }

  sequence(parts: readonly Span[]): Span {
    let whole: Span = { nullable: true, first: [], last: [] };
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

  /** Two positions that can follow each other or start the content, and match the same element. */
  conflict({ first }: Span): readonly [Position, Position] | undefined {
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
      for (const namespace of this.#allowedBy(position)) {
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

  /** Namespaces that a wildcard allows, among those in the content model; `urn:other` represents all others. */
  #allowedBy(position: Position): readonly string[] {
    if (position.names !== undefined) return [];
    const cached = this.#allowed.get(position);
    if (cached !== undefined) return cached;
    this.#namespaces ??= new Set([
      '',
      ...this.positions.flatMap(({ names, listed }) => names?.map(({ namespace }) => namespace) ?? listed ?? []),
      'urn:other',
    ]);
    const allowed = [...this.#namespaces].filter(position.allows);
    this.#allowed.set(position, allowed);
    return allowed;
  }
}

function matchesNone(): boolean {
  return false;
}
