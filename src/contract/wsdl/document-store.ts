import { type Diagnostic, wsdl as kinds, report } from '../../diagnostics/index.ts';
import { type ReadDocument, readDocument, type XmlDocument, type XmlFile } from './document.ts';
import { isAddress, resolveLocation } from './locations.ts';
import type { FileReference } from './references.ts';

/** Reads a file by its location; it opens no connection. Without a file and without diagnostics there is no such file. */
export type ReadXmlFile = (location: string) => {
  readonly file?: XmlFile | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/** Finds a schema of a standard, by its namespace or by an address of it; undefined for any other. */
export type FindWellKnown = (wanted: {
  readonly namespace?: string | undefined;
  readonly location?: string | undefined;
}) => WellKnownFile | undefined;

export interface WellKnownFile {
  readonly location: string;
  readonly bytes: Uint8Array;
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

interface Unread {
  readonly reference: FileReference;
  readonly document: XmlDocument;
  readonly location: string;
}

/** The XML documents of a WSDL, each parsed once. Schemas of standards take the place of files that cannot be read. */
export class DocumentStore {
  readonly documents: XmlDocument[] = [];
  /** Of files that could not be read as XML. */
  readonly diagnostics: Diagnostic[] = [];
  /** Texts by the names of the files. */
  readonly sources: Map<string, string> = new Map();
  readonly findWellKnown: FindWellKnown;
  readonly #read: ReadXmlFile;
  readonly #internalEntities: boolean;
  readonly #byLocation: Map<string, XmlDocument | undefined> = new Map();
  readonly #unread: Unread[] = [];
  #files = 0;
  #bytes = 0;
  #isFull = false;

  constructor({ read, wellKnown, internalEntities = false }: FileOptions) {
    this.#read = read ?? (() => ({ diagnostics: [] }));
    this.findWellKnown = wellKnown ?? (() => undefined);
    this.#internalEntities = internalEntities;
  }

  /** @param namespace that the file is imported for. */
  parse(file: XmlFile, namespace?: string): XmlDocument | undefined {
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

  wellKnown({ location, bytes }: WellKnownFile): XmlDocument | undefined {
    return this.#byLocation.get(location) ?? this.parse({ location, name: location, bytes });
  }

  /** The document that a reference in another one names. @param written the location as it is written. */
  open(reference: FileReference, from: XmlDocument, written: string): XmlDocument | undefined {
    const location = resolveLocation(from.location, written);
    if (!this.#byLocation.has(location)) this.#load(location, reference, from, written);
    return this.#byLocation.get(location);
  }

  /**
   * Reports references whose files could not be read.
   *
   * @param needed whether a reference into the namespace found nothing.
   * @param isDeclared whether some other file has components of the namespace.
   */
  reportUnread(needed: (namespace: string) => boolean, isDeclared: (namespace: string) => boolean): void {
    for (const { reference, document, location } of this.#unread) {
      const { element, attribute, namespace = '', kind } = reference;
      const isOptional = kind === 'import' && !needed(namespace) && (isAddress(location) || isDeclared(namespace));
      const entry = isOptional ? kinds.unreadImport : isAddress(location) ? kinds.notFetched : kinds.missingFile;
      document.report(entry, { location, namespace: namespace || 'no namespace' }, element, attribute);
    }
    this.#unread.length = 0;
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

  /** The catalogue's schema, which replaces one with a document type declaration. */
  #withoutDoctype(
    { location, name }: XmlFile,
    diagnostics: readonly Diagnostic[],
    namespace: string | undefined,
  ): XmlDocument | undefined {
    const doctype = diagnostics.find(({ code }) => code === kinds.doctype.code || code === kinds.badEntity.code);
    const found = doctype && namespace && this.findWellKnown({ namespace });
    if (doctype === undefined || !found || namespace === undefined) return undefined;
    const { line, column, length } = doctype;
    this.diagnostics.push(report(kinds.replacedByCatalogue, { namespace }, { file: name, line, column, length }));
    const document = this.wellKnown(found);
    this.#byLocation.set(location, document);
    return document;
  }

  #load(location: string, reference: FileReference, from: XmlDocument, written: string): void {
    const { file, diagnostics } = this.#read(location);
    if (file !== undefined) {
      this.parse(file, reference.namespace);
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
    const document = this.parse({ location, name: standard.location, bytes: standard.bytes });
    this.#byLocation.set(standard.location, document);
  }

  /** The document of the catalogue for a reference to a file that is not there. */
  #standardFor(
    { kind, namespace, element, attribute }: FileReference,
    from: XmlDocument,
    location: string,
  ): WellKnownFile | undefined {
    const published = this.findWellKnown({ namespace, location });
    if (published !== undefined || isAddress(location) || kind === 'include' || kind === 'redefine') return published;
    const standard = namespace === undefined ? undefined : this.findWellKnown({ namespace });
    if (standard !== undefined) {
      from.report(kinds.missingStandard, { location, namespace: namespace ?? '' }, element, attribute);
    }
    return standard;
  }
}
