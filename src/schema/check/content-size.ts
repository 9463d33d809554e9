import { type ComplexType, keyOf, type Occurs, type Particle } from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import { ancestry, type CheckContext } from './check-context.ts';

/** Parsers lay a content model out place by place: this many take them some megabytes. */
const placesAtMost = 50_000;

/**
 * Whether a content model has few enough places: one for each element, as often as it may occur. Where there is no
 * bound, one more than it must occur is enough.
 *
 * @returns false for one that is too large, which was reported.
 */
export function checkPlaces(type: ComplexType, context: CheckContext): boolean {
  if (type.content.kind !== 'elements') return true;
  const places = new Places(context);
  const contents = [type, ...ancestry(type, context.index).filter((one) => one !== type)].map(({ content }) => content);
  const sum = contents.reduce((all, one) => all + (one.kind === 'elements' ? places.of(one.particle) : 0), 0);
  if (sum <= placesAtMost) return true;
  const { largest } = places;
  const ownName = type.name?.local ?? 'a record';
  const what = largest === undefined || largest === type.content.particle ? ownName : nameOf(largest);
  const at = largest?.kind === 'element' ? largest.element.origin : largest?.origin;
  context.add(kinds.tooManyPlaces, { what, limit: placesAtMost }, at ?? type.origin);
  return false;
}

class Places {
  readonly #context: CheckContext;
  readonly #groups: Map<string, number> = new Map();
  /** The innermost particle that alone is too large. */
  largest: Particle | undefined;

  constructor(context: CheckContext) {
    this.#context = context;
  }

  /** Of a particle with all that it holds. */
  of(particle: Particle): number {
    const places = timesOf(particle.occurs) * this.#once(particle);
    if (places > placesAtMost) this.largest ??= particle;
    // Of what is too large it does not matter by how much, and infinity times nothing is no number.
    return Math.min(places, placesAtMost + 1);
  }

  #once(particle: Particle): number {
    if (particle.kind === 'groupReference') return this.#group(particle);
    if (!('particles' in particle)) return 1;
    return particle.particles.reduce((sum, one) => sum + this.of(one), 0);
  }

  #group({ name }: Extract<Particle, { readonly kind: 'groupReference' }>): number {
    const key = keyOf(name);
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group = this.#context.index.group(name);
    const places = group === undefined ? 0 : this.of(group.particle);
    this.#groups.set(key, places);
    return places;
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
