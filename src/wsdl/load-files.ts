import { type Diagnostic, wsdl as kinds, report } from '../diagnostics/index.ts';
import {
  attributeOf,
  namespaceOf,
  type ReadDocument,
  readDocument,
  type XmlDocument,
  type XmlElement,
  type XmlFile,
} from './document.ts';
import { ownAttribute } from './documentation.ts';
import { isAddress, resolveLocation } from './locations.ts';
import { type FileReference, referencesOf } from './references.ts';
import { type SchemaSource, Symbols } from './symbols.ts';
import { isSchemaNamespace, wsdl20Namespaces, wsdlNamespace, xsdNamespace } from './xml-names.ts';

/** Reads a file by its location; it opens no connection. Without a file and without diagnostics there is no such file. */
export type ReadXmlFile = (location: string) => {
  readonly file?: XmlFile | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/** Finds a schema of a standard, by its namespace or by an address of it; undefined for any other. */
export type FindWellKnown = (wanted: {
  readonly namespace?: string | undefined;
  readonly location?: string | undefined;
}) => { readonly location: string; readonly bytes: Uint8Array } | undefined;

/** A wsdl:definitions. */
export interface DefinitionsSource {
  readonly document: XmlDocument;
  readonly targetNamespace: string;
}

/** The files of a WSDL, with their global schema components. */
export interface WsdlFiles {
  /** The main file first. */
  readonly definitions: readonly DefinitionsSource[];
  readonly schemas: readonly SchemaSource[];
  readonly symbols: Symbols;
  readonly documents: readonly XmlDocument[];
  /** Of files that could not be read as XML. */
  readonly diagnostics: readonly Diagnostic[];
  /** Texts by the names of the files. */
  readonly sources: ReadonlyMap<string, string>;
  /** Reads the well-known schema of a namespace that no file imports. Returns whether there is one. */
  addWellKnown(namespace: string): boolean;
  /** Reports imports that could not be read. @param needed whether a reference into the namespace found nothing. */
  reportUnread(needed: (namespace: string) => boolean): void;
}

export interface FileOptions {
  /** Reads the files that the WSDL imports. By default there are none. */
  readonly read?: ReadXmlFile | undefined;
  /** Finds the schemas of standards. By default there are none. */
  readonly wellKnown?: FindWellKnown | undefined;
  /** Whether document type declarations are read, and their internal entities are expanded. */
  readonly internalEntities?: boolean | undefined;
}

/** Files of a WSDL. */
const maxFiles = 20_000;
/** Bytes of all of them. */
const maxTotalBytes = 256 * 1024 * 1024;

export function loadFiles(main: XmlFile, options: FileOptions): WsdlFiles {
  const loader = new FileLoader(options);
  loader.loadMain(main);
  return loader;
}

interface Redefinition {
  readonly element: XmlElement;
  readonly source: SchemaSource;
}

interface Unread {
  readonly reference: FileReference;
  readonly document: XmlDocument;
  readonly location: string;
}

class FileLoader implements WsdlFiles {
  readonly definitions: DefinitionsSource[] = [];
  readonly schemas: SchemaSource[] = [];
  readonly symbols: Symbols = new Symbols();
  readonly documents: XmlDocument[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly sources: Map<string, string> = new Map();
  readonly #read: ReadXmlFile;
  readonly #wellKnown: FindWellKnown;
  readonly #byLocation: Map<string, XmlDocument | undefined> = new Map();
  /** Documents of WSDL and schemas that were visited, the latter by their namespaces. */
  readonly #visited: Set<string> = new Set();
  readonly #redefinitions: Redefinition[] = [];
  readonly #unread: Unread[] = [];
  readonly #waiting: (() => void)[] = [];

  readonly #internalEntities: boolean;
  #files = 0;
  #bytes = 0;
  #isFull = false;

  constructor({ read, wellKnown, internalEntities = false }: FileOptions) {
    this.#read = read ?? (() => ({ diagnostics: [] }));
    this.#wellKnown = wellKnown ?? (() => undefined);
    this.#internalEntities = internalEntities;
  }

  loadMain(main: XmlFile): void {
    const document = this.#parse(main);
    if (document === undefined) return;
    const { root } = document;
    if (root.namespace === wsdlNamespace && root.local === 'definitions') this.#visitDefinitions(document);
    else if (wsdl20Namespaces.has(root.namespace)) document.report(kinds.wsdl20, {}, root);
    else document.report(kinds.notWsdl, { element: root.local, namespace: root.namespace || 'no namespace' }, root);
    this.#finish();
  }

  addWellKnown(namespace: string): boolean {
    const found = this.#wellKnown({ namespace });
    if (found === undefined) return false;
    this.#visitWellKnown(found, namespace);
    this.#finish();
    return this.symbols.has(namespace);
  }

  reportUnread(needed: (namespace: string) => boolean): void {
    for (const { reference, document, location } of this.#unread) {
      const { element, attribute, namespace = '', kind } = reference;
      const isOptional =
        kind === 'import' && !needed(namespace) && (isAddress(location) || this.symbols.has(namespace));
      const entry = isOptional ? kinds.unreadImport : isAddress(location) ? kinds.notFetched : kinds.missingFile;
      document.report(entry, { location, namespace: namespace || 'no namespace' }, element, attribute);
    }
    this.#unread.length = 0;
  }

  /** Not recursive, so that a long chain of files does not exhaust the stack. */
  #finish(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) next();
    // The innermost redefinition was found last.
    for (const { element, source } of this.#redefinitions.reverse()) this.symbols.addRedefinitions(element, source);
    this.#redefinitions.length = 0;
  }

  /** @param namespace that the file is imported for. */
  #parse(file: XmlFile, namespace?: string): XmlDocument | undefined {
    const { document, diagnostics, text } = this.#readWithin(file);
    this.#byLocation.set(file.location, document);
    if (text !== undefined) this.sources.set(file.name, text);
    if (document === undefined) {
      const replaced = this.#withoutDoctype(file, diagnostics, namespace);
      if (replaced === undefined) this.diagnostics.push(...diagnostics);
      return replaced;
    }
    this.documents.push(document);
    return document;
  }

  #readWithin(file: XmlFile): ReadDocument {
    const place = { file: file.name, line: 1, column: 1 };
    this.#bytes += file.bytes.length;
    this.#files += 1;
    const [limit, value] = this.#files > maxFiles ? ['maxFiles', maxFiles] : ['maxTotalBytes', maxTotalBytes];
    if (this.#files > maxFiles || this.#bytes > maxTotalBytes) {
      // One diagnostic is enough: the others would only repeat it.
      const isFirst = !this.#isFull;
      this.#isFull = true;
      return { diagnostics: isFirst ? [report(kinds.limitReached, { limit, value }, place)] : [] };
    }
    return readDocument(file, { internalEntities: this.#internalEntities });
  }

  /** The schema of the catalogue in place of one with a document type declaration. */
  #withoutDoctype(
    { location, name }: XmlFile,
    diagnostics: readonly Diagnostic[],
    namespace: string | undefined,
  ): XmlDocument | undefined {
    const doctype = diagnostics.find(({ code }) => code === kinds.doctype.code || code === kinds.badEntity.code);
    const found = doctype && namespace && this.#wellKnown({ namespace });
    if (doctype === undefined || !found || namespace === undefined) return undefined;
    const { line, column, length } = doctype;
    this.diagnostics.push(report(kinds.replacedByCatalogue, { namespace }, { file: name, line, column, length }));
    const document = this.#byLocation.get(found.location) ?? this.#parse({ ...found, name: found.location });
    this.#byLocation.set(location, document);
    return document;
  }

  #visitDefinitions(document: XmlDocument): void {
    if (this.#isVisited(document.location)) return;
    const { root } = document;
    const targetNamespace = attributeOf(root, 'targetNamespace') ?? '';
    this.definitions.push({ document, targetNamespace });
    for (const types of root.children.filter(({ local }) => local === 'types')) {
      for (const schema of types.children) {
        if (isSchemaNamespace(schema.namespace) && schema.local === 'schema') this.#visitSchema(document, schema);
      }
    }
    for (const reference of referencesOf(root)) {
      if (reference.kind === 'wsdl:import') this.#importWsdl(reference, document);
      else if (isInTypes(reference, root)) {
        document.report(kinds.importInTypes, {}, reference.element);
        this.#importSchema(reference, document, undefined);
      }
    }
  }

  #importWsdl(reference: FileReference, document: XmlDocument): void {
    const { element, location, attribute, misspelt } = reference;
    if (misspelt) document.report(kinds.misspeltLocation, { attribute, standard: 'location' }, element, attribute);
    if (location === undefined) {
      document.report(kinds.importWithoutLocation, {}, element);
      return;
    }
    this.#open(reference, document, location, (found) => {
      const { root } = found;
      if (isSchemaNamespace(root.namespace) && root.local === 'schema') {
        document.report(kinds.schemaByWsdlImport, { location }, element, attribute);
        this.#visitSchema(found, root);
      } else if (root.namespace === wsdlNamespace) this.#visitDefinitions(found);
      else document.report(kinds.notWsdl, { element: root.local, namespace: root.namespace }, element, attribute);
    });
  }

  /** @param namespace of the schema that includes it, for an include; its own by default. */
  #visitSchema(document: XmlDocument, element: XmlElement, namespace?: string): void {
    const own = attributeOf(element, 'targetNamespace') || undefined;
    const targetNamespace = own ?? namespace ?? '';
    if (this.#isVisited(`${document.location} ${element.start} ${targetNamespace}`)) return;
    if (element.namespace !== xsdNamespace) {
      document.report(kinds.draftSchema, { namespace: element.namespace }, element);
    }
    const imports = new Set([targetNamespace]);
    const isChameleon = own === undefined && targetNamespace !== '';
    const prefix = ownAttribute(element, 'prefix') ?? prefixOf(targetNamespace, element);
    const source: SchemaSource = { document, element, targetNamespace, isChameleon, imports, prefix };
    this.schemas.push(source);
    this.symbols.addSchema(source);
    for (const reference of referencesOf(element)) {
      if (reference.misspelt) {
        const { attribute } = reference;
        document.report(
          kinds.misspeltLocation,
          { attribute, standard: 'schemaLocation' },
          reference.element,
          attribute,
        );
      }
      if (reference.kind === 'import') this.#importSchema(reference, document, source);
      else this.#includeSchema(reference, source);
    }
  }

  #importSchema(reference: FileReference, document: XmlDocument, source: SchemaSource | undefined): void {
    const { namespace = '', location } = reference;
    source?.imports.add(namespace);
    if (namespace === xsdNamespace && location === undefined) return;
    const found = this.#wellKnown({ namespace, location });
    if (location === undefined) {
      if (found !== undefined) this.#waiting.push(() => this.#unlessThere(namespace, found));
      return;
    }
    this.#open(reference, document, location, (imported) => {
      const { root } = imported;
      const schemas = schemasIn(imported);
      if (schemas.length === 0) {
        document.report(kinds.notSchema, { location, element: root.local }, reference.element, reference.attribute);
      }
      for (const schema of schemas) {
        const own = attributeOf(schema, 'targetNamespace') ?? '';
        if (own !== namespace && root === schema) {
          const parameters = { location, namespace: namespace || 'no namespace', own: own || 'no namespace' };
          document.report(kinds.otherNamespace, parameters, reference.element, 'namespace');
          source?.imports.add(own);
        }
        this.#visitSchema(imported, schema);
      }
    });
  }

  #includeSchema(reference: FileReference, source: SchemaSource): void {
    const { document, targetNamespace } = source;
    const { location, element, attribute, kind } = reference;
    if (location === undefined) {
      document.report(
        kinds.missingAttribute,
        { element: `xs:${kind}`, attribute: 'the attribute schemaLocation' },
        element,
      );
      return;
    }
    if (kind === 'redefine') this.#redefinitions.push({ element, source });
    this.#open(reference, document, location, (included) => {
      const { root } = included;
      if (!isSchemaNamespace(root.namespace) || root.local !== 'schema') {
        document.report(kinds.notSchema, { location, element: root.local }, element, attribute);
        return;
      }
      const own = attributeOf(root, 'targetNamespace') || undefined;
      if (own !== undefined && own !== targetNamespace) {
        const parameters = { location, namespace: targetNamespace || 'no namespace', own };
        document.report(kinds.otherNamespace, parameters, element, attribute);
        source.imports.add(own);
      }
      this.#visitSchema(included, root, targetNamespace);
    });
  }

  /** Reads a file once all files that wait were read. */
  #open(reference: FileReference, from: XmlDocument, written: string, visit: (found: XmlDocument) => void): void {
    this.#waiting.push(() => {
      const location = resolveLocation(from.location, written);
      if (!this.#byLocation.has(location)) this.#load(location, reference, from, written);
      const found = this.#byLocation.get(location);
      if (found !== undefined) visit(found);
    });
  }

  #load(location: string, reference: FileReference, from: XmlDocument, written: string): void {
    const { file, diagnostics } = this.#read(location);
    if (file !== undefined) {
      this.#parse(file, reference.namespace);
      return;
    }
    for (const found of diagnostics) {
      from.findings.addAll([{ ...found, ...from.findings.place(from.range(reference.element, reference.attribute)) }]);
    }
    if (diagnostics.length > 0) {
      this.#byLocation.set(location, undefined);
      return;
    }
    const standard = this.#standardFor(reference, from, isAddress(written) ? written : location);
    if (standard === undefined) {
      // Not kept, so that each reference to it is reported.
      this.#unread.push({ reference, document: from, location: written });
      return;
    }
    const document = this.#parse({ location, name: standard.location, bytes: standard.bytes });
    this.#byLocation.set(standard.location, document);
  }

  /** The document of the catalogue for a reference to a file that is not there. */
  #standardFor(
    { kind, namespace, element, attribute }: FileReference,
    from: XmlDocument,
    location: string,
  ): ReturnType<FindWellKnown> {
    const published = this.#wellKnown({ namespace, location });
    if (published !== undefined || isAddress(location) || kind === 'include' || kind === 'redefine') return published;
    const standard = namespace === undefined ? undefined : this.#wellKnown({ namespace });
    if (standard !== undefined) {
      from.report(kinds.missingStandard, { location, namespace: namespace ?? '' }, element, attribute);
    }
    return standard;
  }

  #unlessThere(namespace: string, found: { readonly location: string; readonly bytes: Uint8Array }): void {
    if (!this.symbols.has(namespace)) this.#visitWellKnown(found, namespace);
  }

  #visitWellKnown(found: { readonly location: string; readonly bytes: Uint8Array }, namespace: string): void {
    const { location, bytes } = found;
    const existing = this.#byLocation.get(location);
    const document = existing ?? this.#parse({ location, name: location, bytes });
    for (const schema of document === undefined ? [] : schemasIn(document)) {
      if (document !== undefined && attributeOf(schema, 'targetNamespace') === namespace)
        this.#visitSchema(document, schema);
    }
  }

  #isVisited(key: string): boolean {
    if (this.#visited.has(key)) return true;
    this.#visited.add(key);
    return false;
  }
}

/** The xs:schema that a document is, or those that a WSDL has. */
function schemasIn({ root }: XmlDocument): readonly XmlElement[] {
  const isSchema = ({ namespace, local }: XmlElement): boolean => isSchemaNamespace(namespace) && local === 'schema';
  if (isSchema(root)) return [root];
  if (root.namespace !== wsdlNamespace) return [];
  return root.children.filter(({ local }) => local === 'types').flatMap(({ children }) => children.filter(isSchema));
}

/** Whether a reference is directly in wsdl:types, outside of any xs:schema. */
function isInTypes({ element }: FileReference, root: XmlElement): boolean {
  return root.children.some(({ local, children }) => local === 'types' && children.includes(element));
}

function prefixOf(namespace: string, element: XmlElement): string | undefined {
  for (let at = element.scope; at !== undefined; at = at.outer) {
    if (at.namespace === namespace && at.prefix !== '' && namespaceOf(element, at.prefix) === namespace)
      return at.prefix;
  }
  return undefined;
}
