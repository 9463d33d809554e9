import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { bareOperation, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { emit } from '../../emit/index.ts';
import type { Contract } from '../model/index.ts';
import { importContract } from '../print/index.ts';
import { loadWsdl } from './load-wsdl.ts';

const v12 = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702';
const namespaces = [
  'xmlns:wsp="http://www.w3.org/ns/ws-policy"',
  'xmlns:wsp04="http://schemas.xmlsoap.org/ws/2004/09/policy"',
  `xmlns:sp="${v12}"`,
  'xmlns:sp11="http://schemas.xmlsoap.org/ws/2005/07/securitypolicy"',
  'xmlns:http="http://schemas.microsoft.com/ws/06/2004/policy/http"',
  'xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"',
].join(' ');

interface Places {
  readonly service?: string;
  readonly port?: string;
  readonly binding?: string;
  readonly operation?: string;
  readonly input?: string;
  readonly output?: string;
  readonly definitions?: string;
}

function load(text: string): Contract {
  const { contract, diagnostics } = loadWsdl({ location: 'a', name: 'a', bytes: new TextEncoder().encode(text) });
  if (contract === undefined) throw new Error(JSON.stringify(diagnostics));
  return contract;
}

/** `security` of the port of a WSDL with policies at several places. */
function securityOf(places: Places) {
  const { service = '', port = '', binding = '', operation = '', input = '', output = '', definitions = '' } = places;
  const parts = bareOperation('Find', 't:Note');
  const other = bareOperation('Other', 't:Note');
  const bound = parts.bound
    .replace(/(<wsdl:operation [^>]*>)/, `$1${operation}`)
    .replace('<wsdl:input>', `<wsdl:input>${input}`)
    .replace('<wsdl:output>', `<wsdl:output>${output}`);
  const all = Object.fromEntries(
    Object.entries(parts).map(([key, value]) => [key, `${value}${other[key as keyof typeof other]}`]),
  ) as typeof parts;
  const text = wsdlText({
    ...all,
    bound: `${binding}${bound}${other.bound}`,
    schema: '<xs:element name="Note" type="xs:string"/>',
  })
    .replace('<wsdl:definitions ', `<wsdl:definitions ${namespaces} `)
    .replace('<wsdl:types>', `${definitions}<wsdl:types>`)
    .replace(/(<wsdl:service [^>]*>)/, `$1${service}`)
    .replace('binding="t:Test">', `binding="t:Test">${port}`);
  return load(text).services[0]?.ports[0]?.security;
}

const policy = (...content: readonly string[]): string => `<wsp:Policy>${content.join('')}</wsp:Policy>`;
const oneOf = (...all: readonly string[]): string =>
  `<wsp:ExactlyOne>${all.map((one) => `<wsp:All>${one}</wsp:All>`).join('')}</wsp:ExactlyOne>`;
const transport = (token: string, more = ''): string =>
  `<sp:TransportBinding>${policy(`<sp:TransportToken>${policy(token)}</sp:TransportToken>`, more)}</sp:TransportBinding>`;
const https = (inside: string): string => `<sp:HttpsToken>${policy(inside)}</sp:HttpsToken>`;
const supporting = (token: string): string => `<sp:SignedSupportingTokens>${policy(token)}</sp:SignedSupportingTokens>`;
const digest = `<sp:UsernameToken>${policy('<sp:HashPassword/>')}</sp:UsernameToken>`;

describe('what policies demand', () => {
  it.each<[string, string, readonly object[] | undefined]>([
    ['nothing', '', undefined],
    ['an empty policy', policy(), undefined],
    ['TLS alone', policy(transport(https(''))), undefined],
    ['a token', policy(supporting('<sp:UsernameToken/>')), [{ usernameToken: 'text' }]],
    ['a token with a digest', policy(supporting(digest)), [{ usernameToken: 'digest' }]],
    [
      'a token of version 1.1, in a policy of 2004/09',
      '<wsp04:Policy><sp11:SupportingTokens><wsp04:Policy><sp11:UsernameToken/></wsp04:Policy></sp11:SupportingTokens></wsp04:Policy>',
      [{ usernameToken: 'text' }],
    ],
    ['a Timestamp', policy(transport(https(''), '<sp:IncludeTimestamp/>')), [{ timestamp: true }]],
    ['a certificate', policy(transport(https('<sp:RequireClientCertificate/>'))), [{ clientCertificate: true }]],
    [
      'a certificate by version 1.1',
      policy('<sp11:HttpsToken RequireClientCertificate="true"/>'),
      [{ clientCertificate: true }],
    ],
    ['no certificate', policy('<sp11:HttpsToken RequireClientCertificate="false"/>'), undefined],
    ['HTTP Basic', policy(transport(https('<sp:HttpBasicAuthentication/>'))), [{ httpAuthentication: 'basic' }]],
    ['HTTP Digest', policy(transport(https('<sp:HttpDigestAuthentication/>'))), [{ httpAuthentication: 'digest' }]],
    ['NTLM, as WCF says', policy('<http:NtlmAuthentication/>'), [{ httpAuthentication: 'ntlm' }]],
    [
      'parts that TLS protects',
      policy(transport(https('')), supporting('<sp:UsernameToken/>'), '<sp:SignedParts><sp:Body/></sp:SignedParts>'),
      [{ usernameToken: 'text' }],
    ],
    [
      'signed parts without TLS',
      policy('<sp:SignedParts/>', '<sp:EncryptedParts/>'),
      [{ unmet: ['SignedParts', 'EncryptedParts'] }],
    ],
    [
      'a key',
      policy(
        `<sp:AsymmetricBinding>${policy(`<sp:InitiatorToken>${policy('<sp:X509Token/>')}</sp:InitiatorToken>`)}</sp:AsymmetricBinding>`,
      ),
      [{ unmet: ['AsymmetricBinding', 'RecipientToken', 'AlgorithmSuite'] }],
    ],
    [
      'a token without a password',
      policy(`<sp:UsernameToken>${policy('<sp:NoPassword/>')}</sp:UsernameToken>`),
      [{ usernameToken: 'text', unmet: ['NoPassword'] }],
    ],
    [
      'a token that an issuer gives for a name',
      policy(`<sp:IssuedToken>${policy('<sp:UsernameToken/>')}</sp:IssuedToken>`),
      [{ unmet: ['IssuedToken'] }],
    ],
    ['an optional token', policy('<sp:UsernameToken wsp:Optional="true"/>'), [{ usernameToken: 'text' }, {}]],
    [
      'alternatives',
      policy(oneOf(supporting(digest), transport(https('<sp:HttpBasicAuthentication/>')), '<sp:SymmetricBinding/>')),
      [{ usernameToken: 'digest' }, { httpAuthentication: 'basic' }, { unmet: ['SymmetricBinding'] }],
    ],
    [
      'alternatives of alternatives',
      policy(oneOf('<sp:UsernameToken/>', '<http:BasicAuthentication/>'), oneOf('<sp:RequireClientCertificate/>', '')),
      [
        { usernameToken: 'text', clientCertificate: true },
        { usernameToken: 'text' },
        { httpAuthentication: 'basic', clientCertificate: true },
        { httpAuthentication: 'basic' },
      ],
    ],
    ['something that is not known', policy('<x:Audited xmlns:x="urn:x"/>'), undefined],
  ])('is %s', (_, text, expected) => {
    expect(securityOf({ binding: text })).toEqual(expected);
    expect(securityOf({ port: text })).toEqual(expected);
  });

  it('is read by references: several of one policy, and in a circle', () => {
    const definitions =
      '<wsp:Policy u:Id="A"><wsp:PolicyReference URI="#B"/><sp:UsernameToken/></wsp:Policy><wsp:Policy u:Id="B"><wsp:PolicyReference URI="#A"/><sp:RequireClientCertificate/></wsp:Policy>';
    const reference = '<wsp:PolicyReference URI="#A"/>';
    const both = { usernameToken: 'text', clientCertificate: true };
    expect(securityOf({ definitions, binding: reference })).toEqual([both]);
    expect(securityOf({ definitions, binding: policy(oneOf(reference, reference)) })).toEqual([both]);
    expect(securityOf({ definitions, binding: '<wsp:PolicyReference URI="#Missing"/>' })).toBeUndefined();
    expect(securityOf({ definitions })).toBeUndefined();
  });

  it('is the sum of the service, the port, the binding and its operations', () => {
    const token = policy('<sp:UsernameToken/>');
    const all = {
      service: token,
      port: policy('<sp:RequireClientCertificate/>'),
      binding: policy('<http:BasicAuthentication/>'),
    };
    const sum = { usernameToken: 'text', clientCertificate: true, httpAuthentication: 'basic' };
    expect(securityOf(all)).toEqual([sum]);
    // Of one of two operations.
    expect(securityOf({ operation: token })).toEqual([{ usernameToken: 'text' }, {}]);
    expect(securityOf({ input: token })).toEqual([{ usernameToken: 'text' }, {}]);
    expect(securityOf({ output: token })).toBeUndefined();
  });

  it('ends with policies whose alternatives multiply, and with those that refer to others many times', () => {
    const token = (name: string): string => `<sp:${name} wsp:Optional="true"/>`;
    const many = ['UsernameToken', 'IncludeTimestamp', 'SignedParts', 'X509Token', 'EncryptedParts', 'HttpsToken'];
    const doubled = [...many, ...many, ...many].map((name) => policy(token(name))).join('');
    expect(securityOf({ binding: doubled })?.length).toBeLessThanOrEqual(64);
    const levels = Array.from({ length: 60 }, (_, at) => {
      const reference = `<wsp:PolicyReference URI="#P${at + 1}"/>`;
      return `<wsp:Policy u:Id="P${at}">${reference}${reference}<sp:UsernameToken/></wsp:Policy>`;
    }).join('');
    expect(securityOf({ definitions: levels, binding: '<wsp:PolicyReference URI="#P0"/>' })).toEqual([
      { usernameToken: 'text' },
    ]);
  });
});

describe('security of a contract in YAML', () => {
  const yaml = (security: string): string => `
soapwright: 1
service: Billing
namespace: urn:billing/
address: https://billing.example/
security: ${security}
operations: { Find: { request: { Number: string }, result: Invoice } }
records: { Invoice: { Name: string } }
`;
  const files = async (contract: Contract): Promise<ReadonlyMap<string, string>> => {
    const emitted = await emit(contract, { source: 'a', importExtension: 'ts' });
    return new Map(emitted.map(({ path, text }) => [path, text]));
  };

  it.each([
    '{ usernameToken: text }',
    '{ usernameToken: digest }',
    '{ timestamp: true }',
    '{ usernameToken: digest, timestamp: true, httpAuthentication: basic, clientCertificate: true }',
    '{ httpAuthentication: digest }',
    '{ httpAuthentication: ntlm }',
    '{ httpAuthentication: negotiate, usernameToken: text }',
    '{ httpAuthentication: bearer }',
    '{ clientCertificate: true }',
    '[{ usernameToken: text, timestamp: true }, { httpAuthentication: basic }]',
    '[{ usernameToken: digest }, {}]',
    '{ timestamp: true, signature: {} }',
    '{ signature: { parts: [Body, Headers], certificate: true, confirmed: true }, timestamp: true }',
    "{ signature: { parts: [Body, '{urn:a}To', '{urn:b}*'] }, callerKey: thumbprint, serviceKey: issuer-serial }",
    '{ timestamp: true, signature: { parts: [], of: requests }, callerKey: subject-key-identifier }',
    '{ timestamp: true, signature: { of: requests }, assertion: holder-of-key, algorithmSuite: Basic128 }',
    '{ usernameToken: digest, timestamp: true, signature: { parts: [Body, UsernameToken] }, encryption: { parts: [Body, UsernameToken], signature: true } }',
    '{ usernameToken: text, encryption: { parts: [UsernameToken] }, algorithmSuite: Basic128GCMSha256MgfSha256 }',
    '{ timestamp: true, encryption: {} }',
    '{ signature: {}, encryption: { first: true }, algorithmSuite: Basic256Sha256, callerKey: pki-path }',
    '{ signature: {}, assertion: sender-vouches }',
    '{ signature: {}, assertion: bearer }',
    '{ assertion: bearer }',
    '{ timestamp: true, signature: {}, httpAuthentication: digest, clientCertificate: true }',
    '{ timestamp: true, signature: { of: requests }, httpAuthentication: basic, clientCertificate: true }',
    '[{ timestamp: true, signature: {} }, { usernameToken: text }, {}]',
  ])('%s is the same from the WSDL and from the contract of the WSDL', async (security) => {
    const contract = contractOf(yaml(security));
    const own = await files(contract);
    const wsdl = own.get('billing.wsdl') ?? '';
    expect(wsdl).toContain('<wsp:Policy ');
    const read = load(wsdl);
    expect(read.services[0]?.ports.map((port) => port.security)).toEqual(
      contract.services[0]?.ports.map((port) => port.security),
    );
    expect(await files(read)).toEqual(own);
    const [file] = importContract(read).files;
    const text = file?.text ?? '';
    expect(text).toContain('security:');
    expect(text).not.toContain('extensions:');
    expect(await files(contractOf(text))).toEqual(own);
  });

  it('is that of its extensions, where it says nothing itself', () => {
    const extension = `<wsp:Policy ${namespaces}><sp:SymmetricBinding/></wsp:Policy>`;
    const contract = contractOf(`${yaml('{}').replace('security: {}\n', '')}
ports:
  A: { soap: "1.1", extensions: ['${extension}'] }
  B: { soap: "1.2", extensions: ['${extension}'], security: { usernameToken: text } }
`);
    expect(contract.services[0]?.ports.map((port) => port.security)).toEqual([
      [{ unmet: ['SymmetricBinding'] }],
      [{ usernameToken: 'text' }],
    ]);
  });

  it('of a port goes before that of the contract', () => {
    const ports = `
ports:
  A: { soap: "1.1" }
  B: { soap: "1.2", security: {} }
`;
    const contract = contractOf(`${yaml('{ usernameToken: text }')}${ports}`);
    expect(contract.services[0]?.ports.map((port) => port.security)).toEqual([[{ usernameToken: 'text' }], undefined]);
  });
});
