import {
  type Annotated,
  type Contract,
  componentNameOf,
  nameKey,
  particleReference,
  propertyNameOf,
  visitSchemas,
} from '../model/index.ts';
import type { GivenNames } from './rename.ts';

/** Names for references to elements and groups that get others: the name of a property does not depend on its type's. */
export function referenceNames({ schemas }: Contract, changed: GivenNames): GivenNames {
  const renamed = new Map<string, string>();
  for (const element of schemas.flatMap(({ elements }) => elements)) {
    if (changed.has(element)) renamed.set(`element ${nameKey(element.name)}`, propertyNameOf(element));
  }
  for (const group of schemas.flatMap(({ groups }) => groups)) {
    if (changed.has(group)) renamed.set(`group ${nameKey(group.name)}`, componentNameOf(group));
  }
  const names = new Map<Annotated, string>();
  if (renamed.size === 0) return names;
  visitSchemas(schemas, (part) => {
    if (part.kind !== 'particle') return true;
    const reference = particleReference(part.component);
    const name = reference && renamed.get(`${reference.kind} ${nameKey(reference.name)}`);
    if (name !== undefined && part.component.typeScriptName === undefined) names.set(part.component, name);
    return true;
  });
  return names;
}
