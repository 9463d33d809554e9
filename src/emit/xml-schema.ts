import {
  type Annotated,
  type ComplexType,
  ContractError,
  type ContractOptions,
  type ElementDeclaration,
  type Facets,
  type Occurs,
  type Particle,
  type QName,
  type Schema,
  type SimpleType,
  type TypeReference,
  xsd,
} from '../contract/index.ts';
import type { Attributes, XmlDocument } from './xml-document.ts';

type NameOf = (name: QName) => string;

/** One xs:schema: its elements, then its types. */
export function writeSchema(document: XmlDocument, schema: Schema, options: ContractOptions, nameOf: NameOf): void {
  const { targetNamespace, elementFormDefault } = schema;
  const attributes = { elementFormDefault, targetNamespace, ...optionAttributes(options) };
  document.element('xs:schema', attributes, () => {
    for (const namespace of schema.imports) document.element('xs:import', { namespace });
    for (const element of schema.elements) writeElement(document, element, {}, nameOf);
    for (const type of schema.types) {
      if (type.kind === 'simple') writeSimpleType(document, type, nameOf);
      else writeComplexType(document, type, { name: type.name.local }, nameOf);
    }
  });
}

/** Only what differs from the default, so that most contracts show nothing foreign. */
function optionAttributes({ long, decimal, dateTime }: ContractOptions): Attributes {
  return {
    'sw:long': long === 'bigint' ? undefined : long,
    'sw:decimal': decimal === 'string' ? undefined : decimal,
    'sw:dateTime': dateTime === 'Date' ? undefined : dateTime,
  };
}

function writeElement(document: XmlDocument, element: ElementDeclaration, occurs: Attributes, nameOf: NameOf): void {
  const { type, doc } = element;
  const attributes: Attributes = {
    ...occurs,
    name: element.name.local,
    type: typeAttribute(type, nameOf),
    nillable: element.nillable ? 'true' : undefined,
    default: element.default,
    fixed: element.fixed,
    'sw:sensitive': element.sensitive ? 'true' : undefined,
    'sw:stream': element.stream ? 'true' : undefined,
    'sw:mapping': element.mapping,
    'sw:name': element.typeScriptName,
    'sw:deprecated': element.deprecated,
  };
  const anonymous = type.kind === 'anonymous' ? type.type : undefined;
  const content = (): void => {
    annotation(document, element);
    if (anonymous?.kind === 'complex') writeComplexType(document, anonymous, {}, nameOf);
  };
  document.element('xs:element', attributes, doc === undefined && anonymous === undefined ? undefined : content);
}

function typeAttribute(type: TypeReference, nameOf: NameOf): string | undefined {
  if (type.kind === 'anonymous') return undefined;
  return type.name.namespace === xsd ? `xs:${type.name.local}` : nameOf(type.name);
}

function writeSimpleType(document: XmlDocument, type: SimpleType, nameOf: NameOf): void {
  const { variety } = type;
  if (variety.kind !== 'restriction') throw new ContractError('Unsupported', `The contract holds a ${variety.kind}.`);
  document.element('xs:simpleType', { name: type.name?.local, 'sw:name': type.typeScriptName }, () => {
    annotation(document, type);
    document.element('xs:restriction', { base: typeAttribute(variety.base, nameOf) }, () => {
      writeFacets(document, variety.facets);
    });
  });
}

function writeFacets(document: XmlDocument, { enumeration = [], patterns = [], ...facets }: Facets): void {
  for (const value of enumeration) {
    const content = value.doc === undefined ? undefined : (): void => annotation(document, value);
    document.element('xs:enumeration', { value: value.value }, content);
  }
  for (const pattern of patterns) document.element('xs:pattern', { value: pattern });
  for (const [name, value] of Object.entries(facets)) {
    if (value !== undefined) document.element(`xs:${name}`, { value: String(value) });
  }
}

function writeComplexType(document: XmlDocument, type: ComplexType, attributes: Attributes, nameOf: NameOf): void {
  document.element(
    'xs:complexType',
    { ...attributes, 'sw:name': type.typeScriptName, 'sw:deprecated': type.deprecated },
    () => {
      annotation(document, type);
      if (type.content.kind === 'elements') writeParticle(document, type.content.particle, nameOf);
    },
  );
}

function writeParticle(document: XmlDocument, particle: Particle, nameOf: NameOf): void {
  switch (particle.kind) {
    case 'sequence': {
      const { min, max } = particle.occurs;
      const occurs = min === 1 && max === 1 ? {} : occursAttributes(particle.occurs);
      document.element('xs:sequence', occurs, () => {
        for (const member of particle.particles) writeParticle(document, member, nameOf);
      });
      break;
    }
    case 'element':
      writeElement(document, particle.element, occursAttributes(particle.occurs), nameOf);
      break;
    default:
      throw new ContractError('Unsupported', `The contract holds a ${particle.kind}, which cannot be generated yet.`);
  }
}

function occursAttributes({ min, max }: Occurs): Attributes {
  return { minOccurs: String(min), maxOccurs: String(max) };
}

function annotation(document: XmlDocument, { doc }: Annotated): void {
  if (doc === undefined || doc === '') return;
  document.element('xs:annotation', {}, () => {
    document.element('xs:documentation', {}, () => document.text(doc));
  });
}
