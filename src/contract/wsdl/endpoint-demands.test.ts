import { describe, expect, it } from 'vitest';
import { bareOperation, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { loadWsdl } from './load-wsdl.ts';

const namespaces =
  'xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702" xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl" xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"';

/** Codes and subjects of the demands of a WSDL with an extension in its binding and others in its definitions. */
function demandsOf(
  inBinding: string,
  inDefinitions = '',
  operation = bareOperation('Find', 't:Note').bound,
): readonly string[] {
  const parts = bareOperation('Find', 't:Note');
  const bound = `${inBinding}${operation}`;
  const text = wsdlText({ ...parts, bound, schema: '<xs:element name="Note" type="xs:string"/>' })
    .replace('<wsdl:definitions ', `<wsdl:definitions ${namespaces} `)
    .replace('<wsdl:types>', `${inDefinitions}<wsdl:types>`);
  const { contract, diagnostics } = loadWsdl({ location: 'a', name: 'a', bytes: new TextEncoder().encode(text) });
  expect(contract).toBeDefined();
  return diagnostics.map(({ code, message, line }) => {
    expect(line).toBeGreaterThan(1);
    return `${code} ${message}`;
  });
}

const policy = (...assertions: readonly string[]): string => `<wsp:Policy>${assertions.join('')}</wsp:Policy>`;

describe('the demands of an endpoint', () => {
  it('is nothing without policies', () => {
    expect(demandsOf('')).toEqual([]);
  });

  it('is TLS, where the address is not https; clients meet the others', () => {
    const https = `<sp:TransportToken>${policy('<sp:HttpsToken RequireClientCertificate="true"/>')}</sp:TransportToken>`;
    const transport = `<sp:TransportBinding>${policy(https, '<sp:IncludeTimestamp/>')}</sp:TransportBinding>`;
    const tokens = `<sp:SignedSupportingTokens>${policy('<sp:UsernameToken/>')}</sp:SignedSupportingTokens>`;
    expect(demandsOf(policy(transport, tokens))).toEqual(['SW6401 The binding Test demands TLS.']);
    expect(demandsOf(policy(transport, tokens, '<sp:AsymmetricBinding/>'))).toEqual([
      'SW6401 The binding Test demands TLS.',
      'SW6402 The binding Test demands TLS with a certificate of the client.',
      'SW6405 The binding Test demands a WS-Security timestamp.',
      'SW6404 The binding Test demands a WS-Security UsernameToken.',
      'SW6406 The binding Test demands signed messages.',
      'SW6416 The port Test demands InitiatorToken, which generated code does not meet: an X509Token or a SamlToken is understood.',
      'SW6416 The port Test demands RecipientToken, which generated code does not meet: an X509Token is understood.',
      'SW6416 The port Test demands AlgorithmSuite, which generated code does not meet: it names no suite that is known.',
    ]);
  });

  it('is a signature, encryption, tokens and HTTP authentication', () => {
    const inside = policy('<sp:HttpBasicAuthentication/>');
    const all = policy(
      '<sp:SignedParts><sp:Body/></sp:SignedParts>',
      '<sp:EncryptedParts/>',
      '<sp:IssuedToken/>',
      inside,
    );
    expect(demandsOf(all)).toEqual([
      'SW6406 The binding Test demands signed messages.',
      'SW6407 The binding Test demands encrypted messages.',
      'SW6408 The binding Test demands a security token: IssuedToken.',
      'SW6403 The binding Test demands HTTP authentication.',
      'SW6416 The port Test demands IssuedToken, which generated code does not meet: a SAML 2.0 assertion of a bearer or with a public key is understood.',
      'SW6416 The port Test demands SignedParts, which generated code does not meet: not those of all operations, or without a binding that says how.',
      'SW6416 The port Test demands EncryptedParts, which generated code does not meet: not signed, or not those of all operations, or without a binding that says how.',
    ]);
  });

  it('is addressing, required or not', () => {
    // Generated code meets a demand.
    expect(demandsOf('<wsaw:UsingAddressing wsdl:required="true"/>')).toEqual([]);
    expect(demandsOf(policy('<wsaw:UsingAddressing/>'))).toEqual([]);
    expect(demandsOf('<wsaw:UsingAddressing/>')).toEqual(['SW6409 The binding Test accepts WS-Addressing headers.']);
  });

  it('is accepted if it is optional, or if one alternative does without it', () => {
    const reliable = (more: string): string => `<m:RMAssertion xmlns:m="urn:rm"${more}/>`;
    expect(demandsOf(policy(reliable('')))).toEqual([expect.stringContaining('SW6411 The binding Test demands WS-R')]);
    const accepted = [expect.stringContaining('SW6411 The binding Test accepts WS-R')];
    expect(demandsOf(policy(reliable(' wsp:Optional="true"')))).toEqual(accepted);
    expect(demandsOf(policy(`<wsp:ExactlyOne><wsp:All>${reliable('')}</wsp:All><wsp:All/></wsp:ExactlyOne>`))).toEqual(
      accepted,
    );
  });

  it('is MTOM only where it is not said of all messages', () => {
    const mtom = policy('<m:OptimizedMimeSerialization xmlns:m="urn:mtom"/>');
    expect(demandsOf(mtom)).toEqual([]);
    const parts = bareOperation('Find', 't:Note');
    expect(demandsOf('', '', parts.bound.replace('<wsdl:input>', `${mtom}<wsdl:input>`))).toEqual([
      expect.stringContaining('SW6410 The operation Find demands MTOM'),
    ]);
  });

  it('is named for other protocols and for unknown assertions', () => {
    const others = ['RMAssertion', 'ATAssertion', 'BinaryEncoding', 'Audited'];
    expect(demandsOf(policy(...others.map((one) => `<x:${one} xmlns:x="urn:x"/>`)))).toEqual([
      'SW6411 The binding Test demands WS-ReliableMessaging.',
      'SW6412 The binding Test demands transactions that span services.',
      "SW6413 The binding Test demands Microsoft's binary encoding of messages.",
      'SW6414 The binding Test demands something that is not known here: Audited of urn:x.',
    ]);
  });

  it('is found by references, each once, also in a circle', () => {
    const secured = '<wsp:Policy u:Id="Secured"><sp:SignedParts/><wsp:PolicyReference URI="#Secured"/></wsp:Policy>';
    expect(demandsOf('<wsp:PolicyReference URI="#Secured"/><wsp:PolicyReference URI="#Secured"/>', secured)).toEqual([
      'SW6406 The binding Test demands signed messages.',
      'SW6416 The port Test demands SignedParts, which generated code does not meet: not those of all operations, or without a binding that says how.',
    ]);
    expect(demandsOf('<wsp:PolicyReference URI="#Missing"/>')).toEqual([
      'SW6415 The binding Test refers to the policy #Missing, which is not in the WSDL.',
    ]);
  });

  it('does not include policies that nothing refers to', () => {
    expect(demandsOf('', '<wsp:Policy u:Id="Unused"><sp:UsernameToken/></wsp:Policy>')).toEqual([]);
  });
});
