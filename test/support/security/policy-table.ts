import { type Contract, demandText } from '../../../src/contract/model/index.ts';
import { withSecurity } from '../../../src/contract/wsdl/security-policy.ts';
import {
  asymmetricBinding,
  policyContract,
  policyOf,
  securityPolicy12,
  transportBinding,
  x509Token,
} from './policy-wsdl.ts';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const wsa = 'http://www.w3.org/2005/08/addressing';

export const plainContract = policyContract({ binding: policyOf() });

/** A policy as it is in a WSDL. @param attachment the namespace of WS-Policy. */
export function policyText(
  content: string,
  version: string = securityPolicy12,
  attachment = 'http://www.w3.org/ns/ws-policy',
): string {
  return `<wsp:Policy xmlns:wsp="${attachment}" xmlns:sp="${version}" xmlns:cxf="http://cxf.apache.org/custom/security-policy" xmlns:s="${soap}" xmlns:a="${wsa}" xmlns:p="urn:pay">${content.replaceAll(securityPolicy12, version)}</wsp:Policy>`;
}

/** The alternatives of a policy of a binding, in the words of contracts. */
export function demandsOf(policy: string): readonly string[] {
  const bindings = plainContract.bindings.map((binding) => ({ ...binding, extensions: [policy] }));
  const contract: Contract = withSecurity({ ...plainContract, bindings });
  return (contract.services[0]?.ports[0]?.security ?? [{}]).map(demandText);
}

export const normal = (...alternatives: readonly string[]): string =>
  `<wsp:ExactlyOne>${alternatives.map((one) => `<wsp:All>${one}</wsp:All>`).join('')}</wsp:ExactlyOne>`;
const optional = (assertion: string): string => assertion.replace(/^<([\w:]+)/, '<$1 wsp:Optional="true"');

export const body = '<sp:SignedParts><sp:Body/></sp:SignedParts>';
const hidden = '<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>';
const gcm = '<cxf:Basic256GCMSha256/>';
export const signing = asymmetricBinding();
const hiding = asymmetricBinding({ suite: gcm, more: '' });
const always = 'AlwaysToRecipient';
const supporting = (kind: string, ...inside: readonly string[]): string =>
  `<sp:${kind}SupportingTokens>${policyOf(...inside)}</sp:${kind}SupportingTokens>`;
const saml = (...inside: readonly string[]): string =>
  `<sp:SamlToken sp:IncludeToken="${securityPolicy12}/IncludeToken/${always}">${policyOf(...inside)}</sp:SamlToken>`;
const issued = (key: string): string =>
  `<sp:IssuedToken><sp:Issuer/><sp:RequestSecurityTokenTemplate><t:TokenType xmlns:t="urn:t">http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLV2.0</t:TokenType><t:KeyType xmlns:t="urn:t">http://docs.oasis-open.org/ws-sx/ws-trust/200512/${key}</t:KeyType></sp:RequestSecurityTokenTemplate>${policyOf('<sp:RequireInternalReference/>')}</sp:IssuedToken>`;
const symmetric = (token: string, ...more: readonly string[]): string =>
  `<sp:SymmetricBinding>${policyOf(`<sp:ProtectionToken>${policyOf(token)}</sp:ProtectionToken>`, ...more)}</sp:SymmetricBinding>`;
const path = (text: string): string => `<sp:XPath>${text}</sp:XPath>`;

const stamped = 'timestamp, signature of the Timestamp, algorithmSuite: Basic256Sha256';
const signed = 'timestamp, signature of Body, algorithmSuite: Basic256Sha256';
const secret = 'encryption of Body, algorithmSuite: Basic256GCMSha256';

export interface PolicyRow {
  readonly assertion: string;
  /** In compact form. */
  readonly policy: string;
  /** The alternatives in normal form; default the policy itself. */
  readonly normal?: readonly string[];
  readonly demands: readonly string[];
}

/** A row for each assertion of WS-SecurityPolicy, with the normal form of a policy that has it. */
export const policyRows: readonly PolicyRow[] = [
  {
    assertion: 'AlgorithmSuite',
    policy: `${asymmetricBinding({ suite: normal('<sp:Basic256Sha256/>', '<sp:Basic128/>') })}${body}`,
    normal: [`${signing}${body}`, `${asymmetricBinding({ suite: '<sp:Basic128/>' })}${body}`],
    demands: [signed, 'timestamp, signature of Body, algorithmSuite: Basic128'],
  },
  {
    assertion: 'AlgorithmSuite that is refused',
    policy: `${asymmetricBinding({ suite: '<sp:TripleDesRsa15/>', more: '' })}${hidden}`,
    demands: ['TripleDesRsa15'],
  },
  {
    assertion: 'AlgorithmSuite with AES-CBC, signed first',
    policy: `${asymmetricBinding({ suite: '<sp:Basic256Sha256/>' })}${body}${hidden}`,
    demands: ['timestamp, Basic256Sha256'],
  },
  { assertion: 'AsymmetricBinding', policy: signing, demands: [stamped] },
  { assertion: 'AsymmetricBinding without parts', policy: hiding, demands: ['AsymmetricBinding'] },
  {
    assertion: 'InitiatorToken, optional',
    policy: optional(`${signing}`),
    normal: [signing, ''],
    demands: [stamped, 'nothing'],
  },
  {
    assertion: 'RecipientToken',
    policy: asymmetricBinding({ recipient: x509Token('Never', '<sp:RequireThumbprintReference/>') }),
    demands: [`${stamped}, serviceKey: thumbprint`],
  },
  {
    assertion: 'X509Token',
    policy: asymmetricBinding({ initiator: x509Token('Never', '<sp:RequireKeyIdentifierReference/>') }),
    demands: [`${stamped}, callerKey: subject-key-identifier`],
  },
  {
    assertion: 'X509Token in two forms',
    policy: asymmetricBinding({
      initiator: normal(x509Token(always, '<sp:WssX509PkiPathV1Token11/>'), x509Token('Never')),
    }),
    normal: [
      asymmetricBinding({ initiator: x509Token(always, '<sp:WssX509PkiPathV1Token11/>') }),
      asymmetricBinding({ initiator: x509Token('Never', '<sp:RequireIssuerSerialReference/>') }),
    ],
    demands: [`${stamped}, callerKey: pki-path`, `${stamped}, callerKey: issuer-serial`],
  },
  {
    assertion: 'X509Token by an embedded reference',
    policy: asymmetricBinding({ initiator: x509Token(always, '<sp:RequireEmbeddedTokenReference/>') }),
    demands: ['timestamp, RequireEmbeddedTokenReference'],
  },
  {
    assertion: 'SymmetricBinding',
    policy: symmetric(x509Token('Never', '<sp:RequireDerivedKeys/>'), '<sp:IncludeTimestamp/>'),
    demands: ['timestamp, SymmetricBinding, RequireDerivedKeys'],
  },
  {
    assertion: 'TransportBinding',
    policy: `${transportBinding()}${body}${hidden}`,
    demands: ['timestamp'],
  },
  {
    assertion: 'HttpsToken',
    policy: `<sp:TransportBinding>${policyOf(`<sp:TransportToken>${policyOf(`<sp:HttpsToken>${policyOf(normal('<sp:HttpBasicAuthentication/>', '<sp:RequireClientCertificate/>'))}</sp:HttpsToken>`)}</sp:TransportToken>`)}</sp:TransportBinding>`,
    normal: ['<sp:HttpBasicAuthentication/>', '<sp:RequireClientCertificate/>'],
    demands: ['httpAuthentication: basic', 'clientCertificate'],
  },
  {
    assertion: 'Layout',
    policy: `${asymmetricBinding({ more: `<sp:IncludeTimestamp/><sp:Layout>${policyOf('<sp:LaxTsFirst/>')}</sp:Layout>` })}`,
    demands: ['timestamp, LaxTsFirst'],
  },
  {
    assertion: 'IncludeTimestamp',
    policy: transportBinding(optional('<sp:IncludeTimestamp/>')),
    normal: ['<sp:IncludeTimestamp/>', ''],
    demands: ['timestamp', 'nothing'],
  },
  {
    assertion: 'EncryptSignature',
    policy: `${asymmetricBinding({ suite: gcm, more: '<sp:IncludeTimestamp/><sp:EncryptSignature/>' })}${body}${hidden}`,
    demands: [
      'timestamp, signature of Body, encryption of Body, encrypted signature, algorithmSuite: Basic256GCMSha256',
    ],
  },
  {
    assertion: 'EncryptBeforeSigning',
    policy: `${asymmetricBinding({ more: '<sp:EncryptBeforeSigning/>' })}${body}${hidden}`,
    demands: ['signature of Body, encryption of Body, encrypted first, algorithmSuite: Basic256Sha256'],
  },
  {
    assertion: 'EncryptSignature of what is encrypted first',
    policy: `${asymmetricBinding({ suite: gcm, more: '<sp:EncryptBeforeSigning/><sp:EncryptSignature/>' })}${body}${hidden}`,
    demands: ['EncryptSignature'],
  },
  {
    assertion: 'ProtectTokens',
    policy: asymmetricBinding({ more: '<sp:IncludeTimestamp/><sp:ProtectTokens/>' }),
    demands: [stamped.replace('the Timestamp', 'the Timestamp, signed certificate')],
  },
  {
    assertion: 'ProtectTokens of certificates that messages only name',
    policy: asymmetricBinding({ more: '<sp:IncludeTimestamp/><sp:ProtectTokens/>', recipient: x509Token('Never') }),
    demands: ['timestamp, ProtectTokens'],
  },
  {
    assertion: 'SignedParts',
    policy: `${asymmetricBinding({ more: '' })}<sp:SignedParts><sp:Body/><sp:Header Name="To" Namespace="${wsa}"/><sp:Header Namespace="urn:b"/></sp:SignedParts>`,
    demands: [`signature of Body + {${wsa}}To + {urn:b}*, algorithmSuite: Basic256Sha256`],
  },
  {
    assertion: 'SignedParts without parts',
    policy: `${asymmetricBinding({ more: '' })}${optional('<sp:SignedParts/>')}${body}`,
    normal: [`${asymmetricBinding({ more: '' })}<sp:SignedParts/>`, `${asymmetricBinding({ more: '' })}${body}`],
    demands: [
      'signature of Body + Headers, algorithmSuite: Basic256Sha256',
      'signature of Body, algorithmSuite: Basic256Sha256',
    ],
  },
  {
    assertion: 'SignedParts with attachments',
    policy: `${signing}<sp:SignedParts><sp:Body/><sp:Attachments/></sp:SignedParts>`,
    demands: ['timestamp, Attachments'],
  },
  {
    assertion: 'EncryptedParts',
    policy: `${hiding}<sp:EncryptedParts><sp:Body/><sp:Header Name="To" Namespace="${wsa}"/></sp:EncryptedParts>`,
    demands: [`encryption of Body + {${wsa}}To, algorithmSuite: Basic256GCMSha256`],
  },
  {
    assertion: 'EncryptedParts that are not signed',
    policy: `${asymmetricBinding({ suite: gcm })}${hidden}`,
    demands: ['timestamp, EncryptedParts'],
  },
  {
    assertion: 'SignedElements',
    policy: `${asymmetricBinding({ more: '' })}<sp:SignedElements>${path('/s:Envelope/s:Body')}${path(`/*[local-name()='Envelope' and namespace-uri()='${soap}']/*[namespace-uri()='${soap}' and local-name()='Header']/a:To`)}</sp:SignedElements>`,
    demands: [`signature of Body + {${wsa}}To, algorithmSuite: Basic256Sha256`],
  },
  {
    assertion: 'SignedElements by another path',
    policy: `${signing}<sp:SignedElements>${path('//p:Amount')}</sp:SignedElements>`,
    demands: ['timestamp, SignedElements'],
  },
  {
    assertion: 'EncryptedElements',
    policy: `${hiding}<sp:EncryptedElements>${path('//p:Amount')}</sp:EncryptedElements>`,
    demands: ['encryption of {urn:pay}Amount, algorithmSuite: Basic256GCMSha256'],
  },
  {
    assertion: 'ContentEncryptedElements',
    policy: `${hiding}${hidden}<sp:ContentEncryptedElements>${path('//p:Amount')}</sp:ContentEncryptedElements>`,
    demands: ['ContentEncryptedElements'],
  },
  {
    assertion: 'RequiredElements',
    policy: `${signing}<sp:SignedParts><sp:Header Name="To" Namespace="${wsa}"/></sp:SignedParts><sp:RequiredElements>${path('/s:Envelope/s:Header/a:To')}</sp:RequiredElements>`,
    demands: [stamped.replace('the Timestamp', `{${wsa}}To (required)`)],
  },
  {
    assertion: 'RequiredParts that nothing signs',
    policy: `${signing}<sp:RequiredParts><sp:Header Name="To" Namespace="${wsa}"/></sp:RequiredParts>`,
    demands: ['timestamp, RequiredElements'],
  },
  {
    assertion: 'UsernameToken',
    policy: `${transportBinding('')}${supporting('Signed', `<sp:UsernameToken>${policyOf(normal('<sp:HashPassword/>', ''))}</sp:UsernameToken>`)}`,
    normal: [`<sp:UsernameToken>${policyOf('<sp:HashPassword/>')}</sp:UsernameToken>`, '<sp:UsernameToken/>'],
    demands: ['usernameToken: digest', 'usernameToken: text'],
  },
  {
    assertion: 'SignedSupportingTokens',
    policy: `${signing}${supporting('Signed', '<sp:UsernameToken/>')}`,
    demands: [
      `usernameToken: text, timestamp, signature of UsernameToken in requests, the Timestamp in responses, algorithmSuite: Basic256Sha256`,
    ],
  },
  {
    assertion: 'SignedEncryptedSupportingTokens',
    policy: `${asymmetricBinding({ suite: gcm, more: '' })}${body}${supporting('SignedEncrypted', '<sp:UsernameToken/>')}`,
    demands: [
      'usernameToken: text, signature of Body + UsernameToken in requests, Body in responses, encryption of UsernameToken in requests, nothing in responses, algorithmSuite: Basic256GCMSha256',
    ],
  },
  {
    assertion: 'EndorsingSupportingTokens',
    policy: `${transportBinding()}${supporting('Endorsing', x509Token(always), body)}`,
    demands: ['timestamp, signature of Body in requests, nothing in responses, algorithmSuite: Basic256Sha256'],
  },
  {
    assertion: 'EndorsingSupportingTokens over another signature',
    policy: `${signing}${supporting('Endorsing', x509Token(always))}`,
    demands: ['timestamp, EndorsingSupportingTokens'],
  },
  {
    assertion: 'SamlToken of a bearer',
    policy: `${transportBinding('')}${supporting('Signed', saml('<sp:WssSamlV20Token11/>'))}`,
    demands: ['assertion: bearer'],
  },
  {
    assertion: 'SamlToken of the holder of a key',
    policy: asymmetricBinding({ initiator: saml('<sp:WssSamlV20Token11/>') }),
    demands: [stamped.replace('algorithm', 'assertion: holder-of-key, algorithm')],
  },
  {
    assertion: 'SamlToken that the signer vouches for',
    policy: `${signing}${supporting('Signed', saml('<sp:WssSamlV20Token11/>'))}`,
    demands: [stamped.replace('algorithm', 'assertion: sender-vouches, algorithm')],
  },
  {
    assertion: 'SamlToken of version 1.1',
    policy: `${transportBinding('')}${supporting('Signed', saml('<sp:WssSamlV11Token10/>'))}`,
    demands: ['WssSamlV11Token10'],
  },
  {
    assertion: 'IssuedToken',
    policy: `${transportBinding()}${normal(supporting('Endorsing', issued('PublicKey')), supporting('Signed', issued('Bearer')), supporting('Endorsing', issued('SymmetricKey')))}`,
    normal: [
      `${transportBinding()}${supporting('Endorsing', saml())}`,
      `${transportBinding()}${supporting('Signed', saml())}`,
      `${transportBinding()}${supporting('Endorsing', issued('SymmetricKey'))}`,
    ],
    demands: [
      'timestamp, signature of the Timestamp in requests, nothing in responses, assertion: holder-of-key, algorithmSuite: Basic256Sha256',
      'timestamp, assertion: bearer',
      'timestamp, IssuedToken',
    ],
  },
  ...[
    'KerberosToken',
    'SpnegoContextToken',
    'SecurityContextToken',
    'SecureConversationToken',
    'RelToken',
    'KeyValueToken',
  ].map((name) => ({
    assertion: name,
    policy: `${transportBinding('')}${supporting('', `<sp:${name}>${policyOf('<sp:RequireDerivedKeys/>')}</sp:${name}>`)}`,
    demands: [name],
  })),
  {
    assertion: 'Wss10',
    policy: `${signing}<sp:Wss10>${policyOf('<sp:MustSupportRefKeyIdentifier/><sp:MustSupportRefIssuerSerial/>')}</sp:Wss10>`,
    demands: [stamped],
  },
  {
    assertion: 'Wss11',
    policy: `${signing}<sp:Wss11>${policyOf('<sp:MustSupportRefThumbprint/>', optional('<sp:RequireSignatureConfirmation/>'))}</sp:Wss11>`,
    normal: [`${signing}<sp:Wss11>${policyOf('<sp:RequireSignatureConfirmation/>')}</sp:Wss11>`, signing],
    demands: [stamped.replace('the Timestamp', 'the Timestamp, confirmed signatures'), stamped],
  },
  {
    assertion: 'Wss11 with TLS',
    policy: `${transportBinding()}${supporting('Endorsing', x509Token(always))}<sp:Wss11>${policyOf('<sp:RequireSignatureConfirmation/>')}</sp:Wss11>`,
    demands: ['timestamp, RequireSignatureConfirmation'],
  },
  {
    assertion: 'Trust10 and Trust13',
    policy: `${signing}<sp:Trust10>${policyOf('<sp:RequireClientEntropy/>')}</sp:Trust10><sp:Trust13>${policyOf('<sp:MustSupportIssuedTokens/>')}</sp:Trust13>`,
    demands: [stamped],
  },
  {
    assertion: 'all of them, in alternatives',
    policy: `${normal(signing, hiding)}${normal(body, hidden)}`,
    normal: [`${signing}${body}`, `${signing}${hidden}`, `${hiding}${body}`, `${hiding}${hidden}`],
    demands: [
      signed,
      'timestamp, Basic256Sha256, EncryptedParts',
      'signature of Body, algorithmSuite: Basic256GCMSha256',
      secret,
    ],
  },
];
