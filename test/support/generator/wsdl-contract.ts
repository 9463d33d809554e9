import type { Contract } from '../../../src/contract/model/index.ts';
import { catalogued } from '../../../src/contract/wsdl/catalogue/catalogue.ts';
import { loadWsdl } from '../../../src/contract/wsdl/index.ts';

/** A document/literal WSDL around some schemas, operations and messages. */
export interface WsdlParts {
  /** Content of an xs:schema of the namespace `urn:test`, with the prefix `t`. */
  readonly schema: string;
  /** Further xs:schema elements; the prefix `t` is declared, and `b` for `urn:test:billing`. */
  readonly schemas?: string;
  readonly messages: string;
  /** Content of wsdl:portType. */
  readonly operations: string;
  /** Content of wsdl:binding, after soap:binding. */
  readonly bound: string;
  readonly style?: 'document' | 'rpc';
}

export function wsdlText({ schema, schemas = '', messages, operations, bound, style = 'document' }: WsdlParts): string {
  return `<wsdl:definitions name="Test" targetNamespace="urn:test" xmlns:t="urn:test" xmlns:b="urn:test:billing"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types><xs:schema targetNamespace="urn:test" elementFormDefault="qualified">${schema}</xs:schema>${schemas}</wsdl:types>
  ${messages}
  <wsdl:portType name="Test">${operations}</wsdl:portType>
  <wsdl:binding name="Test" type="t:Test">
    <soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${bound}
  </wsdl:binding>
  <wsdl:service name="Test">
    <wsdl:port name="Test" binding="t:Test"><soap:address location="http://localhost/test"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>`;
}

/** An operation whose input and output are one element each, with its messages and its binding. */
export function bareOperation(name: string, element: string): Pick<WsdlParts, 'messages' | 'operations' | 'bound'> {
  return {
    messages: `<wsdl:message name="${name}"><wsdl:part name="body" element="${element}"/></wsdl:message>`,
    operations: `<wsdl:operation name="${name}"><wsdl:input message="t:${name}"/><wsdl:output message="t:${name}"/></wsdl:operation>`,
    bound: `<wsdl:operation name="${name}"><soap:operation soapAction="urn:test:${name}"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`,
  };
}

/** @throws {Error} with the diagnostics of a WSDL that is not read. */
export function contractOfWsdl(text: string): Contract {
  const file = { location: 'test.wsdl', name: 'test.wsdl', bytes: new TextEncoder().encode(text) };
  const { contract, diagnostics } = loadWsdl(file, { wellKnown: catalogued });
  if (contract === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return contract;
}
