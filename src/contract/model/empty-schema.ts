import type { Schema } from './schema-components.ts';

/** A schema without components, whose local elements and attributes are in no namespace. */
export function emptySchema(targetNamespace: string): Schema {
  return {
    targetNamespace,
    elementFormDefault: 'unqualified',
    attributeFormDefault: 'unqualified',
    elements: [],
    types: [],
    attributes: [],
    groups: [],
    attributeGroups: [],
    imports: [],
  };
}
