import type {
  AttributeGroup,
  ContractOptions,
  ModelGroup,
  NamedType,
  Notation,
  QName,
  Schema,
  SimpleType,
} from '../contract/index.ts';
import { annotation, foreignAttributes, ownAttributes } from './wsdl-annotations.ts';
import { type Prefixes, requireOwn } from './wsdl-names.ts';
import type { Attributes, XmlDocument } from './xml-document.ts';
import { namespacesReferredTo } from './xml-schema-references.ts';
import { writeSimpleType } from './xml-schema-simple.ts';
import {
  type ComponentWriting,
  writeAttributes,
  writeComplexType,
  writeGlobalAttribute,
  writeGlobalElement,
  writeGroup,
} from './xml-schema-structures.ts';

/** One xs:schema: its imports, then its elements, types, attributes and groups. */
export function writeSchema(document: XmlDocument, schema: Schema, options: ContractOptions, names: Prefixes): void {
  const { elementFormDefault, attributeFormDefault, targetNamespace, prefix } = schema;
  const attributes = {
    elementFormDefault,
    attributeFormDefault: attributeFormDefault === 'qualified' ? 'qualified' : undefined,
    targetNamespace: targetNamespace === '' ? undefined : targetNamespace,
    ...optionAttributes(options, 'sw:'),
    ...foreignAttributes(schema, names.of),
    'sw:prefix': prefix !== undefined && names.namespaces[prefix] !== targetNamespace ? prefix : undefined,
  };
  const { elements, types, groups, attributeGroups, notations = [] } = schema;
  for (const { name } of [...elements, ...types, ...schema.attributes, ...groups, ...attributeGroups, ...notations]) {
    requireOwn(name, targetNamespace);
  }
  document.element('xs:schema', attributes, () => {
    for (const namespace of namespacesReferredTo(schema)) {
      document.element('xs:import', { namespace: namespace === '' ? undefined : namespace });
    }
    annotation(document, schema);
    const texts = new TextTypes(schema);
    const to: ComponentWriting = {
      document,
      prefixedName: names.of,
      literalOf: names.literalOf,
      schema,
      path: [],
      named: texts.named,
    };
    for (const element of elements) writeGlobalElement(to, element);
    for (const type of types) writeNamedType(to, type);
    for (const attribute of schema.attributes) writeGlobalAttribute(to, attribute);
    for (const group of groups) writeModelGroup(to, group);
    for (const group of attributeGroups) writeAttributeGroup(to, group);
    for (const notation of notations) writeNotation(to, notation);
    for (const [name, type] of texts.all) writeSimpleType(to, type, { name, 'sw:anonymous': 'true' });
  });
}

/** Only what differs from the default, so that most contracts show nothing foreign. */
export function optionAttributes(
  { long, decimal, dateTime, date, duration }: ContractOptions,
  prefix: string,
): Attributes {
  return {
    [`${prefix}long`]: long === 'bigint' ? undefined : long,
    [`${prefix}decimal`]: decimal === 'string' ? undefined : decimal,
    [`${prefix}dateTime`]: dateTime === 'Date' ? undefined : dateTime,
    [`${prefix}date`]: date === 'string' ? undefined : date,
    [`${prefix}duration`]: duration === 'string' ? undefined : duration,
  };
}

function writeNamedType(to: ComponentWriting, type: NamedType): void {
  const name = type.name.local;
  if (type.kind === 'simple') {
    writeSimpleType(to, type, { name });
    return;
  }
  to.path.push(name);
  writeComplexType(to, type, { name });
  to.path.pop();
}

function writeNotation(to: ComponentWriting, notation: Notation): void {
  const { name, public: publicId, system } = notation;
  const attributes = { name: name.local, public: publicId, system, ...ownAttributes(notation, to.prefixedName) };
  to.document.element('xs:notation', attributes, () => annotation(to.document, notation));
}

function writeModelGroup(to: ComponentWriting, group: ModelGroup): void {
  const name = group.name.local;
  to.path.push(name);
  to.document.element('xs:group', { name, ...ownAttributes(group, to.prefixedName) }, () => {
    annotation(to.document, group);
    writeGroup(to, group.particle, {});
  });
  to.path.pop();
}

function writeAttributeGroup(to: ComponentWriting, group: AttributeGroup): void {
  to.document.element('xs:attributeGroup', { name: group.name.local, ...ownAttributes(group, to.prefixedName) }, () => {
    annotation(to.document, group);
    writeAttributes(to, group);
  });
}

/** Types of text content that have no name in the contract; `Price.text` is that of the record Price. */
class TextTypes {
  readonly all: Map<string, SimpleType> = new Map();
  readonly #namespace: string;
  readonly #taken: ReadonlySet<string>;

  constructor({ targetNamespace, types }: Schema) {
    this.#namespace = targetNamespace;
    this.#taken = new Set(types.map(({ name }) => name.local));
  }

  readonly named = (type: SimpleType, path: readonly string[]): QName => {
    let local = `${path.join('.')}.text`;
    while (this.#taken.has(local) || this.all.has(local)) local += '_';
    this.all.set(local, type);
    return { namespace: this.#namespace, local };
  };
}
