import { contract as kinds } from '../../diagnostics/index.ts';
import { type ComplexType, type ContentModel, type Particle, particleReference } from '../model/index.ts';
import { ancestry, type CheckContext } from './check-context.ts';

/** Parsers expand a content model position by position; this number takes some megabytes. */
const maxPositions = 50_000;

/**
 * Checks the number of positions of a content model: one for each possible occurrence of an element, or minOccurs + 1
 * for an unbounded element.
 *
 * @returns false for a content model that is too large, which is reported.
 */
export function checkContentSize(type: ComplexType, targetNamespace: string, context: CheckContext): boolean {
  if (type.content.kind !== 'elements') return true;
  const counter = new PositionCounter();
  const types = [type, ...ancestry(type, context.index).filter((one) => one !== type)];
  const sum = types.reduce((all, one) => {
    const model = context.contents.ofOwn(one, targetNamespace);
    return all + (model === undefined ? 0 : counter.of(model));
  }, 0);
  if (sum <= maxPositions) return true;
  const { largest } = counter;
  const ownName = type.name?.local ?? 'a record';
  const what = largest === undefined || largest === type.content.particle ? ownName : particleName(largest);
  const at = largest?.kind === 'element' ? largest.element.origin : largest?.origin;
  context.add(kinds.tooManyPlaces, { what, limit: maxPositions }, at ?? type.origin);
  return false;
}

class PositionCounter {
  readonly #counts: Map<ContentModel, number> = new Map();
  /** The innermost particle that is too large. */
  largest: Particle | undefined;

  /** Positions of a part of a content. */
  of(model: ContentModel): number {
    const known = this.#counts.get(model);
    if (known !== undefined) return known;
    const { min, max, particle } = model;
    const times = max === Number.POSITIVE_INFINITY ? min + 1 : max;
    const inside = 'parts' in model ? model.parts.reduce((sum, part) => sum + this.of(part), 0) : 1;
    if (times * inside > maxPositions) this.largest ??= particle;
    // Capped, since Infinity times 0 is NaN.
    const count = Math.min(times * inside, maxPositions + 1);
    this.#counts.set(model, count);
    return count;
  }
}

function particleName(particle: Particle): string {
  if (particle.kind === 'element') return particle.element.name.local;
  return particleReference(particle)?.name.local ?? particle.typeScriptName ?? `$${particle.kind}`;
}
