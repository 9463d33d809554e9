import type { Particle, QName } from './model.ts';

/** The global component that a particle refers to: an element or a named group. */
export interface ParticleReference {
  readonly kind: 'element' | 'group';
  readonly name: QName;
  /** The name that the contract gives the property. */
  readonly property: string | undefined;
}

/** Undefined for a particle that is declared in place. */
export function particleReference(particle: Particle): ParticleReference | undefined {
  if (particle.kind !== 'elementReference' && particle.kind !== 'groupReference') return undefined;
  const { kind, name, typeScriptName: property } = particle;
  return { kind: kind === 'elementReference' ? 'element' : 'group', name, property };
}
