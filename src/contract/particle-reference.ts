import type { Particle, QName } from './model.ts';

/** The global component that a particle refers to: an element or a named group. */
export interface ParticleReference {
  readonly kind: 'element' | 'group';
  readonly name: QName;
}

/** Undefined for a particle that is declared in place. */
export function particleReference(particle: Particle): ParticleReference | undefined {
  switch (particle.kind) {
    case 'elementReference':
      return { kind: 'element', name: particle.name };
    case 'groupReference':
      return { kind: 'group', name: particle.name };
    default:
      return undefined;
  }
}
