import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { xmlNamespace } from '../../../src/contract/model/index.ts';
import type { XmlElement } from '../../../src/contract/wsdl/document.ts';
import { loadFiles, type WsdlFiles } from '../../../src/contract/wsdl/load-files.ts';
import { resolveLocation } from '../../../src/contract/wsdl/locations.ts';
import { referencesOf } from '../../../src/contract/wsdl/references.ts';
import type { SchemaSource } from '../../../src/contract/wsdl/symbols.ts';
import { isSchemaNamespace, xsdDraftNamespaces, xsdNamespace } from '../../../src/contract/wsdl/xml-names.ts';

/** The schemas of a WSDL as its authors wrote them, in files that xmllint can read. */
export class OriginalSchemas {
  readonly files: WsdlFiles;
  readonly #folder: string;
  /** Files that declare components of a namespace for all others, by the namespace. */
  readonly #entrances: Map<string, string> = new Map();

  constructor(folder: string, ...[main, options]: Parameters<typeof loadFiles>) {
    this.#folder = folder;
    this.files = loadFiles(main, options);
  }

  /** @param needed namespaces that the contract refers to, whose well-known schemas no file may import. */
  write(needed: readonly string[]): void {
    mkdirSync(this.#folder, { recursive: true });
    for (const namespace of [xmlNamespace, ...needed])
      if (!this.files.symbols.has(namespace)) this.files.addWellKnown(namespace);
    const { schemas } = this.files;
    for (const { targetNamespace } of schemas) {
      if (!this.#entrances.has(targetNamespace)) {
        this.#entrances.set(targetNamespace, `namespace${this.#entrances.size}.xsd`);
      }
    }
    const written = new Set<string>();
    for (const source of schemas) {
      const name = fileOf(source, schemas);
      if (!written.has(name)) this.#put(name, this.#schemaText(source));
      written.add(name);
    }
    const redefined = new Set(schemas.flatMap((source) => targetsOf(source, schemas, 'redefine')));
    for (const [namespace, entrance] of this.#entrances) {
      const own = schemas.filter((one) => one.targetNamespace === namespace && !one.isChameleon && !redefined.has(one));
      const includes = own.map((one) => `<xs:include schemaLocation="${fileOf(one, schemas)}"/>`);
      const target = namespace === '' ? '' : ` targetNamespace="${escaped(namespace)}"`;
      this.#put(entrance, `<xs:schema xmlns:xs="${xsdNamespace}"${target}>${includes.join('')}</xs:schema>`);
    }
  }

  /** Writes a schema that knows all others. @param elements XML of more elements, in the namespace `target`. */
  writeDriver(file: string, target: string, elements: string): void {
    const imports = this.#imports('urn:none');
    this.#put(
      file,
      `<xs:schema xmlns:xs="${xsdNamespace}" targetNamespace="${target}">${imports}${elements}</xs:schema>`,
    );
  }

  #put(file: string, text: string): void {
    writeFileSync(join(this.#folder, file), text);
  }

  #imports(own: string, isChameleon = false): string {
    const others = [...this.#entrances].filter(
      ([namespace]) => namespace !== own && namespace !== xsdNamespace && (namespace !== '' || !isChameleon),
    );
    return others
      .map(([namespace, file]) => {
        const name = namespace === '' ? '' : ` namespace="${escaped(namespace)}"`;
        return `<xs:import${name} schemaLocation="${file}"/>`;
      })
      .join('');
  }

  /** Every schema imports all others, whatever it says: real ones leave imports out. */
  #schemaText({ document, element, targetNamespace, isChameleon }: SchemaSource): string {
    const { text } = document.findings.source;
    const tag = document.range(element);
    const end = endOf(text, tag);
    const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
    const open = text.slice(tag.start, tag.end);
    const name = /^<[^\s/>]+/.exec(open)?.[0] ?? '';
    const scope = declarationsOf(element, open);
    edits.push({ start: tag.start + name.length, end: tag.start + name.length, text: scope });
    const prefix = /^<([^:\s]+:)/.exec(open)?.[1] ?? '';
    const imports = this.#imports(targetNamespace, isChameleon).replaceAll('xs:import', `${prefix}import`);
    edits.push({ start: tag.end, end: tag.end, text: open.endsWith('/>') ? '' : imports });
    for (const reference of referencesOf(element)) {
      const range = document.range(reference.element);
      if (reference.kind === 'import') {
        edits.push({ start: range.start, end: endOf(text, range), text: '' });
        continue;
      }
      const location = resolveLocation(document.location, reference.location ?? '');
      const target = this.files.schemas.find((one) => one.document.location === location);
      if (target === undefined) continue;
      const value = document.range(reference.element, reference.attribute);
      edits.push({ ...value, text: fileOf(target, this.files.schemas) });
    }
    let edited = '';
    let at = tag.start;
    for (const edit of edits.sort((one, other) => one.start - other.start)) {
      edited += text.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    edited += text.slice(at, end);
    for (const draft of xsdDraftNamespaces) edited = edited.replaceAll(`"${draft}"`, `"${xsdNamespace}"`);
    return edited;
  }
}

function fileOf({ document, element }: SchemaSource, all: readonly SchemaSource[]): string {
  const first = all.findIndex((one) => one.document === document && one.element === element);
  return `schema${first}.xsd`;
}

function targetsOf(source: SchemaSource, all: readonly SchemaSource[], kind: string): readonly SchemaSource[] {
  return referencesOf(source.element)
    .filter((reference) => reference.kind === kind && reference.location !== undefined)
    .flatMap(({ location }) => {
      const found = resolveLocation(source.document.location, location ?? '');
      return all.filter(({ document }) => document.location === found);
    });
}

/** The end of an element whose start tag is in a range. */
function endOf(text: string, { start, end }: { readonly start: number; readonly end: number }): number {
  if (text.startsWith('/>', end - 2)) return end;
  const name = /^<([^\s/>]+)/.exec(text.slice(start, start + 200))?.[1] ?? '';
  const closing = text.indexOf(`</${name}`, end);
  return closing === -1 ? text.length : text.indexOf('>', closing) + 1;
}

/** The namespace declarations around an element that its start tag does not have. */
function declarationsOf({ scope }: XmlElement, tag: string): string {
  const declared = new Set<string>();
  let text = '';
  for (let at = scope; at !== undefined; at = at.outer) {
    const { prefix, namespace } = at;
    if (declared.has(prefix)) continue;
    declared.add(prefix);
    const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
    if (new RegExp(`\\s${name.replaceAll('.', '\\.')}\\s*=`).test(tag)) continue;
    const meant = isSchemaNamespace(namespace) ? xsdNamespace : namespace;
    if (prefix !== 'xml' && (namespace !== '' || prefix === '')) text += ` ${name}="${escaped(meant)}"`;
  }
  return text;
}

export function escaped(text: string): string {
  return text.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
