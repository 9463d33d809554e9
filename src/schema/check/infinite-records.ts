import {
  type ComplexType,
  type ElementDeclaration,
  keyOf,
  type NamedComplexType,
  type Origin,
  type Particle,
  type QName,
  type TypeReference,
} from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import type { Spot } from '../marks.ts';
import type { CheckContext } from './check-context.ts';

/** What keeps a record from coming to an end: a field that must be there, and the record that it is of. */
interface Obstacle {
  readonly field: string;
  readonly to: QName | undefined;
  readonly at: Spot | Origin | undefined;
}

/**
 * Records whose required content leads back to them, so that none can ever be written down. A choice needs one of its
 * parts to end, a field of a record any of those that may stand for it. Each circle is reported once.
 */
export function checkEndless(context: CheckContext): void {
  const { contract } = context;
  const records = contract.schemas.flatMap(({ types }) => types).filter((type) => type.kind === 'complex');
  const endless = new Endless(context);
  endless.settle(records);
  const byKey = new Map(records.map((record) => [keyOf(record.name), record]));
  const done = new Set<string>();
  for (const start of records) {
    const path: { readonly record: NamedComplexType; readonly obstacle: Obstacle }[] = [];
    let next: NamedComplexType | undefined = start;
    while (next !== undefined && !endless.ends(next.name)) {
      const record: NamedComplexType = next;
      const first = path.findIndex((step) => step.record === record);
      if (first !== -1) {
        const circle = path.slice(first);
        const steps = circle.map(({ record: { name }, obstacle }) => `${name.local}.${obstacle.field}`);
        const way = [...steps, record.name.local].join(' -> ');
        context.add(kinds.infiniteRecord, { record: record.name.local, path: way }, circle.at(-1)?.obstacle.at);
        break;
      }
      if (done.has(keyOf(record.name))) break;
      done.add(keyOf(record.name));
      const obstacle = endless.obstacleOf(record);
      if (obstacle === undefined) break;
      path.push({ record, obstacle });
      next = obstacle.to && byKey.get(keyOf(obstacle.to));
    }
  }
}

class Endless {
  readonly #context: CheckContext;
  /** Records that are known to end. */
  readonly #ending: Set<string> = new Set();

  constructor(context: CheckContext) {
    this.#context = context;
  }

  ends(name: QName): boolean {
    return this.#ending.has(keyOf(name));
  }

  /** Until nothing more turns out to end: a choice may have waited for the wrong one of its parts. */
  settle(records: readonly NamedComplexType[]): void {
    for (let known = -1; known < this.#ending.size; ) {
      known = this.#ending.size;
      this.#sweep(records.filter(({ name }) => !this.ends(name)));
    }
  }

  /** Looks at each record anew when one that it waits for turns out to end. */
  #sweep(records: readonly NamedComplexType[]): void {
    const waiting = new Map<string, NamedComplexType[]>();
    const queue = [...records];
    for (let record = queue.pop(); record !== undefined; record = queue.pop()) {
      if (this.ends(record.name)) continue;
      const obstacle = this.obstacleOf(record);
      if (obstacle === undefined) {
        this.#ending.add(keyOf(record.name));
        // Those who wait for what it is derived from may take it instead.
        for (let type: NamedComplexType | undefined = record, steps = 0; type !== undefined && steps < 100; steps++) {
          queue.push(...(waiting.get(keyOf(type.name)) ?? []));
          waiting.delete(keyOf(type.name));
          type = this.#context.index.base(type);
        }
        continue;
      }
      for (const to of this.#waitsFor(obstacle)) {
        const list = waiting.get(to) ?? [];
        list.push(record);
        waiting.set(to, list);
      }
    }
  }

  #waitsFor({ to }: Obstacle): readonly string[] {
    return to === undefined ? [] : [keyOf(to)];
  }

  /** The first thing that keeps a record from ending, its own content and that of what it extends. */
  obstacleOf(record: ComplexType): Obstacle | undefined {
    const base = record.derivation?.method === 'extension' ? this.#context.index.base(record) : undefined;
    if (base !== undefined && base !== record && !this.ends(base.name) && !base.abstract) {
      const spot = record.derivation && this.#context.marks.spotOf(record.derivation);
      return { field: '$extends', to: base.name, at: spot };
    }
    return record.content.kind === 'elements' ? this.#ofParticle(record.content.particle, new Set()) : undefined;
  }

  #ofParticle(particle: Particle, groups: ReadonlySet<string>): Obstacle | undefined {
    if (particle.occurs.min === 0 || particle.kind === 'any') return undefined;
    switch (particle.kind) {
      case 'element':
        return this.#ofElement(particle.element, particle.element.name.local);
      case 'elementReference': {
        const { index } = this.#context;
        const head = index.element(particle.name);
        if (head === undefined) return undefined;
        const candidates = [head, ...index.substitutes(head.name)].filter(({ abstract }) => !abstract);
        const obstacles = candidates.map((element) =>
          this.#ofElement(element, particle.typeScriptName ?? element.name.local),
        );
        return obstacles.includes(undefined) ? undefined : obstacles[0];
      }
      case 'groupReference': {
        const key = keyOf(particle.name);
        const group = this.#context.index.group(particle.name);
        if (group === undefined || groups.has(key)) return undefined;
        const inner = this.#ofParticle(group.particle, new Set([...groups, key]));
        return inner && { ...inner, field: `${particle.typeScriptName}.${inner.field}` };
      }
      case 'choice': {
        const obstacles = particle.particles.map((one) => this.#ofParticle(one, groups));
        return obstacles.includes(undefined) ? undefined : obstacles[0];
      }
      default:
        for (const one of particle.particles) {
          const obstacle = this.#ofParticle(one, groups);
          if (obstacle !== undefined) return obstacle;
        }
        return undefined;
    }
  }

  #ofElement(element: ElementDeclaration, field: string): Obstacle | undefined {
    if (element.nillable) return undefined;
    const inner = this.#ofType(element.type);
    if (inner === undefined) return undefined;
    if (inner.field !== '') return { ...inner, field: `${field}.${inner.field}` };
    return { field, to: inner.to, at: this.#context.marks.spotOf(element.type) ?? element.origin };
  }

  #ofType(reference: TypeReference): Obstacle | undefined {
    const { index } = this.#context;
    const type = index.definition(reference);
    if (type?.kind !== 'complex') return undefined;
    if (reference.kind === 'anonymous') return this.obstacleOf(type);
    const candidates = [type, ...index.derived(reference.name)].filter(({ abstract }) => !abstract);
    const ends = candidates.length === 0 || candidates.some(({ name }) => name !== undefined && this.ends(name));
    return ends ? undefined : { field: '', to: reference.name, at: undefined };
  }
}
