import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A schema of a WSDL as a file of its own. */
export interface SchemaFile {
  readonly file: string;
  readonly text: string;
}

/**
 * The schemas of a WSDL that we wrote: a file for each, which says where those are that it imports, and behind them
 * `all.xsd`, which knows them all. What encloses the parts of an operation of rpc style is declared by no schema
 * (WSDL 1.1, 3.5): elements for it are added.
 */
export function schemasOf(wsdl: string): readonly SchemaFile[] {
  const declarations = /<wsdl:definitions((?: xmlns:[^=]+="[^"]*")*)/.exec(wsdl)?.[1] ?? '';
  const schemas = new Map<string, { readonly attributes: string; readonly content: string }>();
  for (const { 1: attributes = '', 2: content = '' } of wsdl.matchAll(
    /<xs:schema((?: [^ =]+="[^"]*")*)(?:\/>|>([\s\S]*?)<\/xs:schema>)/g,
  )) {
    schemas.set(/ targetNamespace="([^"]*)"/.exec(attributes)?.[1] ?? '', { attributes, content });
  }
  const wrappers = rpcWrappers(wsdl);
  for (const namespace of wrappers.keys()) {
    if (!schemas.has(namespace)) schemas.set(namespace, { attributes: ` targetNamespace="${namespace}"`, content: '' });
  }
  const namespaces = [...schemas.keys()];
  const importOf = (namespace: string): string => {
    const name = namespace === '' ? '' : ` namespace="${namespace}"`;
    return `<xs:import${name} schemaLocation="${namespaces.indexOf(namespace)}.xsd"/>`;
  };
  const files = [...schemas].map(([own, { attributes, content }], index): SchemaFile => {
    const located = content.replaceAll(/<xs:import(?: namespace="([^"]*)")?\/>/g, (_, name = '') => importOf(name));
    const added = wrappers.get(own);
    const imports =
      added === undefined ? [] : namespaces.filter((name) => name !== own && !located.includes(importOf(name)));
    const parts = [...imports.map(importOf), located, added ?? ''];
    return { file: `${index}.xsd`, text: `<xs:schema${declarations}${attributes}>${parts.join('')}</xs:schema>` };
  });
  const all = `<xs:schema${declarations} targetNamespace="urn:soapwright:all">${namespaces.map(importOf).join('')}</xs:schema>`;
  return [...files, { file: 'all.xsd', text: all }];
}

/** Elements that enclose the parts of operations of rpc style, by their namespaces. */
function rpcWrappers(wsdl: string): ReadonlyMap<string, string> {
  const messages = new Map<string, string>();
  for (const { 1: name = '', 2: content = '' } of blocks(wsdl, 'message')) {
    const parts = [...content.matchAll(/<wsdl:part name="([^"]*)" type="([^"]*)"/g)];
    messages.set(
      name,
      parts.map(([, part, type]) => `<xs:element form="unqualified" name="${part}" type="${type}"/>`).join(''),
    );
  }
  const wrappers = new Map<string, Map<string, string>>();
  const portTypes = new Map([...blocks(wsdl, 'portType')].map(({ 1: name = '', 2: content = '' }) => [name, content]));
  for (const { 0: tag, 2: binding = '' } of blocks(wsdl, 'binding')) {
    const portType = portTypes.get(/ type="(?:[^":]*:)?([^"]*)"/.exec(tag)?.[1] ?? '') ?? '';
    const operations = new Map(
      [...blocks(portType, 'operation')].map(({ 1: name = '', 2: content = '' }) => [name, content]),
    );
    for (const { 1: name = '', 2: operation = '' } of blocks(binding, 'operation')) {
      if (!/<soap(?:12)?:operation [^>]*style="rpc"/.test(operation)) continue;
      for (const direction of ['input', 'output']) {
        const body = new RegExp(`<wsdl:${direction}[^>]*>\\s*<soap(?:12)?:body [^>]*namespace="([^"]*)"`).exec(
          operation,
        );
        const message = new RegExp(`<wsdl:${direction} [^>]*message="[^":]*:([^"]*)"`).exec(operations.get(name) ?? '');
        if (body === null || message === null) continue;
        const local = direction === 'input' ? name : `${name}Response`;
        const parts = messages.get(message[1] ?? '') ?? '';
        const element = `<xs:element name="${local}"><xs:complexType><xs:sequence>${parts}</xs:sequence></xs:complexType></xs:element>`;
        const inNamespace = wrappers.get(body[1] ?? '') ?? new Map<string, string>();
        wrappers.set(body[1] ?? '', inNamespace.set(local, element));
      }
    }
  }
  return new Map([...wrappers].map(([namespace, elements]) => [namespace, [...elements.values()].join('')]));
}

/** Components of a kind: the whole, its name and its content. */
function blocks(text: string, kind: string): Iterable<RegExpMatchArray> {
  return text.matchAll(new RegExp(`<wsdl:${kind} name="([^"]*)"[^>]*(?<!/)>([\\s\\S]*?)</wsdl:${kind}>`, 'g'));
}

export const hasXmllint: boolean = spawnSync('xmllint', ['--version'], { stdio: 'ignore' }).status === 0;

/** The schemas of a WSDL in a folder, against which xmllint validates messages. */
export class SchemaFolder {
  readonly path: string;
  readonly files: readonly SchemaFile[];

  constructor(wsdl: string) {
    this.path = mkdtempSync(join(tmpdir(), 'soapwright-schemas-'));
    this.files = schemasOf(wsdl);
    for (const { file, text } of this.files) writeFileSync(join(this.path, file), text);
  }

  /**
   * What xmllint says of documents, such as the contents of bodies: nothing when all are valid. It names them `0.xml` and
   * so on. A schema that does not compile is told too.
   *
   * @param schema a file of those of the WSDL.
   */
  validate(documents: readonly string[], schema = 'all.xsd'): string {
    const files = documents.map((document, index) => {
      writeFileSync(join(this.path, `${index}.xml`), document);
      return `${index}.xml`;
    });
    const { stderr } = spawnSync('xmllint', ['--nonet', '--noout', '--noent', '--schema', schema, ...files], {
      cwd: this.path,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    return stderr.replaceAll(/.* validates\n/g, '');
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
