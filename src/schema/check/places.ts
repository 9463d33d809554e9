import { type ComplexType, keyOf, type Occurs, type Particle } from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import type { Checking } from './checking.ts';
import { ancestry } from './walk.ts';

/** Parsers lay a content model out place by place: this many take them some megabytes. */
const placesAtMost = 50_000;

/**
 * Whether a content model has few enough places: one for each element, as often as it may occur. Where there is no
 * bound, one more than it must occur is enough.
 *
 * @returns false for one that is too large, which was reported.
 */
export function checkPlaces(type: ComplexType, checking: Checking): boolean {
  if (type.content.kind !== 'elements') return true;
  const places = new Places(checking);
  const contents = [type, ...ancestry(type, checking.index).filter((one) => one !== type)].map(
    ({ content }) => content,
  );
  const sum = contents.reduce((all, one) => all + (one.kind === 'elements' ? places.of(one.particle) : 0), 0);
  if (sum <= placesAtMost) return true;
  const { largest } = places;
  const ownName = type.name?.local ?? 'a record';
  const what = largest === undefined || largest === type.content.particle ? ownName : nameOf(largest);
  const at = largest?.kind === 'element' ? largest.element.origin : largest?.origin;
  checking.add(kinds.tooManyPlaces, { what, limit: placesAtMost }, at ?? type.origin);
  return false;
}

class Places {
  readonly #checking: Checking;
  readonly #groups: Map<string, number> = new Map();
  /** The innermost particle that alone is too large. */
  largest: Particle | undefined;

  constructor(checking: Checking) {
    this.#checking = checking;
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
    const group = this.#checking.index.group(name);
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
