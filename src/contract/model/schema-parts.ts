import type {
  AttributeGroup,
  AttributeUse,
  ComplexType,
  Content,
  ElementDeclaration,
  ElementParticle,
  EnumerationValue,
  GlobalAttribute,
  GlobalElement,
  ModelGroup,
  NamedType,
  Particle,
  QName,
  Schema,
  SimpleContent,
  SimpleType,
  TypeDefinition,
  TypeReference,
  Wildcard,
} from './model.ts';
import { particleReference } from './particle-reference.ts';

/** The symbol spaces of a schema. */
export type SymbolSpace = 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup';

/** A component of a schema, or a part of one. */
export type SchemaPart =
  | { readonly kind: 'type'; readonly component: TypeDefinition }
  /** A global element, or a local one with its particle. */
  | { readonly kind: 'element'; readonly component: ElementDeclaration; readonly particle?: ElementParticle }
  | { readonly kind: 'attribute'; readonly component: GlobalAttribute | AttributeUse }
  | { readonly kind: 'group'; readonly component: ModelGroup }
  | { readonly kind: 'attributeGroup'; readonly component: AttributeGroup }
  | { readonly kind: 'particle'; readonly component: Exclude<Particle, ElementParticle> }
  | { readonly kind: 'text'; readonly component: SimpleContent }
  | { readonly kind: 'anyAttribute'; readonly component: Wildcard }
  | { readonly kind: 'value'; readonly component: EnumerationValue }
  | SchemaReference;

/** A component that other schemas can refer to. */
export type GlobalComponent =
  | { readonly kind: 'type'; readonly component: NamedType }
  | { readonly kind: 'element'; readonly component: GlobalElement }
  | { readonly kind: 'attribute'; readonly component: GlobalAttribute }
  | { readonly kind: 'group'; readonly component: ModelGroup }
  | { readonly kind: 'attributeGroup'; readonly component: AttributeGroup };

/** A name that refers to a global component, or to a built-in type. */
export interface SchemaReference {
  readonly kind: 'reference';
  readonly space: SymbolSpace;
  readonly name: QName;
}

/** The global components of a schema. */
export function componentsOf({
  types,
  elements,
  attributes,
  groups,
  attributeGroups,
}: Schema): readonly GlobalComponent[] {
  return [
    ...types.map((component) => ({ kind: 'type', component }) as const),
    ...elements.map((component) => ({ kind: 'element', component }) as const),
    ...attributes.map((component) => ({ kind: 'attribute', component }) as const),
    ...groups.map((component) => ({ kind: 'group', component }) as const),
    ...attributeGroups.map((component) => ({ kind: 'attributeGroup', component }) as const),
  ];
}

/**
 * The children of a part: for a type its base, its content, its attributes. A reference has no parts, and
 * the element whose substitution group an element is in is not a part of it.
 */
export function partsOf(part: SchemaPart): readonly SchemaPart[] {
  switch (part.kind) {
    case 'type':
      return part.component.kind === 'simple' ? partsOfSimple(part.component) : partsOfComplex(part.component);
    case 'element':
    case 'text':
      return [typePart(part.component.type)];
    case 'attribute': {
      const { component } = part;
      const type = typePart(component.type);
      const isReference = 'reference' in component && component.reference === true;
      return isReference ? [type, { kind: 'reference', space: 'attribute', name: component.name }] : [type];
    }
    case 'group':
      return [particlePart(part.component.particle)];
    case 'attributeGroup':
      return attributeParts(part.component);
    case 'particle':
      return partsOfParticle(part.component);
    default:
      return [];
  }
}

/**
 * Visits all that a part consists of, depth first, but not what its references name.
 *
 * @param enter is called with each part and the one that it belongs to; false skips its children.
 */
export function visitParts(owner: SchemaPart, enter: (part: SchemaPart, owner: SchemaPart) => boolean): void {
  for (const part of partsOf(owner)) if (enter(part, owner)) visitParts(part, enter);
}

/** Visits all components of schemas, with all that they consist of. */
export function visitSchemas(
  schemas: readonly Schema[],
  enter: (part: SchemaPart, owner: SchemaPart | undefined) => boolean,
): void {
  for (const component of schemas.flatMap(componentsOf)) {
    if (enter(component, undefined)) visitParts(component, enter);
  }
}

/** The names that components refer to, as often as they do. */
export function namesReferredTo(schemas: readonly Schema[], space: SymbolSpace): readonly QName[] {
  const found: QName[] = [];
  visitSchemas(schemas, (part) => {
    if (part.kind === 'reference' && part.space === space) found.push(part.name);
    return true;
  });
  return found;
}

function typePart(reference: TypeReference): SchemaPart {
  return reference.kind === 'anonymous'
    ? { kind: 'type', component: reference.type }
    : { kind: 'reference', space: 'type', name: reference.name };
}

function partsOfSimple({ variety }: SimpleType): readonly SchemaPart[] {
  switch (variety.kind) {
    case 'restriction': {
      const values = variety.facets.enumeration ?? [];
      return [...values.map((component) => ({ kind: 'value', component }) as const), typePart(variety.base)];
    }
    case 'list':
      return [typePart(variety.item)];
    case 'union':
      return variety.members.map(typePart);
  }
}

function partsOfComplex(type: ComplexType): readonly SchemaPart[] {
  const { derivation, content } = type;
  const base: readonly SchemaPart[] =
    derivation === undefined ? [] : [{ kind: 'reference', space: 'type', name: derivation.base }];
  return [...base, ...contentParts(content), ...attributeParts(type)];
}

function contentParts(content: Content): readonly SchemaPart[] {
  switch (content.kind) {
    case 'empty':
      return [];
    case 'simple':
      return [{ kind: 'text', component: content }];
    case 'elements':
      return [particlePart(content.particle)];
  }
}

function attributeParts({
  attributes,
  attributeGroups,
  anyAttribute,
}: Pick<ComplexType, 'attributes' | 'attributeGroups' | 'anyAttribute'>): readonly SchemaPart[] {
  return [
    ...attributes.map((component) => ({ kind: 'attribute', component }) as const),
    ...attributeGroups.map((name) => ({ kind: 'reference', space: 'attributeGroup', name }) as const),
    ...(anyAttribute === undefined ? [] : [{ kind: 'anyAttribute', component: anyAttribute } as const]),
  ];
}

function particlePart(particle: Particle): SchemaPart {
  return particle.kind === 'element'
    ? { kind: 'element', component: particle.element, particle }
    : { kind: 'particle', component: particle };
}

function partsOfParticle(particle: Exclude<Particle, ElementParticle>): readonly SchemaPart[] {
  if ('particles' in particle) return particle.particles.map(particlePart);
  const reference = particleReference(particle);
  return reference === undefined ? [] : [{ kind: 'reference', space: reference.kind, name: reference.name }];
}
