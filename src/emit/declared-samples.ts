import { type Contract, type ElementDeclaration, keyOf, type Particle, type QName, xsd } from '../contract/index.ts';

/** An element that a schema declares, as XML text with its least content. */
export interface DeclaredSample {
  readonly namespace: string;
  readonly text: string;
}

/** Elements of a contract whose least content is none: what a strict wildcard admits (XML Schema part 1, 3.10.1). */
export function declaredSamples({ schemas }: Contract): readonly DeclaredSample[] {
  const types = new Map(schemas.flatMap((schema) => schema.types.map((type) => [keyOf(type.name), type] as const)));
  const isEmpty = ({ type }: ElementDeclaration): boolean => {
    if (type.kind === 'named' && type.name.namespace === xsd) return emptyBuiltIns.has(type.name.local);
    const definition = type.kind === 'named' ? types.get(keyOf(type.name)) : type.type;
    if (definition?.kind !== 'complex' || definition.abstract || definition.derivation !== undefined) return false;
    const { content, attributes, attributeGroups } = definition;
    const isBare = attributeGroups.length === 0 && attributes.every(({ use }) => use !== 'required');
    return isBare && (content.kind === 'empty' || (content.kind === 'elements' && isDispensable(content.particle)));
  };
  return schemas
    .flatMap(({ elements }) => elements)
    .filter((element) => !element.abstract && element.fixed === undefined && isEmpty(element))
    .map(({ name }) => ({ namespace: name.namespace, text: emptyElement(name) }));
}

/** Built-in types of which the empty text is a value. */
const emptyBuiltIns: ReadonlySet<string> = new Set(['string', 'normalizedString', 'token', 'anyURI', 'anyType']);

function isDispensable(particle: Particle): boolean {
  if (particle.occurs.min === 0) return true;
  if (!('particles' in particle)) return false;
  return particle.kind === 'choice'
    ? particle.particles.some(isDispensable)
    : particle.particles.every((inner) => isDispensable(inner));
}

export function emptyElement({ namespace, local }: QName): string {
  return `<${local} xmlns="${escapedName(namespace)}"/>`;
}

/** A namespace name as the value of an attribute. */
export function escapedName(namespace: string): string {
  return namespace.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
