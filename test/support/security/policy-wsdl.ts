import type { Contract } from '../../../src/contract/index.ts';
import { loadWsdl } from '../../../src/contract/wsdl/index.ts';

/** Policies of a WSDL, as XML text: of its binding, and of the messages of its operation. */
export interface Policies {
  readonly binding: string;
  readonly input?: string;
  readonly output?: string;
  /** Default https://pay.example/. */
  readonly address?: string;
}

export const securityPolicy12 = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702';

/** A WSDL of the operation Pay, which takes the Amount and returns the Receipt, with policies by reference. */
export function policyWsdl({ binding, input = '', output = '', address = 'https://pay.example/' }: Policies): string {
  const policies = Object.entries({ Binding: binding, Input: input, Output: output }).filter(([, text]) => text !== '');
  const reference = (name: string): string =>
    policies.some(([own]) => own === name) ? `<wsp:PolicyReference URI="#${name}"/>` : '';
  return `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:pay" xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="${securityPolicy12}" xmlns:cxf="http://cxf.apache.org/custom/security-policy" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" name="Payment" targetNamespace="urn:pay">
${policies.map(([name, text]) => `<wsp:Policy wsu:Id="${name}">${text}</wsp:Policy>`).join('\n')}
<wsdl:types><xs:schema targetNamespace="urn:pay" elementFormDefault="qualified">
<xs:element name="Pay"><xs:complexType><xs:sequence><xs:element name="Amount" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="PayResponse"><xs:complexType><xs:sequence><xs:element name="Receipt" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
</xs:schema></wsdl:types>
<wsdl:message name="PayIn"><wsdl:part name="body" element="t:Pay"/></wsdl:message>
<wsdl:message name="PayOut"><wsdl:part name="body" element="t:PayResponse"/></wsdl:message>
<wsdl:portType name="Payment"><wsdl:operation name="Pay"><wsdl:input message="t:PayIn"/><wsdl:output message="t:PayOut"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="Payment" type="t:Payment">${reference('Binding')}<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<wsdl:operation name="Pay"><soap:operation soapAction="urn:pay/Pay"/><wsdl:input>${reference('Input')}<soap:body use="literal"/></wsdl:input><wsdl:output>${reference('Output')}<soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
<wsdl:service name="Payment"><wsdl:port name="Payment" binding="t:Payment"><soap:address location="${address}"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}

/** The contract of such a WSDL. @throws {Error} for one that cannot be read. */
export function policyContract(policies: Policies): Contract {
  const bytes = new TextEncoder().encode(policyWsdl(policies));
  const { contract, diagnostics } = loadWsdl({ location: 'payment.wsdl', name: 'payment.wsdl', bytes });
  if (contract === undefined) throw new Error(JSON.stringify(diagnostics));
  return contract;
}

/** A nested policy. */
export function policyOf(...assertions: readonly string[]): string {
  return `<wsp:Policy>${assertions.join('')}</wsp:Policy>`;
}

export interface BindingOptions {
  /** Assertions beside the tokens: IncludeTimestamp, EncryptSignature and others. */
  readonly more?: string;
  readonly suite?: string;
  readonly initiator?: string;
  readonly recipient?: string;
}

/** An AsymmetricBinding; by default with a Timestamp, and certificates that messages contain. */
export function asymmetricBinding({
  more = '<sp:IncludeTimestamp/>',
  suite = '<sp:Basic256Sha256/>',
  initiator = x509Token('AlwaysToRecipient'),
  recipient = x509Token('AlwaysToInitiator'),
}: BindingOptions = {}): string {
  const tokens = `<sp:InitiatorToken>${policyOf(initiator)}</sp:InitiatorToken><sp:RecipientToken>${policyOf(recipient)}</sp:RecipientToken>`;
  return `<sp:AsymmetricBinding>${policyOf(tokens, `<sp:AlgorithmSuite>${policyOf(suite)}</sp:AlgorithmSuite>`, `<sp:Layout>${policyOf('<sp:Strict/>')}</sp:Layout>`, more, '<sp:OnlySignEntireHeadersAndBody/>')}</sp:AsymmetricBinding>`;
}

export function x509Token(inclusion: string, ...assertions: readonly string[]): string {
  const form = assertions.some((one) => one.includes('PkiPath')) ? '' : '<sp:WssX509V3Token10/>';
  return `<sp:X509Token sp:IncludeToken="${securityPolicy12}/IncludeToken/${inclusion}">${policyOf(...assertions, form)}</sp:X509Token>`;
}

/** TLS, with what is beside the tokens. */
export function transportBinding(more = '<sp:IncludeTimestamp/>', suite = '<sp:Basic256Sha256/>'): string {
  const token = `<sp:TransportToken>${policyOf(`<sp:HttpsToken>${policyOf()}</sp:HttpsToken>`)}</sp:TransportToken>`;
  return `<sp:TransportBinding>${policyOf(token, `<sp:AlgorithmSuite>${policyOf(suite)}</sp:AlgorithmSuite>`, more)}</sp:TransportBinding>`;
}
