import { type ComplexType, keyOf, type Occurs, type Particle } from '../contract/index.ts';
import { contract as kinds } from '../diagnostics/index.ts';
import { ancestry, type CheckContext } from './check-context.ts';

/** Parsers expand a content model position by position; this number takes some megabytes. */
const maxPositions = 50_000;

/**
 * Checks the number of positions of a content model: one for each possible occurrence of an element, or minOccurs + 1
 * for an unbounded element.
 *
 * @returns false for a content model that is too large, which is reported.
 */
export function checkContentSize(type: ComplexType, context: CheckContext): boolean {
  if (type.content.kind !== 'elements') return true;
  const counter = new PositionCounter(context);
  const contents = [type, ...ancestry(type, context.index).filter((one) => one !== type)].map(({ content }) => content);
  const sum = contents.reduce((all, one) => all + (one.kind === 'elements' ? counter.of(one.particle) : 0), 0);
  if (sum <= maxPositions) return true;
  const { largest } = counter;
  const ownName = type.name?.local ?? 'a record';
  const what = largest === undefined || largest === type.content.particle ? ownName : nameOf(largest);
  const at = largest?.kind === 'element' ? largest.element.origin : largest?.origin;
  context.add(kinds.tooManyPlaces, { what, limit: maxPositions }, at ?? type.origin);
  return false;
}

class PositionCounter {
  readonly #context: CheckContext;
  readonly #groups: Map<string, number> = new Map();
  /** The innermost particle that is too large. */
  largest: Particle | undefined;

  constructor(context: CheckContext) {
    this.#context = context;
  }

  /** Positions of a particle with its content. */
  of(particle: Particle): number {
    const count = timesOf(particle.occurs) * this.#once(particle);
    if (count > maxPositions) this.largest ??= particle;
    // Capped, since Infinity times 0 is NaN.
    return Math.min(count, maxPositions + 1);
  }

  #once(particle: Particle): number {
    if (particle.kind === 'groupReference') return this.#group(particle);
    if (!('particles' in particle)) return 1;
    return particle.particles.reduce((sum, one) => sum + this.of(one), 0);
  }

  #group({ name }: Extract<Particle, { readonly kind: 'groupReference' }>): number {
    const key = keyOf(name);
    const cached = this.#groups.get(key);
    if (cached !== undefined) return cached;
    const group = this.#context.index.group(name);
    const count = group === undefined ? 0 : this.of(group.particle);
    this.#groups.set(key, count);
    return count;
  }
}

function timesOf({ min, max }: Occurs): number {
  return max === 'unbounded' ? min + 1 : max;
}

function nameOf(particle: Particle): string {
  switch (particle.kind) {
    case 'element':
      return particle.element.name.local;
    case 'elementReference':
    case 'groupReference':
      return particle.name.local;
    default:
      return particle.typeScriptName ?? `$${particle.kind}`;
  }
}
