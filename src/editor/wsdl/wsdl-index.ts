import {
  attributeOf,
  expandedName,
  isAddress,
  isSchemaNamespace,
  nameKey,
  type QName,
  type SchemaSource,
  schemaNotes,
  type WsdlFiles,
  wsdlNamespace,
  wsdlNotes,
  type XmlDocument,
  type XmlElement,
} from '../../contract/index.ts';
import type { Range } from '../../diagnostics/index.ts';
import type { ContractIndex, Declared, Occurrence, SymbolKind } from '../contract-index.ts';
import { outlineOfXml } from './outline-of-xml.ts';
import { declaredKind, usesOf } from './wsdl-references.ts';

/** The names of a WSDL and of all files that it imports. */
export interface WsdlIndex extends ContractIndex {
  readonly documents: ReadonlyMap<string, XmlDocument>;
}

/** Finds the names in the files of a WSDL. Schemas of standards are left out: the project has no such files. */
export function indexWsdl({ definitions, schemas, documents, sources, diagnostics }: WsdlFiles): WsdlIndex {
  const files = documents.filter(({ location }) => !isAddress(location));
  const byPath = new Map(files.map((one) => [one.location, one]));
  const finder = new NameFinder();
  for (const { document, targetNamespace } of definitions) finder.definitions(document, targetNamespace);
  for (const source of schemas) if (byPath.has(source.document.location)) finder.schema(source);
  return {
    occurrences: finder.found,
    sources,
    documents: byPath,
    complete: diagnostics.length === 0,
    outline: (path) => {
      const document = byPath.get(path);
      return document && outlineOfXml(document);
    },
    spellings: () => [],
  };
}

class NameFinder {
  readonly found: Occurrence[] = [];

  definitions(document: XmlDocument, namespace: string): void {
    for (const child of document.root.children) {
      if (child.namespace !== wsdlNamespace || child.local === 'types') continue;
      this.#declaration(document, child, namespace);
      const portType = portTypeOf(child, namespace);
      if (portType === undefined) this.#uses(document, child);
      else this.#operations(document, child, portType);
      if (child.local !== 'service') continue;
      for (const port of child.children) {
        if (port.local === 'port') this.#name(document, port, { kind: 'port', namespace: nameIn(child) ?? '' });
      }
    }
  }

  /** Operations of a port type, or of a binding: the latter use the names of the former. */
  #operations(document: XmlDocument, parent: XmlElement, portType: QName): void {
    this.#own(document, parent, undefined);
    for (const child of parent.children) {
      if (child.local === 'operation' && child.namespace === wsdlNamespace) {
        const isUse = parent.local === 'binding';
        this.#name(document, child, { kind: 'operation', namespace: nameKey(portType), isUse });
      }
      this.#uses(document, child);
    }
  }

  schema(source: SchemaSource): void {
    const { document, element, targetNamespace } = source;
    for (const child of element.children) {
      const declaring = child.local === 'redefine' ? child.children : [child];
      for (const one of declaring) this.#declaration(document, one, targetNamespace);
      this.#uses(document, child, source);
    }
  }

  #declaration(document: XmlDocument, element: XmlElement, namespace: string): void {
    const kind = declaredKind(element);
    if (kind !== undefined) this.#name(document, element, { kind, namespace });
  }

  #name(
    document: XmlDocument,
    element: XmlElement,
    { kind, namespace, isUse = false }: { kind: SymbolKind; namespace: string; isUse?: boolean },
  ): void {
    const local = nameIn(element);
    if (local === undefined) return;
    const at = rangeOf(document, element, 'name', local);
    if (at === undefined) return;
    const declared = isUse ? undefined : new DeclaredElement(document, element);
    this.found.push({ kind, name: { namespace, local }, file: document.location, at, declared });
  }

  #uses(document: XmlDocument, element: XmlElement, source?: SchemaSource): void {
    this.#own(document, element, source);
    for (const child of element.children) this.#uses(document, child, source);
  }

  #own(document: XmlDocument, element: XmlElement, source: SchemaSource | undefined): void {
    for (const { attribute, kind, name, text } of usesOf(element, source)) {
      const at = rangeOf(document, element, attribute, text);
      if (at !== undefined) this.found.push({ kind, name, file: document.location, at, declared: undefined });
    }
  }
}

/**
 * The local name in an attribute's value; undefined if it is written otherwise, as by a reference to a character.
 *
 * @param text the QName with its prefix.
 */
function rangeOf(document: XmlDocument, element: XmlElement, attribute: string, text: string): Range | undefined {
  const value = document.range(element, attribute);
  const written = document.findings.source.text.slice(value.start, value.end);
  const token = [...written.matchAll(/\S+/g)].find((one) => one[0].replace(/\[.*$/, '') === text);
  if (token === undefined) return undefined;
  const start = value.start + token.index;
  return { start: start + text.indexOf(':') + 1, end: start + text.length };
}

function nameIn(element: XmlElement): string | undefined {
  return attributeOf(element, 'name') || undefined;
}

function portTypeOf(element: XmlElement, namespace: string): QName | undefined {
  const local = nameIn(element);
  if (element.local === 'portType' && local !== undefined) return { namespace, local };
  const type = element.local === 'binding' ? attributeOf(element, 'type') : undefined;
  return type === undefined ? undefined : expandedName(type, element);
}

class DeclaredElement implements Declared {
  readonly #document: XmlDocument;
  readonly #element: XmlElement;

  constructor(document: XmlDocument, element: XmlElement) {
    this.#document = document;
    this.#element = element;
  }

  get whole(): Range {
    return this.#document.extent(this.#element);
  }

  get doc(): string | undefined {
    return docOf(this.#element, this.#document);
  }
}

/** The documentation of an element of WSDL or XML Schema. */
export function docOf(element: XmlElement, document: XmlDocument): string | undefined {
  return (isSchemaNamespace(element.namespace) ? schemaNotes(element, document) : wsdlNotes(element)).doc;
}
