import type { Contract } from '../../../src/contract/model/index.ts';
import { loadInput } from '../../../src/contract/open/index.ts';
import type { LoadedContract } from '../../../src/contract/yaml/index.ts';

/**
 * WSDLs whose bindings do not name a header block that the service demands: one whose schemas declare its element, as those
 * of NetSuite do, and one whose schemas do not, as some of Salesforce.
 */

interface Names {
  readonly name: string;
  readonly target: string;
  readonly schemas: string;
  readonly operations: readonly string[];
}

function wsdl({ name, target, schemas, operations }: Names): string {
  const each = (text: (operation: string) => string): string => operations.map(text).join('');
  return `<definitions name="${name}" targetNamespace="${target}" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="${target}"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:m="urn:messages_2023_1.example"
    xmlns:c="urn:core_2023_1.example">
  <types>${schemas}</types>
  ${each(
    (one) =>
      `<message name="${one}Request"><part name="parameters" element="m:${one}"/></message><message name="${one}Response"><part name="parameters" element="m:${one}Response"/></message>`,
  )}
  <portType name="${name}PortType">${each((one) => `<operation name="${one}"><input message="tns:${one}Request"/><output message="tns:${one}Response"/></operation>`)}</portType>
  <binding name="${name}Binding" type="tns:${name}PortType">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each((one) => `<operation name="${one}"><soap:operation soapAction="${one}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`)}
  </binding>
  <service name="${name}Service"><port name="${name}Port" binding="tns:${name}Binding"><soap:address location="https://service.example/"/></port></service>
</definitions>`;
}

const pair = (name: string, input: string, output: string): string =>
  `<xsd:element name="${name}"><xsd:complexType><xsd:sequence>${input}</xsd:sequence></xsd:complexType></xsd:element><xsd:element name="${name}Response"><xsd:complexType><xsd:sequence>${output}</xsd:sequence></xsd:complexType></xsd:element>`;

const text = (name: string): string => `<xsd:element name="${name}" type="xsd:string"/>`;

/** Like NetSuite: `tokenPassport` is an element of the messages' schema with a type of another one. */
export const netSuiteLike = wsdl({
  name: 'NetSuite',
  target: 'urn:platform_2023_1.example',
  schemas: `<xsd:schema targetNamespace="urn:core_2023_1.example" elementFormDefault="qualified">
    <xsd:complexType name="TokenPassport"><xsd:sequence>${['account', 'consumerKey', 'token', 'nonce'].map(text).join('')}
      <xsd:element name="timestamp" type="xsd:long"/>
      <xsd:element name="signature"><xsd:complexType><xsd:simpleContent><xsd:extension base="xsd:string">
        <xsd:attribute name="algorithm" type="xsd:string" use="required"/>
      </xsd:extension></xsd:simpleContent></xsd:complexType></xsd:element>
    </xsd:sequence></xsd:complexType>
  </xsd:schema>
  <xsd:schema targetNamespace="urn:messages_2023_1.example" elementFormDefault="qualified">
    <xsd:import namespace="urn:core_2023_1.example"/>
    <xsd:element name="tokenPassport" type="c:TokenPassport"/>
    ${pair('get', text('internalId'), text('name'))}${pair('getServerTime', '', text('serverTime'))}
  </xsd:schema>`,
  operations: ['get', 'getServerTime'],
});

/** Like some of Salesforce: `SessionHeader` is declared nowhere. */
export const salesforceLike = wsdl({
  name: 'Soap',
  target: 'urn:messages_2023_1.example',
  schemas: `<xsd:schema targetNamespace="urn:messages_2023_1.example" elementFormDefault="qualified">
    <xsd:simpleType name="ID"><xsd:restriction base="xsd:string"><xsd:length value="18"/></xsd:restriction></xsd:simpleType>
    ${pair('login', text('username'), text('sessionId'))}${pair('query', text('queryString'), text('name'))}
  </xsd:schema>`,
  operations: ['login', 'query'],
});

/** A WSDL as an overlay changes it. */
export function loadWithOverlay(wsdlText: string, overlay: string): LoadedContract {
  const main = { location: 'service.wsdl', name: 'service.wsdl', bytes: new TextEncoder().encode(wsdlText) };
  const none = (): { readonly diagnostics: readonly [] } => ({ diagnostics: [] });
  const source = { file: 'service.wsdl', text: wsdlText };
  const wsdl = { main, read: none };
  return loadInput({ source, read: none, wsdl, overlay: { file: 'service.overlay.yaml', text: overlay } });
}

/** @throws {Error} with the diagnostics of a contract that cannot be loaded. */
export function contractWithOverlay(wsdlText: string, overlay: string): Contract {
  const { contract, diagnostics } = loadWithOverlay(wsdlText, overlay);
  if (contract === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return contract;
}
