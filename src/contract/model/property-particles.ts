import type { GroupParticle, Particle } from './model.ts';

/** The particles that are members of a type with this content. */
export function outermostParticles(particle: Particle): readonly Particle[] {
  return isPlain(particle) ? memberParticles(particle) : [particle];
}

/** The particles that are members of a group: those of an inner group without a name and of the same kind are among them. */
export function memberParticles({ kind, particles }: GroupParticle): readonly Particle[] {
  if (!particles.some((inner) => inner.kind === kind)) return particles;
  return particles.flatMap((inner) => (isTransparent(inner, kind) ? memberParticles(inner) : [inner]));
}

/** Whether the outermost group of a type adds no property of its own. */
function isPlain(particle: Particle): particle is GroupParticle {
  return particle.kind === 'all' || (particle.kind === 'sequence' && isSingle(particle));
}

function isTransparent(particle: Particle, outer: GroupParticle['kind']): particle is GroupParticle {
  if (particle.kind !== outer || particle.typeScriptName !== undefined) return false;
  return particle.kind === 'choice' ? isOnce(particle) : particle.kind === 'sequence' && isSingle(particle);
}

function isOnce({ occurs }: Particle): boolean {
  return occurs.min === 1 && occurs.max === 1;
}

/** Whether it occurs once, or may be absent without a trace, since each of its particles may. */
function isSingle(group: GroupParticle): boolean {
  const { occurs, particles } = group;
  return isOnce(group) || (occurs.min === 0 && occurs.max === 1 && particles.every((one) => one.occurs.min === 0));
}
