import { type Contract, keyOf, type Particle, type TypeReference } from '../contract/index.ts';
import type { BoundOperation } from './bodies.ts';

/** How often messages, headers, faults and types of a contract refer to each global element, by the keys of their names. */
export function elementUses(contract: Contract, operations: readonly BoundOperation[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const count = (key: string): void => {
    uses.set(key, (uses.get(key) ?? 0) + 1);
  };
  for (const { parts } of contract.messages) {
    for (const { content } of parts) if (content.kind === 'element') count(keyOf(content.name));
  }
  // Several operations can have the same message.
  const seen = new Set<string>();
  for (const { request, response } of operations) {
    for (const body of [request, response]) {
      const key = body && keyOf(body.message.name);
      if (key === undefined) continue;
      if (seen.has(key))
        for (const { content } of body?.parts ?? []) if (content.kind === 'element') count(keyOf(content.name));
      seen.add(key);
    }
  }
  // A fault can have the message of a body.
  const ofFaults = operations.flatMap(({ operation }) => operation.faults.map(({ message }) => keyOf(message)));
  const shared = new Set(ofFaults.filter((key) => seen.has(key)));
  for (const { name, parts } of contract.messages) {
    if (!shared.has(keyOf(name))) continue;
    for (const { content } of parts) if (content.kind === 'element') count(keyOf(content.name));
  }
  for (const { elements, types, groups } of contract.schemas) {
    for (const { type, substitutionGroup } of elements) {
      if (substitutionGroup !== undefined) count(keyOf(substitutionGroup));
      inReference(type, count);
    }
    for (const type of types) inReference({ kind: 'anonymous', type }, count);
    for (const { particle } of groups) inParticle(particle, count);
  }
  return uses;
}

function inReference(reference: TypeReference, count: (key: string) => void): void {
  if (reference.kind === 'named' || reference.type.kind === 'simple') return;
  const { content } = reference.type;
  if (content.kind === 'elements') inParticle(content.particle, count);
}

function inParticle(particle: Particle, count: (key: string) => void): void {
  if (particle.kind === 'elementReference') count(keyOf(particle.name));
  else if (particle.kind === 'element') inReference(particle.element.type, count);
  else if ('particles' in particle) for (const inner of particle.particles) inParticle(inner, count);
}
