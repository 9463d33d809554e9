import {
  contentPieces,
  expandedName,
  isSchemaNamespace,
  namespaceOf,
  wsdlNamespace,
  type XmlDocument,
  type XmlElement,
  xsdNamespace,
} from '../contract/index.ts';

/** An element without what has no meaning: prefixes, white space, comments, documentation, defaults that are written out. */
export interface CanonicalElement {
  /** `{namespace}local` */
  readonly name: string;
  /** Sorted. */
  readonly attributes: readonly Attribute[];
  readonly text: string;
  readonly children: readonly CanonicalElement[];
}

type Attribute = readonly [name: string, value: string];

/** Defaults of an xs:schema that its declarations take where they say nothing themselves. */
export interface SchemaDefaults {
  readonly elementForm: string;
  readonly attributeForm: string;
  readonly block: string;
  readonly final: string;
}

/** Attributes whose value is one QName or a list of QNames. */
const schemaNames = new Set(['type', 'base', 'ref', 'refer', 'itemType', 'memberTypes', 'substitutionGroup']);
const wsdlNames = new Set(['message', 'element', 'type', 'binding']);

const schemaDefaults: Readonly<Record<string, string>> = {
  abstract: 'false',
  maxOccurs: '1',
  minOccurs: '1',
  mixed: 'false',
  nillable: 'false',
  processContents: 'strict',
  use: 'optional',
};

/** @param defaults of the xs:schema that the element is in; undefined outside of any. */
export function canonicalElement(
  element: XmlElement,
  document: XmlDocument,
  defaults: SchemaDefaults | undefined,
  isGlobal = true,
): CanonicalElement {
  const name = elementName(element);
  const children = element.children
    .filter((child) => !isDocumentation(child))
    .map((child) => canonicalElement(child, document, defaults, false))
    // An annotation without documentation.
    .filter(
      ({ name: local, children: inner, text }) => !(local.endsWith('}annotation') && inner.length === 0 && text === ''),
    );
  const attributes = element.attributes
    .filter(({ namespace, local, value }) => !isIrrelevant(element, namespace, local, value.trim()))
    .map(
      ({ namespace, local, value }): Attribute => [
        `{${namespace}}${local}`,
        canonicalValue(element, namespace, local, value),
      ],
    );
  const all = [...attributes, ...inherited(element, defaults, isGlobal)].sort(([a], [b]) => (a < b ? -1 : 1));
  return { name, attributes: all, text: leadingText(element, document), children };
}

/** The same for elements that mean the same. */
export function fingerprint({ name, attributes, text, children }: CanonicalElement): string {
  return JSON.stringify([name, attributes, text, children.map(fingerprint)]);
}

export function attributeIn({ attributes }: CanonicalElement, local: string): string | undefined {
  return attributes.find(([name]) => name === `{}${local}`)?.[1];
}

function elementName({ namespace, local }: XmlElement): string {
  return `{${isSchemaNamespace(namespace) ? xsdNamespace : namespace}}${local}`;
}

function isDocumentation({ namespace, local }: XmlElement): boolean {
  return local === 'documentation' && (namespace === wsdlNamespace || isSchemaNamespace(namespace));
}

/** Locations do not change the meaning. */
function isIrrelevant(element: XmlElement, namespace: string, local: string, value: string): boolean {
  if (namespace !== '' || !isSchemaNamespace(element.namespace)) return false;
  if (local === 'id' || local === 'schemaLocation') return true;
  // Of an element or attribute, `fixed` is a value.
  if (local === 'fixed') return facets.test(element.local) && (value === 'false' || value === '0');
  return schemaDefaults[local] === (booleans.has(local) ? booleanOf(value) : value);
}

const facets =
  /^(?:(?:min|max)(?:Length|Inclusive|Exclusive)|length|totalDigits|fractionDigits|whiteSpace|pattern|enumeration)$/;

const booleans = new Set(['abstract', 'mixed', 'nillable']);

function booleanOf(value: string): string {
  return value === '1' ? 'true' : value === '0' ? 'false' : value;
}

function canonicalValue(element: XmlElement, namespace: string, local: string, value: string): string {
  const text = value.replace(/\s+/g, ' ').trim();
  if (namespace === wsdlNamespace && local === 'arrayType') return expanded(text, element);
  if (namespace !== '') return text;
  if (isSchemaNamespace(element.namespace)) {
    if (schemaNames.has(local))
      return text
        .split(' ')
        .map((name) => expanded(name, element))
        .join(' ');
    if (local === 'xpath')
      return text.replace(
        /(?<![\w.-])([\w.-]+):(?=[\w*])/g,
        (_, prefix: string) => `{${namespaceOf(element, prefix)}}`,
      );
    // White space in values counts.
    if (local === 'value' || local === 'default' || local === 'fixed') return value;
    return booleans.has(local) ? booleanOf(text) : text;
  }
  // Elements of soap: refer to messages, such as soap:header.
  return (element.namespace === wsdlNamespace ? wsdlNames.has(local) : local === 'message')
    ? expanded(text, element)
    : text;
}

/** A QName, which may have the `[]` of an array type. */
function expanded(text: string, element: XmlElement): string {
  const name = expandedName(text, element);
  return name === undefined ? text : `{${name.namespace}}${name.local}`;
}

/** The attributes that a declaration inherits from its xs:schema. */
function inherited(element: XmlElement, defaults: SchemaDefaults | undefined, isGlobal: boolean): readonly Attribute[] {
  if (defaults === undefined || !isSchemaNamespace(element.namespace)) return [];
  const has = (name: string): boolean =>
    element.attributes.some(({ namespace, local }) => namespace === '' && local === name);
  const values: Attribute[] = [];
  const add = (name: string, value: string): void => {
    if (value !== '' && !has(name)) values.push([`{}${name}`, value]);
  };
  const { local } = element;
  if (!isGlobal && has('name') && local === 'element') add('form', defaults.elementForm);
  if (!isGlobal && has('name') && local === 'attribute') add('form', defaults.attributeForm);
  if (local === 'element' || local === 'complexType') add('block', defaults.block);
  if (local === 'element' || local === 'complexType' || local === 'simpleType') add('final', defaults.final);
  return values;
}

/** The text before the first child, as it stands in the file; of XML Schema and WSDL only appinfo has any. */
function leadingText(element: XmlElement, document: XmlDocument): string {
  if (element.content !== undefined) return withoutLayout(element.content);
  if (element.strayText === -1) return '';
  const { text } = document.findings.source;
  const { end } = document.range(element);
  const next = text.indexOf('<', end);
  return text
    .slice(end, next === -1 ? undefined : next)
    .replace(/\s+/g, ' ')
    .trim();
}

/** XML as text, without white space and comments between tags. */
function withoutLayout(content: string): string {
  return contentPieces(content)
    .map(({ kind, text }) => (kind === 'comment' || text.trim() === '' ? '' : text))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
