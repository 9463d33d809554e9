import {
  type Annotated,
  type Contract,
  componentNameOf,
  keyOf,
  type Particle,
  propertyNameOf,
  type TypeDefinition,
} from '../contract/index.ts';
import type { GivenNames } from './rename.ts';

/** Names for references to elements and groups that get others: the name of a property does not depend on its type's. */
export function referenceNames({ schemas }: Contract, changed: GivenNames): GivenNames {
  const renamed = new Map<string, string>();
  for (const element of schemas.flatMap(({ elements }) => elements)) {
    if (changed.has(element)) renamed.set(`elementReference ${keyOf(element.name)}`, propertyNameOf(element));
  }
  for (const group of schemas.flatMap(({ groups }) => groups)) {
    if (changed.has(group)) renamed.set(`groupReference ${keyOf(group.name)}`, componentNameOf(group));
  }
  const names = new Map<Annotated, string>();
  if (renamed.size === 0) return names;
  const visit = (particle: Particle): void => {
    if (particle.kind === 'element') inside(particle.element.type);
    else if ('particles' in particle) for (const inner of particle.particles) visit(inner);
    else if (particle.kind !== 'any' && particle.typeScriptName === undefined) {
      const name = renamed.get(`${particle.kind} ${keyOf(particle.name)}`);
      if (name !== undefined) names.set(particle, name);
    }
  };
  const ofType = (type: TypeDefinition): void => {
    if (type.kind === 'complex' && type.content.kind === 'elements') visit(type.content.particle);
  };
  const inside = (reference: { readonly kind: string; readonly type?: TypeDefinition }): void => {
    if (reference.type !== undefined) ofType(reference.type);
  };
  for (const { elements, types, groups } of schemas) {
    for (const { type } of elements) inside(type);
    for (const type of types) ofType(type);
    for (const { particle } of groups) visit(particle);
  }
  return names;
}
