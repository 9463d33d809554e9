import { type Diagnostic, wsdl as kinds } from '../../diagnostics/index.ts';
import { attributeOf, namespaceOf, type XmlDocument, type XmlElement, type XmlFile } from './document.ts';
import { DocumentStore, type FileOptions, type WellKnownFile } from './document-store.ts';
import { ownAttribute } from './documentation.ts';
import { type FileReference, referencesOf } from './references.ts';
import { type SchemaSource, Symbols } from './symbols.ts';
import { isSchemaNamespace, wsdl20Namespaces, wsdlNamespace, xsdNamespace } from './xml-names.ts';

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

export function loadFiles(main: XmlFile, options: FileOptions): WsdlFiles {
  const loader = new FileLoader(options);
  loader.loadMain(main);
  return loader;
}

interface Redefinition {
  readonly element: XmlElement;
  readonly source: SchemaSource;
}

class FileLoader implements WsdlFiles {
  readonly definitions: DefinitionsSource[] = [];
  readonly schemas: SchemaSource[] = [];
  readonly symbols: Symbols = new Symbols();
  readonly #store: DocumentStore;
  /** Documents of WSDL and schemas that were visited, the latter by their namespaces. */
  readonly #visited: Set<string> = new Set();
  readonly #redefinitions: Redefinition[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(options: FileOptions) {
    this.#store = new DocumentStore(options);
  }

  get documents(): readonly XmlDocument[] {
    return this.#store.documents;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#store.diagnostics;
  }

  get sources(): ReadonlyMap<string, string> {
    return this.#store.sources;
  }

  loadMain(main: XmlFile): void {
    const document = this.#store.parse(main);
    if (document === undefined) return;
    const { root } = document;
    if (root.namespace === wsdlNamespace && root.local === 'definitions') this.#visitDefinitions(document);
    else if (wsdl20Namespaces.has(root.namespace)) document.report(kinds.wsdl20, {}, root);
    else document.report(kinds.notWsdl, { element: root.local, namespace: root.namespace || 'no namespace' }, root);
    this.#finish();
  }

  addWellKnown(namespace: string): boolean {
    const found = this.#store.findWellKnown({ namespace });
    if (found === undefined) return false;
    this.#visitWellKnown(found, namespace);
    this.#finish();
    return this.symbols.has(namespace);
  }

  reportUnread(needed: (namespace: string) => boolean): void {
    this.#store.reportUnread(needed, (namespace) => this.symbols.has(namespace));
  }

  /** Not recursive, so that a long chain of files does not exhaust the stack. */
  #finish(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) next();
    // The innermost redefinition was found last.
    for (const { element, source } of this.#redefinitions.reverse()) this.symbols.addRedefinitions(element, source);
    this.#redefinitions.length = 0;
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
    const found = this.#store.findWellKnown({ namespace, location });
    if (location === undefined) {
      if (found !== undefined) {
        this.#waiting.push(() => {
          if (!this.symbols.has(namespace)) this.#visitWellKnown(found, namespace);
        });
      }
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
      const found = this.#store.open(reference, from, written);
      if (found !== undefined) visit(found);
    });
  }

  #visitWellKnown(found: WellKnownFile, namespace: string): void {
    const document = this.#store.wellKnown(found);
    if (document === undefined) return;
    for (const schema of schemasIn(document)) {
      if (attributeOf(schema, 'targetNamespace') === namespace) this.#visitSchema(document, schema);
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
