import { describe, expect, it } from 'vitest';
import {
  asymmetricBinding,
  policyContract,
  policyOf,
  transportBinding,
  x509Token,
} from '../../../test/support/security/policy-wsdl.ts';
import { type Contract, demandText } from '../model/index.ts';
import { withSecurity } from './security-policy.ts';

const versions = {
  '1.1': 'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy',
  '1.2': 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702',
  '1.3': 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802',
};
const attachments = { '1.5': 'http://www.w3.org/ns/ws-policy', '1.2': 'http://schemas.xmlsoap.org/ws/2004/09/policy' };
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const wsa = 'http://www.w3.org/2005/08/addressing';

const plain = policyContract({ binding: policyOf() });

/** The alternatives of a policy in the words of contracts. */
function demandsOf(policy: string, version: string, attachment: string): readonly string[] {
  const text = `<wsp:Policy xmlns:wsp="${attachment}" xmlns:sp="${version}" xmlns:cxf="http://cxf.apache.org/custom/security-policy" xmlns:s="${soap}" xmlns:a="${wsa}" xmlns:p="urn:pay">${policy.replaceAll(versions['1.2'], version)}</wsp:Policy>`;
  const bindings = plain.bindings.map((binding) => ({ ...binding, extensions: [text] }));
  const contract: Contract = withSecurity({ ...plain, bindings });
  return (contract.services[0]?.ports[0]?.security ?? [{}]).map(demandText);
}

const normal = (...alternatives: readonly string[]): string =>
  `<wsp:ExactlyOne>${alternatives.map((one) => `<wsp:All>${one}</wsp:All>`).join('')}</wsp:ExactlyOne>`;
const optional = (assertion: string): string => assertion.replace(/^<([\w:]+)/, '<$1 wsp:Optional="true"');

const body = '<sp:SignedParts><sp:Body/></sp:SignedParts>';
const hidden = '<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>';
const gcm = '<cxf:Basic256GCMSha256/>';
const signing = asymmetricBinding();
const hiding = asymmetricBinding({ suite: gcm, more: '' });
const always = 'AlwaysToRecipient';
const supporting = (kind: string, ...inside: readonly string[]): string =>
  `<sp:${kind}SupportingTokens>${policyOf(...inside)}</sp:${kind}SupportingTokens>`;
const saml = (...inside: readonly string[]): string =>
  `<sp:SamlToken sp:IncludeToken="${versions['1.2']}/IncludeToken/${always}">${policyOf(...inside)}</sp:SamlToken>`;
const issued = (key: string): string =>
  `<sp:IssuedToken><sp:Issuer/><sp:RequestSecurityTokenTemplate><t:TokenType xmlns:t="urn:t">http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLV2.0</t:TokenType><t:KeyType xmlns:t="urn:t">http://docs.oasis-open.org/ws-sx/ws-trust/200512/${key}</t:KeyType></sp:RequestSecurityTokenTemplate>${policyOf('<sp:RequireInternalReference/>')}</sp:IssuedToken>`;
const symmetric = (token: string, ...more: readonly string[]): string =>
  `<sp:SymmetricBinding>${policyOf(`<sp:ProtectionToken>${policyOf(token)}</sp:ProtectionToken>`, ...more)}</sp:SymmetricBinding>`;
const path = (text: string): string => `<sp:XPath>${text}</sp:XPath>`;

const stamped = 'timestamp, signature of the Timestamp, algorithmSuite: Basic256Sha256';
const signed = 'timestamp, signature of Body, algorithmSuite: Basic256Sha256';
const secret = 'encryption of Body, algorithmSuite: Basic256GCMSha256';

interface Row {
  readonly assertion: string;
  /** In compact form. */
  readonly policy: string;
  /** The alternatives in normal form; default the policy itself. */
  readonly normal?: readonly string[];
  readonly demands: readonly string[];
}

/** A row for each assertion of WS-SecurityPolicy, with the normal form of a policy that has it. */
const rows: readonly Row[] = [
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
    policy: `${asymmetricBinding({ suite: '<sp:Basic256Sha256/>' })}${hidden}`,
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
    policy: `${asymmetricBinding({ suite: gcm, more: '<sp:IncludeTimestamp/><sp:EncryptSignature/>' })}${hidden}`,
    demands: [
      'timestamp, signature of the Timestamp, encryption of Body, encrypted signature, algorithmSuite: Basic256GCMSha256',
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
    assertion: 'Trust10 and Trust13',
    policy: `${signing}<sp:Trust10>${policyOf('<sp:RequireClientEntropy/>')}</sp:Trust10><sp:Trust13>${policyOf('<sp:MustSupportIssuedTokens/>')}</sp:Trust13>`,
    demands: [stamped],
  },
  {
    assertion: 'all of them, in alternatives',
    policy: `${normal(signing, hiding)}${normal(body, hidden)}`,
    normal: [`${signing}${body}`, `${signing}${hidden}`, `${hiding}${body}`, `${hiding}${hidden}`],
    demands: [signed, 'timestamp, Basic256Sha256', 'signature of Body, algorithmSuite: Basic256GCMSha256', secret],
  },
];

describe('policies and their normal forms', () => {
  it.each(rows)('demand the same: $assertion', ({ policy, normal: alternatives = [policy], demands }) => {
    for (const version of Object.values(versions)) {
      for (const attachment of Object.values(attachments)) {
        expect(demandsOf(policy, version, attachment)).toEqual(demands);
        expect(demandsOf(normal(...alternatives), version, attachment)).toEqual(demands);
      }
    }
  });

  it('demand one thing of all messages: parts of some operations alone are not met', () => {
    const [operation] = plain.bindings[0]?.operations ?? [];
    const text = (policy: string): string =>
      `<wsp:Policy xmlns:wsp="${attachments['1.5']}" xmlns:sp="${versions['1.2']}">${policy}</wsp:Policy>`;
    const twice: Contract = {
      ...plain,
      bindings: plain.bindings.map((binding) => ({
        ...binding,
        extensions: [text(signing)],
        operations:
          operation === undefined
            ? []
            : [
                { ...operation, extensions: [text(body)] },
                { ...operation, name: 'Other' },
              ],
      })),
    };
    const security = withSecurity(twice).services[0]?.ports[0]?.security ?? [];
    expect(security.map(demandText)).toEqual(['timestamp, SignedParts']);
  });
});
