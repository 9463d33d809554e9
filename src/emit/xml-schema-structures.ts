import type {
  Annotated,
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  Form,
  GlobalAttribute,
  GlobalElement,
  GroupParticle,
  IdentityConstraint,
  Occurs,
  Particle,
  QName,
  Schema,
  SimpleContent,
  SimpleType,
  TypeReference,
  Wildcard,
} from '../contract/index.ts';
import { withPrefixes } from './foreign-namespaces.ts';
import { annotation, ownAttributes, reservedAttribute, unnamedAttributes } from './wsdl-annotations.ts';
import { requireOwn } from './wsdl-names.ts';
import type { Attributes } from './xml-document.ts';
import {
  listed,
  nameIn,
  type SchemaWriting,
  writeAnonymous,
  writeRestricted,
  writeSimpleType,
} from './xml-schema-simple.ts';

/** The context of writing complex types: their schema, and the position in it. */
export interface ComponentWriting extends SchemaWriting {
  readonly schema: Schema;
  /** Local names of the component that is being written, from the outermost to the innermost. */
  readonly path: string[];
  /** Names an anonymous type, where XML Schema requires a name; the type is then written with the named ones. */
  readonly named: (type: SimpleType, path: readonly string[]) => QName;
}

/**
 * xs:complexType.
 *
 * @param attributes its name, if it has one.
 */
export function writeComplexType(to: ComponentWriting, type: ComplexType, attributes?: Attributes): void {
  const { document } = to;
  const { derivation, content } = type;
  const all = {
    ...attributes,
    abstract: type.abstract ? 'true' : undefined,
    mixed: type.mixed ? 'true' : undefined,
    block: listed(type.block),
    final: listed(type.final),
    ...(attributes === undefined ? unnamedAttributes(type, to.prefixedName) : ownAttributes(type, to.prefixedName)),
    ...reservedAttribute(type),
  };
  document.element('xs:complexType', all, () => {
    annotation(document, type);
    if (content.kind === 'simple') {
      writeSimpleContent(to, type, content);
    } else if (derivation === undefined) {
      writeElementContent(to, type);
    } else {
      document.element('xs:complexContent', {}, () => {
        const base = to.prefixedName(derivation.base);
        document.element(`xs:${derivation.method}`, { base }, () => writeElementContent(to, type));
      });
    }
  });
}

function writeElementContent(to: ComponentWriting, type: ComplexType): void {
  const { content } = type;
  if (content.kind === 'elements') {
    const { particle } = content;
    const isGroup = !['element', 'elementReference', 'any'].includes(particle.kind);
    // The content of a type is a group.
    if (isGroup) writeParticle(to, particle);
    else to.document.element('xs:sequence', {}, () => writeParticle(to, particle));
  }
  writeAttributes(to, type);
}

function writeSimpleContent(to: ComponentWriting, type: ComplexType, content: SimpleContent): void {
  const { document } = to;
  const own = {
    'sw:sensitive': content.sensitive ? 'true' : undefined,
    'sw:mapping': content.mapping,
    ...unnamedAttributes(content, to.prefixedName),
  };
  document.element('xs:simpleContent', own, () => {
    annotation(document, content);
    const { derivation } = type;
    if (derivation?.method === 'restriction') {
      document.element('xs:restriction', { base: to.prefixedName(derivation.base) }, () => {
        if (content.type.kind === 'anonymous') writeAnonymous(to, content.type);
        else writeRestricted(to, content.type);
        writeAttributes(to, type);
      });
      return;
    }
    const base = derivation === undefined ? textType(to, content) : to.prefixedName(derivation.base);
    document.element('xs:extension', { base }, () => writeAttributes(to, type));
  });
}

/** The base of an extension of text. */
function textType(to: ComponentWriting, { type }: SimpleContent): string | undefined {
  if (type.kind === 'named') return to.prefixedName(type.name);
  return type.type.kind === 'simple' ? to.prefixedName(to.named(type.type, to.path)) : undefined;
}

/** Attributes of a complex type or an attribute group. */
export function writeAttributes(
  to: ComponentWriting,
  { attributes, attributeGroups, anyAttribute }: Pick<ComplexType, 'attributes' | 'attributeGroups' | 'anyAttribute'>,
): void {
  for (const use of attributes) writeAttributeUse(to, use);
  for (const name of attributeGroups) to.document.element('xs:attributeGroup', { ref: to.prefixedName(name) });
  if (anyAttribute !== undefined) {
    const attributes = { ...wildcardAttributes(anyAttribute), ...unnamedAttributes(anyAttribute, to.prefixedName) };
    to.document.element('xs:anyAttribute', attributes, () => annotation(to.document, anyAttribute));
  }
}

function writeAttributeUse(to: ComponentWriting, use: AttributeUse): void {
  const declared = use.reference
    ? { ref: to.prefixedName(use.name) }
    : {
        name: use.name.local,
        type: nameIn(use.type, to),
        form: formOf(use.name, to.schema, to.schema.attributeFormDefault),
      };
  writeAttribute(to, use, {
    ...declared,
    use: use.use === 'optional' ? undefined : use.use,
    // A required reference inherits the default of its declaration, and cannot repeat it (XML Schema part 1, 3.2.3).
    default: use.use === 'required' ? undefined : use.default && to.literalOf(use.default, use.type),
    fixed: use.fixed && to.literalOf(use.fixed, use.type),
    'sw:sensitive': use.sensitive ? 'true' : undefined,
    'sw:mapping': use.mapping,
  });
}

export function writeGlobalAttribute(to: SchemaWriting, attribute: GlobalAttribute): void {
  const { name, type, default: otherwise, fixed } = attribute;
  writeAttribute(to, attribute, {
    name: name.local,
    type: nameIn(type, to),
    default: otherwise && to.literalOf(otherwise, type),
    fixed: fixed && to.literalOf(fixed, type),
  });
}

function writeAttribute(
  to: SchemaWriting,
  attribute: GlobalAttribute & Partial<AttributeUse>,
  attributes: Attributes,
): void {
  const own = attribute.reference
    ? unnamedAttributes(attribute, to.prefixedName)
    : ownAttributes(attribute, to.prefixedName);
  to.document.element('xs:attribute', { ...attributes, ...own }, () => {
    annotation(to.document, attribute);
    if (!attribute.reference) writeAnonymous(to, attribute.type);
  });
}

/** The form of a name that is not in the default namespace of such names in the schema. */
function formOf(name: QName, { targetNamespace }: Schema, otherwise: Form): Form | undefined {
  if (name.namespace !== '') requireOwn(name, targetNamespace);
  if (targetNamespace === '') return undefined;
  const form = name.namespace === '' ? 'unqualified' : 'qualified';
  return form === otherwise ? undefined : form;
}

function wildcardAttributes({ namespaces, processContents }: Wildcard): Attributes {
  return {
    namespace: typeof namespaces === 'string' ? namespaces : namespaces.join(' '),
    processContents,
  };
}

export function writeGlobalElement(to: ComponentWriting, element: GlobalElement): void {
  const { abstract, substitutionGroup, final } = element;
  writeElement(
    to,
    element,
    {},
    {
      abstract: abstract ? 'true' : undefined,
      substitutionGroup: substitutionGroup && to.prefixedName(substitutionGroup),
      final: listed(final),
    },
  );
}

/** A particle of a content model. */
function writeParticle(to: ComponentWriting, particle: Particle): void {
  const { document } = to;
  switch (particle.kind) {
    case 'element': {
      const { element } = particle;
      const form = formOf(element.name, to.schema, to.schema.elementFormDefault);
      writeElement(to, element, occursAttributes(particle.occurs), { form });
      break;
    }
    case 'elementReference':
      writeOther(to, 'xs:element', particle, {
        ...occursAttributes(particle.occurs),
        ref: to.prefixedName(particle.name),
      });
      break;
    case 'groupReference':
      writeOther(to, 'xs:group', particle, {
        ...occursUnlessOnce(particle.occurs),
        ref: to.prefixedName(particle.name),
      });
      break;
    case 'any': {
      const { wildcard } = particle;
      const attributes = { ...occursAttributes(particle.occurs), ...wildcardAttributes(wildcard) };
      document.element(
        'xs:any',
        { ...attributes, ...unnamedAttributes({ ...wildcard, ...particle }, to.prefixedName) },
        () => annotation(document, { ...wildcard, ...particle }),
      );
      break;
    }
    default:
      writeGroup(to, particle, occursUnlessOnce(particle.occurs));
  }
}

/**
 * xs:sequence, xs:choice or xs:all.
 *
 * @param occurs the number of occurrences; empty for a named group.
 */
export function writeGroup(to: ComponentWriting, group: GroupParticle, occurs: Attributes): void {
  to.document.element(`xs:${group.kind}`, { ...occurs, ...unnamedAttributes(group, to.prefixedName) }, () => {
    annotation(to.document, group);
    for (const member of group.particles) writeParticle(to, member);
  });
}

function writeOther(to: ComponentWriting, name: string, particle: Annotated, attributes: Attributes): void {
  to.document.element(name, { ...attributes, ...unnamedAttributes(particle, to.prefixedName) }, () =>
    annotation(to.document, particle),
  );
}

function writeElement(to: ComponentWriting, element: ElementDeclaration, occurs: Attributes, more: Attributes): void {
  const { type } = element;
  const attributes = {
    name: element.name.local,
    type: type.kind === 'named' && type.untyped ? undefined : nameIn(type, to),
    nillable: element.nillable ? 'true' : undefined,
    default: element.default && to.literalOf(element.default, type),
    fixed: element.fixed && to.literalOf(element.fixed, type),
    block: listed(element.block),
  };
  const own = {
    'sw:sensitive': element.sensitive ? 'true' : undefined,
    'sw:error': element.error ? 'true' : undefined,
    'sw:stream': element.stream ? 'true' : undefined,
    'sw:mapping': element.mapping,
    'sw:example': element.example,
  };
  const content = (): void => {
    annotation(to.document, element);
    if (type.kind === 'anonymous') writeInside(to, element.name.local, type);
    for (const constraint of element.constraints ?? []) writeConstraint(to, constraint);
  };
  to.document.element('xs:element', [occurs, attributes, more, own, ownAttributes(element, to.prefixedName)], content);
}

/** xs:unique, xs:key or xs:keyref. */
function writeConstraint(to: ComponentWriting, constraint: IdentityConstraint): void {
  const { document, prefixedName } = to;
  const { kind, name, refer, selector, fields } = constraint;
  requireOwn(name, to.schema.targetNamespace);
  const attributes = {
    name: name.local,
    refer: refer && prefixedName(refer),
    ...ownAttributes(constraint, prefixedName),
  };
  document.element(`xs:${kind}`, attributes, () => {
    annotation(document, constraint);
    document.element('xs:selector', { xpath: withPrefixes(selector, prefixedName) });
    for (const field of fields) document.element('xs:field', { xpath: withPrefixes(field, prefixedName) });
  });
}

function writeInside(to: ComponentWriting, owner: string, { type }: TypeReference & { kind: 'anonymous' }): void {
  if (type.kind === 'simple') {
    writeSimpleType(to, type);
    return;
  }
  to.path.push(owner);
  writeComplexType(to, type);
  to.path.pop();
}

function occursAttributes({ min, max }: Occurs): Attributes {
  return { minOccurs: String(min), maxOccurs: String(max) };
}

function occursUnlessOnce(occurs: Occurs): Attributes {
  return occurs.min === 1 && occurs.max === 1 ? {} : occursAttributes(occurs);
}
