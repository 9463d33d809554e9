import { declarations } from './wsdl-files.ts';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';

/** Parts of a WSDL whose only operation, `Do`, is encoded. */
export interface EncodedWsdl {
  /** Content of the schema of `urn:test`. */
  readonly types?: string;
  /** Content of the message of the request, and of that of the response. */
  readonly input?: string;
  readonly output?: string;
  readonly style?: 'rpc' | 'document';
  /** Further messages, faults of the port type and elements of the binding. */
  readonly messages?: string;
  readonly faults?: string;
  readonly boundInput?: string;
  readonly boundFaults?: string;
}

/** Attributes of a soap:body, soap:header or soap:fault of an encoded message. */
export const encodedUse = `use="encoded" encodingStyle="${encoding}" namespace="urn:do"`;

/** A part with a type. */
export function typedPart(name: string, type: string): string {
  return `<wsdl:part name="${name}" type="${type}"/>`;
}

/** An array type as most toolkits declare it; `arrayType` as `xs:string[]`. */
export function arrayOf(name: string, arrayType: string): string {
  return `<xs:complexType name="${name}"><xs:complexContent><xs:restriction base="soapenc:Array">
    <xs:attribute ref="soapenc:arrayType" wsdl:arrayType="${arrayType}"/>
  </xs:restriction></xs:complexContent></xs:complexType>`;
}

/** A WSDL with an operation whose request and response are encoded; the prefix of its types is `t`. */
export function encodedWsdl(parts: EncodedWsdl): string {
  const { types = '', input = '', output = '', style = 'rpc', messages = '', faults = '' } = parts;
  const { boundInput = '', boundFaults = '' } = parts;
  const body = `<soap:body ${encodedUse}/>`;
  return `<wsdl:definitions name="Test" targetNamespace="urn:test" ${declarations} xmlns:soapenc="${encoding}"
      xmlns:apache="http://xml.apache.org/xml-soap">
  <wsdl:types><xs:schema targetNamespace="urn:test"><xs:import namespace="${encoding}"/>${types}</xs:schema></wsdl:types>
  <wsdl:message name="In">${input}</wsdl:message><wsdl:message name="Out">${output}</wsdl:message>${messages}
  <wsdl:portType name="P"><wsdl:operation name="Do">
    <wsdl:input message="t:In"/><wsdl:output message="t:Out"/>${faults}
  </wsdl:operation></wsdl:portType>
  <wsdl:binding name="B" type="t:P"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Do"><soap:operation soapAction="urn:do"/>
      <wsdl:input>${body}${boundInput}</wsdl:input><wsdl:output>${body}</wsdl:output>${boundFaults}
    </wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="S"><wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/s"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}
