import type {
  AttributeUse,
  ComplexType,
  Form,
  GlobalAttribute,
  QName,
  Schema,
  SimpleContent,
  SimpleType,
  Wildcard,
} from '../contract/index.ts';
import { annotation, ownAttributes, reservedAttribute, unnamedAttributes } from './wsdl-annotations.ts';
import { requireOwn } from './wsdl-names.ts';
import type { Attributes } from './xml-document.ts';
import { writeParticle } from './xml-schema-elements.ts';
import { nameIn, type SchemaWriting, writeAnonymous, writeRestricted } from './xml-schema-simple.ts';

/** What complex types need beyond: which schema they are in, and where in it. */
export interface ComponentWriting extends SchemaWriting {
  readonly schema: Schema;
  /** Local names of the component that is being written, from the outermost to the innermost. */
  readonly path: string[];
  /** Gives a type without a name one, for where XML Schema lets none be without; it is written with the named ones. */
  readonly named: (type: SimpleType, path: readonly string[]) => QName;
}

/**
 * xs:complexType.
 *
 * @param attributes its name, where it has one.
 */
export function writeComplexType(to: ComponentWriting, type: ComplexType, attributes?: Attributes): void {
  const { document } = to;
  const { derivation, content } = type;
  const all = {
    ...attributes,
    abstract: type.abstract ? 'true' : undefined,
    mixed: type.mixed ? 'true' : undefined,
    ...(attributes === undefined ? unnamedAttributes(type) : ownAttributes(type)),
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
        const base = to.nameOf(derivation.base);
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
    ...unnamedAttributes(content),
  };
  document.element('xs:simpleContent', own, () => {
    annotation(document, content);
    const { derivation } = type;
    if (derivation?.method === 'restriction') {
      document.element('xs:restriction', { base: to.nameOf(derivation.base) }, () => {
        if (content.type.kind === 'anonymous') writeAnonymous(to, content.type);
        else writeRestricted(to, content.type);
        writeAttributes(to, type);
      });
      return;
    }
    const base = derivation === undefined ? textType(to, content) : to.nameOf(derivation.base);
    document.element('xs:extension', { base }, () => writeAttributes(to, type));
  });
}

/** An extension of text names what it extends. */
function textType(to: ComponentWriting, { type }: SimpleContent): string | undefined {
  if (type.kind === 'named') return to.nameOf(type.name);
  return type.type.kind === 'simple' ? to.nameOf(to.named(type.type, to.path)) : undefined;
}

/** What a complex type and an attribute group have in common. */
export function writeAttributes(
  to: ComponentWriting,
  { attributes, attributeGroups, anyAttribute }: Pick<ComplexType, 'attributes' | 'attributeGroups' | 'anyAttribute'>,
): void {
  for (const use of attributes) writeAttributeUse(to, use);
  for (const name of attributeGroups) to.document.element('xs:attributeGroup', { ref: to.nameOf(name) });
  if (anyAttribute !== undefined) {
    const attributes = { ...wildcardAttributes(anyAttribute), ...unnamedAttributes(anyAttribute) };
    to.document.element('xs:anyAttribute', attributes, () => annotation(to.document, anyAttribute));
  }
}

function writeAttributeUse(to: ComponentWriting, use: AttributeUse): void {
  const declared = use.reference
    ? { ref: to.nameOf(use.name) }
    : {
        name: use.name.local,
        type: nameIn(use.type, to),
        form: formOf(use.name, to.schema, to.schema.attributeFormDefault),
      };
  writeAttribute(to, use, {
    ...declared,
    use: use.use === 'optional' ? undefined : use.use,
    // A reference that must be there may have one by what it refers to, and cannot say so itself (XML Schema part 1, 3.2.3).
    default: use.use === 'required' ? undefined : use.default,
    fixed: use.fixed,
    'sw:sensitive': use.sensitive ? 'true' : undefined,
    'sw:mapping': use.mapping,
  });
}

export function writeGlobalAttribute(to: SchemaWriting, attribute: GlobalAttribute): void {
  const { name, type, default: otherwise, fixed } = attribute;
  writeAttribute(to, attribute, { name: name.local, type: nameIn(type, to), default: otherwise, fixed });
}

function writeAttribute(
  to: SchemaWriting,
  attribute: GlobalAttribute & Partial<AttributeUse>,
  attributes: Attributes,
): void {
  const own = attribute.reference ? unnamedAttributes(attribute) : ownAttributes(attribute);
  to.document.element('xs:attribute', { ...attributes, ...own }, () => {
    annotation(to.document, attribute);
    if (!attribute.reference) writeAnonymous(to, attribute.type);
  });
}

/** Said where a name is not in the namespace that the schema puts such names into. */
export function formOf(name: QName, { targetNamespace }: Schema, otherwise: Form): Form | undefined {
  if (name.namespace !== '') requireOwn(name, targetNamespace);
  if (targetNamespace === '') return undefined;
  const form = name.namespace === '' ? 'unqualified' : 'qualified';
  return form === otherwise ? undefined : form;
}

export function wildcardAttributes({ namespaces, processContents }: Wildcard): Attributes {
  return {
    namespace: typeof namespaces === 'string' ? namespaces : namespaces.join(' '),
    processContents,
  };
}
