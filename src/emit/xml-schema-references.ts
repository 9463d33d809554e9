import {
  arrayTypeOf,
  type ComplexType,
  type Particle,
  type QName,
  type Schema,
  type TypeReference,
  xsd,
} from '../contract/index.ts';

/**
 * Namespaces that the components of a schema refer to, but its own and XML Schema's: what it must import (XML Schema
 * part 1, 4.2.3), in the order of their characters. The empty string is a reference to a name in no namespace.
 */
export function namespacesReferredTo(schema: Schema): readonly string[] {
  const found = new Set<string>();
  const refer = ({ namespace }: QName): void => {
    found.add(namespace);
  };
  const type = (reference: TypeReference): void => {
    if (reference.kind === 'named') refer(reference.name);
    else definition(reference.type);
  };
  const definition = (definition: (TypeReference & { kind: 'anonymous' })['type']): void => {
    if (definition.kind === 'complex') {
      complex(definition);
      return;
    }
    const { variety } = definition;
    if (variety.kind === 'restriction') type(variety.base);
    else if (variety.kind === 'list') type(variety.item);
    else variety.members.forEach(type);
  };
  const attributes = (of: Pick<ComplexType, 'attributes' | 'attributeGroups'>): void => {
    for (const use of of.attributes) {
      if (use.reference) refer(use.name);
      else type(use.type);
      const array = use.foreign && arrayTypeOf(use);
      if (array !== undefined) refer(array.item);
    }
    of.attributeGroups.forEach(refer);
  };
  const complex = (definition: ComplexType): void => {
    const { derivation, content } = definition;
    if (derivation !== undefined) refer(derivation.base);
    if (content.kind === 'elements') particle(content.particle);
    // The text of an extension is its base's.
    else if (content.kind === 'simple' && derivation?.method !== 'extension') type(content.type);
    attributes(definition);
  };
  const particle = (of: Particle): void => {
    switch (of.kind) {
      case 'element':
        type(of.element.type);
        break;
      case 'elementReference':
      case 'groupReference':
        refer(of.name);
        break;
      case 'any':
        break;
      default:
        of.particles.forEach(particle);
    }
  };
  for (const element of schema.elements) {
    type(element.type);
    if (element.substitutionGroup !== undefined) refer(element.substitutionGroup);
  }
  schema.types.forEach(definition);
  for (const attribute of schema.attributes) type(attribute.type);
  for (const group of schema.groups) particle(group.particle);
  schema.attributeGroups.forEach(attributes);
  found.delete(schema.targetNamespace);
  found.delete(xsd);
  return [...found].sort();
}
