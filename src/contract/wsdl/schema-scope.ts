import { wsdl as kinds, type Marks } from '../../diagnostics/index.ts';
import {
  type GlobalElement,
  isEncodingAttribute,
  isEncodingType,
  isSimpleType,
  nameKey,
  type QName,
  soapEncoding12,
  type TypeReference,
  xmlAttributes,
  xmlNamespace,
} from '../model/index.ts';
import { attributeOf, expandedName, type XmlDocument, type XmlElement } from './document.ts';
import type { WsdlFiles } from './load-files.ts';
import type { Declared, SchemaSource, SymbolKind } from './symbols.ts';
import { xsdNamespace } from './xml-names.ts';

/** Names of types in drafts and later versions of XML Schema, and those of XML Schema 1.0 that have their values. */
const otherTypes: Readonly<Record<string, string>> = {
  timeInstant: 'dateTime',
  timeDuration: 'duration',
  uriReference: 'anyURI',
  'uri-reference': 'anyURI',
  uri: 'anyURI',
  binary: 'base64Binary',
  CDATA: 'normalizedString',
  number: 'decimal',
  real: 'double',
  recurringDate: 'gMonthDay',
  recurringDay: 'gDay',
  month: 'gYearMonth',
  year: 'gYear',
  ur: 'anyType',
  'ur-type': 'anyType',
  dateTimeStamp: 'dateTime',
  dayTimeDuration: 'duration',
  yearMonthDuration: 'duration',
  anyAtomicType: 'anySimpleType',
};

const kindNames: Readonly<Record<SymbolKind, string>> = {
  element: 'element',
  type: 'type',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attribute group',
  notation: 'notation',
};

/** The consequence of the missing component. */
const substitutes: Readonly<Record<SymbolKind, string>> = {
  element: 'its content is read and written as XML',
  type: 'its values are read and written as XML, or as text',
  attribute: 'it is left out',
  group: 'it is left out',
  attributeGroup: 'it is left out',
  notation: 'it is left out',
};

function isBuiltInType({ namespace, local }: QName): boolean {
  return namespace === xsdNamespace && (isSimpleType(local) || local === 'anyType' || local === 'anySimpleType');
}

/** Where a reference is: in a schema, or in the WSDL itself. */
export interface ReferenceSite {
  readonly document: XmlDocument;
  /** Undefined in the WSDL. */
  readonly source: SchemaSource | undefined;
}

/** Resolves references to components of XML Schema, with the mistakes that are forgiven. */
export class SchemaScope {
  readonly files: WsdlFiles;
  readonly marks: Marks;
  /** Namespaces in which a reference found nothing. */
  readonly missing: Set<string> = new Set();
  /** Elements that are referred to and declared nowhere. */
  readonly missingElements: Map<string, Pick<GlobalElement, 'name' | 'origin'>> = new Map();
  /** Types of the text of simple content, by their xs:extension or xs:restriction. */
  readonly textTypes: Map<XmlElement, TypeReference> = new Map();
  /** Whether the content of complex types is mixed. */
  readonly mixedTypes: Map<Declared, boolean> = new Map();
  /** Types of global elements, which can be those of the heads of their substitution groups. */
  readonly elementTypes: Map<Declared, TypeReference> = new Map();
  readonly #reported: Set<string> = new Set();

  constructor(files: WsdlFiles, marks: Marks) {
    this.files = files;
    this.marks = marks;
  }

  find(kind: SymbolKind, name: QName): Declared | undefined {
    return this.files.symbols.find(kind, name);
  }

  /** The name in an attribute that refers to a type, built-in or declared; undefined after an error. */
  typeName(element: XmlElement, attribute: string, site: ReferenceSite): QName | undefined {
    const text = attributeOf(element, attribute);
    return text === undefined ? undefined : this.resolve('type', text, element, attribute, site);
  }

  /** The element that an attribute refers to. One that is declared nowhere gets a declaration with any content. */
  elementName(element: XmlElement, attribute: string, site: ReferenceSite): QName {
    const text = attributeOf(element, attribute) ?? '';
    const name = this.resolve('element', text, element, attribute, site);
    if (name !== undefined) return name;
    const namespace = expandedName(text, element)?.namespace ?? site.source?.targetNamespace ?? '';
    const missing = { namespace, local: text.slice(text.indexOf(':') + 1) };
    this.missingElements.set(nameKey(missing), { name: missing, origin: site.document.origin(element, attribute) });
    return missing;
  }

  /** The component that an attribute refers to; undefined after an error. */
  declared(kind: SymbolKind, element: XmlElement, attribute: string, site: ReferenceSite): Declared | undefined {
    const text = attributeOf(element, attribute);
    const name = text === undefined ? undefined : this.resolve(kind, text, element, attribute, site);
    return name && this.find(kind, name);
  }

  /** The name that a QName refers to; undefined after an error. */
  resolve(
    kind: SymbolKind,
    text: string,
    element: XmlElement,
    attribute: string,
    site: ReferenceSite,
  ): QName | undefined {
    const { document } = site;
    const name = expandedName(text, element);
    if (name === undefined) return this.#withoutPrefix(kind, text, element, attribute, site);
    const { namespace, local } = name;
    if (kind === 'type' && namespace === xsdNamespace) {
      if (isBuiltInType(name)) return name;
      const other = Object.hasOwn(otherTypes, local) ? otherTypes[local] : undefined;
      if (other !== undefined) return { namespace: xsdNamespace, local: other };
    }
    if (kind === 'attribute' && namespace === xmlNamespace && xmlAttributes.has(local)) return name;
    if (this.find(kind, name) !== undefined) {
      this.#checkImport(text, namespace, element, attribute, site);
      return name;
    }
    if (!this.files.symbols.has(namespace) && namespace !== '' && this.files.addWellKnown(namespace)) {
      if (this.find(kind, name) !== undefined) {
        this.#checkImport(text, namespace, element, attribute, site);
        return name;
      }
    }
    if (isArrayOfSoap12(kind, name)) return name;
    const found = this.#forgiven(kind, name, site);
    if (found === undefined) {
      this.#reportMissing(kind, name, element, attribute, site);
      return undefined;
    }
    if (site.source?.isChameleon || this.#isReported(`${kind} ${text}`, document)) return found;
    const entry = namespace === xsdNamespace ? kinds.typeInSchemaNamespace : kinds.otherTargetNamespace;
    const parameters = { name: text, namespace: namespace || 'no namespace', found: found.namespace || 'no namespace' };
    document.report(entry, parameters, element, attribute);
    return found;
  }

  /** Whether the mistake was reported for the document, where it may be made a thousand times. */
  #isReported(mistake: string, document: XmlDocument): boolean {
    const key = `${document.location} ${mistake}`;
    if (this.#reported.has(key)) return true;
    this.#reported.add(key);
    return false;
  }

  /** The component that is probably meant: of the target namespace, of none, or the only one of its name. */
  #forgiven(kind: SymbolKind, { namespace, local }: QName, { source }: ReferenceSite): QName | undefined {
    const target = source?.targetNamespace;
    const candidates = target === undefined ? [] : [target];
    if (namespace !== '') candidates.push('');
    for (const candidate of candidates) {
      if (this.find(kind, { namespace: candidate, local }) !== undefined) return { namespace: candidate, local };
    }
    if (namespace !== '' && namespace !== xsdNamespace && this.files.symbols.has(namespace)) return undefined;
    if (kind === 'type' && namespace === '' && isBuiltInType({ namespace: xsdNamespace, local })) {
      return { namespace: xsdNamespace, local };
    }
    const all = [...this.files.symbols.namespaces].filter((one) => this.find(kind, { namespace: one, local }));
    const [only] = all;
    return all.length === 1 && only !== undefined && (namespace === '' || namespace === xsdNamespace)
      ? { namespace: only, local }
      : undefined;
  }

  /** A reference whose prefix is not declared: to the only component of its name, or to a built-in type. */
  #withoutPrefix(
    kind: SymbolKind,
    text: string,
    element: XmlElement,
    attribute: string,
    site: ReferenceSite,
  ): QName | undefined {
    const local = text.slice(text.indexOf(':') + 1);
    const builtIn = { namespace: xsdNamespace, local };
    const found =
      this.#forgiven(kind, builtIn, site) ??
      (kind === 'type' && /^xsd?:/.test(text) && isBuiltInType(builtIn) ? builtIn : undefined);
    const instead = found === undefined ? substitutes[kind] : `the one of ${found.namespace || 'no namespace'} is used`;
    site.document.report(kinds.unknownPrefix, { name: text, instead }, element, attribute);
    return found;
  }

  /** Once for each schema and namespace. */
  #checkImport(text: string, namespace: string, element: XmlElement, attribute: string, site: ReferenceSite): void {
    const { source, document } = site;
    if (source === undefined || source.imports.has(namespace) || source.isChameleon) return;
    source.imports.add(namespace);
    document.report(kinds.missingImport, { name: text, namespace: namespace || 'no namespace' }, element, attribute);
  }

  #reportMissing(
    kind: SymbolKind,
    name: QName,
    element: XmlElement,
    attribute: string,
    { document }: ReferenceSite,
  ): void {
    const { namespace, local } = name;
    this.missing.add(namespace);
    const key = `${kind} ${nameKey(name)}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    const among = this.files.symbols
      .all(kind)
      .flatMap((one) => (one.name.namespace === namespace ? one.name.local : []));
    const parameters = {
      kind: kindNames[kind],
      name: local,
      namespace: namespace || 'no namespace',
      instead: substitutes[kind],
    };
    document.report(kinds.dangling, parameters, element, attribute, { didYouMean: { name: local, among } });
  }
}

/** The schema of the encoding of SOAP 1.2 declares no arrays; gSOAP refers to the names of SOAP 1.1 in its namespace. */
function isArrayOfSoap12(kind: SymbolKind, name: QName): boolean {
  if (name.namespace !== soapEncoding12) return false;
  return (kind === 'type' && isEncodingType(name)) || (kind === 'attribute' && isEncodingAttribute(name));
}
