import type { Contract, GlobalElement, NamedType } from '../../../src/contract/model/index.ts';
import { catalogued } from '../../../src/contract/wsdl/catalogue/catalogue.ts';
import { type LoadWsdlOptions, loadWsdl, type XmlFile } from '../../../src/contract/wsdl/index.ts';
import type { Diagnostic } from '../../../src/diagnostics/index.ts';

/** Texts or bytes of files by their paths. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface LoadedFiles {
  readonly contract: Contract | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** `CODE file:line:column message` of each diagnostic. */
  readonly lines: readonly string[];
  /** Each code once, in the order of the diagnostics. */
  readonly codes: readonly string[];
  /** Names of the files that were read, each time. */
  readonly reads: readonly string[];
}

/** Loads the first of some files in memory, with the catalogue of well-known schemas. */
export function loadFilesInMemory(files: Files, options: LoadWsdlOptions = {}): LoadedFiles {
  const reads: string[] = [];
  const file = (location: string): XmlFile => {
    const content = files[location] ?? '';
    return {
      location,
      name: location,
      bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    };
  };
  const read = (location: string) => {
    reads.push(location);
    return Object.hasOwn(files, location) ? { file: file(location), diagnostics: [] } : { diagnostics: [] };
  };
  const [main = ''] = Object.keys(files);
  const { contract, diagnostics } = loadWsdl(file(main), { read, wellKnown: catalogued, ...options });
  const lines = diagnostics.map(
    ({ code, file: name, line, column, message }) => `${code} ${name}:${line}:${column} ${message}`,
  );
  return { contract, diagnostics, lines, codes: [...new Set(diagnostics.map(({ code }) => code))], reads };
}

/** Attributes of wsdl:definitions: the prefixes of the standards, and `t` for `urn:test`. */
export const declarations = `xmlns:t="urn:test" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"`;

/** Messages, port type, binding and service of an operation whose input and output are one element. */
export function serviceOf(element: string): string {
  return `<wsdl:message name="M"><wsdl:part name="body" element="${element}"/></wsdl:message>
  <wsdl:portType name="P"><wsdl:operation name="Do"><wsdl:input message="t:M"/><wsdl:output message="t:M"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Do"><soap:operation soapAction="urn:do"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="S"><wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/s"/></wsdl:port></wsdl:service>`;
}

/** A WSDL around the content of wsdl:types, with an operation that sends and returns one element. */
export function wsdlWith(types: string, element = 't:Root', namespaces = ''): string {
  return `<wsdl:definitions name="Test" targetNamespace="urn:test" ${declarations} ${namespaces}>
  <wsdl:types>${types}</wsdl:types>
  ${serviceOf(element)}
</wsdl:definitions>`;
}

/** A WSDL around the content of one xs:schema, whose element `Root` has the type `Type`. */
export function wsdlWithSchema(content: string, attributes = ''): string {
  return wsdlWith(schema(`<xs:element name="Root" type="t:Type"/>${content}`, 'urn:test', attributes));
}

/** An xs:schema; without a namespace it is a chameleon. */
export function schema(content: string, namespace?: string, attributes = ''): string {
  const target = namespace === undefined ? '' : ` targetNamespace="${namespace}" xmlns:own="${namespace}"`;
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${target} ${attributes}>${content}</xs:schema>`;
}

/** A complex type with a sequence. */
export function sequence(name: string, content: string): string {
  return `<xs:complexType name="${name}"><xs:sequence>${content}</xs:sequence></xs:complexType>`;
}

export function typeNamed(contract: Contract | undefined, local: string): NamedType | undefined {
  return contract?.schemas.flatMap(({ types }) => types).find(({ name }) => name.local === local);
}

export function elementNamed(contract: Contract | undefined, local: string): GlobalElement | undefined {
  return contract?.schemas.flatMap(({ elements }) => elements).find(({ name }) => name.local === local);
}

/** Names of the elements in a type of a contract, with their namespaces, in their order. */
export function fieldsOf(contract: Contract | undefined, local: string): readonly string[] {
  const names: string[] = [];
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit);
    else if (typeof part === 'object' && part !== null) {
      if ('kind' in part && part.kind === 'element' && 'element' in part) {
        const { name } = (part as { element: { name: { namespace: string; local: string } } }).element;
        names.push(name.namespace === '' ? name.local : `{${name.namespace}}${name.local}`);
      }
      for (const value of Object.values(part)) visit(value);
    }
  };
  const type = typeNamed(contract, local);
  visit(type?.kind === 'complex' ? type.content : undefined);
  return names;
}
