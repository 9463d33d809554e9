import {
  attributeOf,
  expandedName,
  isSchemaNamespace,
  type QName,
  rawAttributeOf,
  type SchemaSource,
  wsdlNamespace,
  type XmlElement,
} from '../../contract/index.ts';
import type { SymbolKind } from '../contract-index.ts';

/** A name in an attribute, as it is written. */
export interface NameUse {
  readonly attribute: string;
  readonly kind: SymbolKind;
  readonly name: QName;
  /** With its prefix. */
  readonly text: string;
}

type Uses = Readonly<Record<string, Readonly<Record<string, SymbolKind>>>>;

/** Attributes of elements of XML Schema that hold QNames. */
const schemaUses: Uses = {
  element: { type: 'type', ref: 'element', substitutionGroup: 'element' },
  attribute: { type: 'type', ref: 'attribute', arrayType: 'type' },
  group: { ref: 'group' },
  attributeGroup: { ref: 'attributeGroup' },
  extension: { base: 'type' },
  restriction: { base: 'type' },
  list: { itemType: 'type' },
  union: { memberTypes: 'type' },
};

/** The same of WSDL and of its binding to SOAP. */
const wsdlUses: Uses = {
  part: { element: 'element', type: 'type' },
  input: { message: 'message' },
  output: { message: 'message' },
  fault: { message: 'message' },
  header: { message: 'message' },
  headerfault: { message: 'message' },
  binding: { type: 'portType' },
  port: { binding: 'binding' },
};

/** The names that an element refers to. @param source the schema that has it; undefined in other parts of a WSDL. */
export function usesOf(element: XmlElement, source?: SchemaSource): readonly NameUse[] {
  const table = isSchemaNamespace(element.namespace) ? schemaUses : wsdlUses;
  const row = Object.hasOwn(table, element.local) ? table[element.local] : undefined;
  return Object.entries(row ?? {}).flatMap(([attribute, kind]) => {
    const value = attribute === 'arrayType' ? itemOf(element) : attributeOf(element, attribute);
    const texts = value?.split(/\s+/) ?? [];
    return texts.flatMap((text) => {
      const name = expandedName(text, element);
      if (name === undefined || isSchemaNamespace(name.namespace)) return [];
      const namespace = name.namespace === '' && source?.isChameleon ? source.targetNamespace : name.namespace;
      return [{ attribute, kind, text, name: { ...name, namespace } }];
    });
  });
}

/** The items' type of `wsdl:arrayType` (WSDL 1.1, 2.2), which has `[]` for each array around them. */
function itemOf(element: XmlElement): string | undefined {
  return rawAttributeOf(element, 'arrayType', wsdlNamespace)?.replace(/\[.*$/s, '').trim();
}

const schemaDeclarations: Readonly<Record<string, SymbolKind>> = {
  element: 'element',
  complexType: 'type',
  simpleType: 'type',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attributeGroup',
};

const wsdlDeclarations: Readonly<Record<string, SymbolKind>> = {
  message: 'message',
  portType: 'portType',
  binding: 'binding',
  service: 'service',
};

/** What a child of xs:schema, xs:redefine or wsdl:definitions declares. */
export function declaredKind({ namespace, local }: XmlElement): SymbolKind | undefined {
  const table = isSchemaNamespace(namespace) ? schemaDeclarations : namespace === wsdlNamespace ? wsdlDeclarations : {};
  return Object.hasOwn(table, local) ? table[local] : undefined;
}
