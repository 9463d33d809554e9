import {
  type Binding,
  type BindingOperation,
  type ComplexType,
  type Contract,
  type GlobalElement,
  isSimpleType,
  type LocalElement,
  type Message,
  type NamedType,
  type Origin,
  type Particle,
  type PortTypeOperation,
  type QName,
  type SoapVersion,
  type TypeReference,
  xsd,
} from '../contract/index.ts';
import type { Addressing } from './address.ts';
import type { ContractDocument, FieldDocument, OperationDocument, RecordDocument, TypeDocument } from './document.ts';
import type { Located } from './shape.ts';

/** From offsets to places. */
export type OriginOf = (located: Located) => Origin;

/**
 * The model of a checked document: one service of document/literal wrapped operations, named as the .asmx family names
 * its messages, port types and bindings.
 */
export function buildContract(document: ContractDocument, addressing: Addressing, originOf: OriginOf): Contract {
  const name = document.service.text;
  const { namespace, address } = addressing;
  const build = new Builder(namespace, originOf);
  const { operations, types, records } = document;
  const portType = build.name(`${name}Soap`);
  const bindings = document.soap.map((version): Binding => {
    const binding = build.name(bindingName(name, version));
    return {
      name: binding,
      portType,
      soapVersion: version,
      style: 'document',
      // SOAP 1.2 over HTTP too: every reader of WSDL 1.1 knows it by this URI alone.
      transport: 'http://schemas.xmlsoap.org/soap/http',
      operations: operations.map((operation) => build.bindingOperation(operation)),
    };
  });
  return {
    name,
    targetNamespace: namespace,
    doc: document.doc,
    origin: originOf(document.service),
    schemas: [
      {
        targetNamespace: namespace,
        elementFormDefault: 'qualified',
        attributeFormDefault: 'unqualified',
        elements: operations.flatMap((operation) => build.wrappers(operation)),
        types: [...types.map((type) => build.simpleType(type)), ...records.map((record) => build.record(record))],
        attributes: [],
        groups: [],
        attributeGroups: [],
        imports: [],
      },
    ],
    messages: operations.flatMap((operation) => build.messages(operation)),
    portTypes: [{ name: portType, operations: operations.map((operation) => build.operation(operation)) }],
    bindings,
    services: [
      {
        name,
        doc: document.doc,
        ports: bindings.map((binding) => ({ name: binding.name.local, binding: binding.name, address })),
      },
    ],
    options: document.options,
  };
}

function bindingName(service: string, version: SoapVersion): string {
  return version === '1.1' ? `${service}Soap` : `${service}Soap12`;
}

class Builder {
  readonly #namespace: string;
  readonly #originOf: OriginOf;

  constructor(namespace: string, originOf: OriginOf) {
    this.#namespace = namespace;
    this.#originOf = originOf;
  }

  name(local: string): QName {
    return { namespace: this.#namespace, local };
  }

  /** `{Op}` and `{Op}Response`. */
  wrappers(operation: OperationDocument): readonly GlobalElement[] {
    const origin = this.#originOf(operation.name);
    const element = (local: string, doc: string | undefined, fields: readonly FieldDocument[]): GlobalElement => ({
      name: this.name(local),
      type: { kind: 'anonymous', type: this.#sequence(fields) },
      doc,
      origin,
      nillable: false,
      sensitive: false,
      stream: false,
      abstract: false,
    });
    const { text } = operation.name;
    return [
      element(text, operation.requestDoc, operation.request),
      element(`${text}Response`, undefined, [operation.result]),
    ];
  }

  simpleType({ name, base, doc, typeScriptName, facets }: TypeDocument): NamedType {
    const { enumeration, pattern, minInclusive, minExclusive, maxInclusive, maxExclusive, ...counts } = facets;
    return {
      kind: 'simple',
      name: this.name(name.text),
      doc,
      typeScriptName: typeScriptName?.text,
      origin: this.#originOf(name),
      variety: {
        kind: 'restriction',
        base: this.#type(base.text),
        facets: {
          ...counts,
          enumeration: enumeration?.map((one) => ({ value: one.value.text, doc: one.doc })),
          patterns: pattern === undefined ? undefined : [pattern],
          minInclusive: minInclusive?.text,
          minExclusive: minExclusive?.text,
          maxInclusive: maxInclusive?.text,
          maxExclusive: maxExclusive?.text,
        },
      },
    };
  }

  record(record: RecordDocument): NamedType {
    return {
      ...this.#sequence(record.fields),
      name: this.name(record.name.text),
      doc: record.doc,
      typeScriptName: record.typeScriptName?.text,
      origin: this.#originOf(record.name),
    };
  }

  messages(operation: OperationDocument): readonly Message[] {
    const message = (local: string, element: string): Message => ({
      name: this.name(local),
      parts: [{ name: 'parameters', content: { kind: 'element', name: this.name(element) } }],
    });
    const { text } = operation.name;
    return [message(`${text}SoapIn`, text), message(`${text}SoapOut`, `${text}Response`)];
  }

  operation(operation: OperationDocument): PortTypeOperation {
    const { text } = operation.name;
    return {
      name: text,
      doc: operation.doc,
      typeScriptName: operation.typeScriptName?.text,
      origin: this.#originOf(operation.name),
      pattern: 'request-response',
      input: { message: this.name(`${text}SoapIn`) },
      output: { message: this.name(`${text}SoapOut`) },
      faults: [],
    };
  }

  bindingOperation(operation: OperationDocument): BindingOperation {
    const { text } = operation.name;
    return {
      name: text,
      soapAction: operation.soapAction ?? `${this.#namespace}${text}`,
      style: 'document',
      input: { use: 'literal', headers: [] },
      output: { use: 'literal', headers: [] },
      faults: [],
    };
  }

  #sequence(fields: readonly FieldDocument[]): ComplexType {
    const particles = fields.map((field) => this.#particle(field));
    return {
      kind: 'complex',
      abstract: false,
      mixed: false,
      content: { kind: 'elements', particle: { kind: 'sequence', occurs: { min: 1, max: 1 }, particles } },
      attributes: [],
      attributeGroups: [],
    };
  }

  #particle(field: FieldDocument): Particle {
    const element: LocalElement = {
      name: this.name(field.name.text),
      type: this.#type(field.type.text),
      doc: field.doc,
      typeScriptName: field.typeScriptName?.text,
      origin: this.#originOf(field.name),
      nillable: field.nillable,
      sensitive: field.sensitive,
      stream: field.stream,
      mapping: field.mapping,
    };
    const min = field.optional || field.many ? 0 : 1;
    return { kind: 'element', occurs: { min, max: field.many ? 'unbounded' : 1 }, element };
  }

  #type(name: string): TypeReference {
    return { kind: 'named', name: isSimpleType(name) ? { namespace: xsd, local: name } : this.name(name) };
  }
}
