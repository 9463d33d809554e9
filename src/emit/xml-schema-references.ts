import { arrayTypeOf, type Schema, visitSchemas, xsd } from '../contract/index.ts';

/**
 * Namespaces that the components of a schema refer to, except its own and XML Schema's: its imports (XML Schema
 * part 1, 4.2.3), in the order of their characters. The empty string is a reference to a name in no namespace.
 */
export function namespacesReferredTo(schema: Schema): readonly string[] {
  const found = new Set<string>();
  visitSchemas([schema], (part, owner) => {
    if (part.kind === 'reference') found.add(part.name.namespace);
    if (part.kind === 'attribute') {
      const array = part.component.foreign && arrayTypeOf(part.component);
      if (array !== undefined) found.add(array.item.namespace);
      if (!('reference' in part.component) || !part.component.reference) return true;
      found.add(part.component.name.namespace);
      return false;
    }
    // The text of an extension is its base's.
    const isInherited =
      owner?.kind === 'type' &&
      owner.component.kind === 'complex' &&
      owner.component.derivation?.method === 'extension';
    return part.kind !== 'text' || !isInherited;
  });
  for (const { substitutionGroup } of schema.elements) {
    if (substitutionGroup !== undefined) found.add(substitutionGroup.namespace);
  }
  found.delete(schema.targetNamespace);
  found.delete(xsd);
  return [...found].sort();
}
