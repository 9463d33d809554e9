import type { KeyReferenceName, MessagePart, SecurityDemand, TokenType } from '../model/index.ts';

export const securityPolicy = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702';
/** Suites that WS-SecurityPolicy does not have, as CXF writes them. */
const moreSuites = 'http://cxf.apache.org/custom/security-policy';

const passwords: Readonly<Record<TokenType, string>> = {
  text: '<sp:WssUsernameToken10/>',
  digest: '<sp:HashPassword/><sp:WssUsernameToken10/>',
};

export const layoutText: string = `<sp:Layout>${policy('<sp:Lax/>')}</sp:Layout>`;

export function suiteText(name: string): string {
  const suite = name.includes('GCM') ? `<suite:${name} xmlns:suite="${moreSuites}"/>` : `<sp:${name}/>`;
  return `<sp:AlgorithmSuite>${policy(suite)}</sp:AlgorithmSuite>`;
}

/** TLS signs what it transports (WS-SecurityPolicy 1.2, 8.2). @param kind such as `SignedEncrypted`; empty for plain ones. */
export function supportingText(kind: string, tokens: readonly string[]): string {
  const name = `sp:${kind}SupportingTokens`;
  return tokens.length === 0 ? '' : `<${name}>${policy(tokens.join(''))}</${name}>`;
}

export function usernameTokenText(type: TokenType): string {
  return `<sp:UsernameToken ${inclusion('AlwaysToRecipient')}>${policy(passwords[type])}</sp:UsernameToken>`;
}

export function samlTokenText(): string {
  return `<sp:SamlToken ${inclusion('AlwaysToRecipient')}>${policy('<sp:WssSamlV20Token11/>')}</sp:SamlToken>`;
}

/** Whether a policy has a binding by keys of both sides: TLS protects messages of other demands. */
export function isByKeysOfBoth({ signature, encryption }: SecurityDemand): boolean {
  return encryption !== undefined || signature?.response !== undefined;
}

/** The token by which a caller signs over TLS, with the parts that it signs beside the Timestamp. */
export function endorsingText({ signature, assertion, callerKey }: SecurityDemand): string {
  if (signature === undefined) return '';
  const token = assertion === 'holder-of-key' ? samlTokenText() : x509Text(callerKey, 'AlwaysToRecipient');
  return supportingText('Endorsing', [token, partsText('Signed', signature.request ?? [])]);
}

/** An AsymmetricBinding with the parts of all messages, and the tokens that it protects. */
export function asymmetricText(demand: SecurityDemand): string {
  const { signature, encryption, timestamp, assertion, usernameToken, algorithmSuite = '' } = demand;
  const initiator = assertion === 'holder-of-key' ? samlTokenText() : x509Text(demand.callerKey, 'AlwaysToRecipient');
  const recipient = x509Text(demand.serviceKey, 'AlwaysToInitiator');
  const binding = [
    `<sp:InitiatorToken>${policy(initiator)}</sp:InitiatorToken>`,
    `<sp:RecipientToken>${policy(recipient)}</sp:RecipientToken>`,
    suiteText(algorithmSuite),
    layoutText,
    timestamp ? '<sp:IncludeTimestamp/>' : '',
    encryption?.first ? '<sp:EncryptBeforeSigning/>' : '',
    encryption?.signature ? '<sp:EncryptSignature/>' : '',
    signature?.certificate ? '<sp:ProtectTokens/>' : '',
    '<sp:OnlySignEntireHeadersAndBody/>',
  ];
  const isToken = (part: MessagePart): boolean => part === 'UsernameToken';
  const isSigned = signature?.request?.some(isToken) === true;
  const isEncrypted = encryption?.request?.some(isToken) === true;
  const kind = `${isSigned ? 'Signed' : ''}${isEncrypted ? 'Encrypted' : ''}`;
  const confirmed = policy('<sp:RequireSignatureConfirmation/>');
  return [
    `<sp:AsymmetricBinding>${policy(binding.join(''))}</sp:AsymmetricBinding>`,
    usernameToken === undefined ? '' : supportingText(kind, [usernameTokenText(usernameToken)]),
    assertion === 'sender-vouches' ? supportingText('Signed', [samlTokenText()]) : '',
    assertion === 'bearer' ? supportingText('', [samlTokenText()]) : '',
    signature?.confirmed ? `<sp:Wss11>${confirmed}</sp:Wss11>` : '',
    partsText('Signed', signature?.request ?? []),
    partsText('Encrypted', encryption?.request ?? []),
  ].join('');
}

function partsText(use: 'Signed' | 'Encrypted', parts: readonly MessagePart[]): string {
  const own = parts.filter((part) => part !== 'UsernameToken');
  if (own.length === 0) return '';
  // Without parts it means the Body and all header blocks.
  if (own.includes('Headers')) return `<sp:${use}Parts/>`;
  const texts = own.map((part) => {
    if (typeof part === 'string') return '<sp:Body/>';
    const name = part.local === undefined ? '' : `Name="${attribute(part.local)}" `;
    return `<sp:Header ${name}Namespace="${attribute(part.namespace)}"/>`;
  });
  return `<sp:${use}Parts>${texts.join('')}</sp:${use}Parts>`;
}

const references: Readonly<Partial<Record<KeyReferenceName, string>>> = {
  thumbprint: '<sp:RequireThumbprintReference/>',
  'issuer-serial': '<sp:RequireIssuerSerialReference/>',
  'subject-key-identifier': '<sp:RequireKeyIdentifierReference/>',
};

function x509Text(key: KeyReferenceName | undefined, whereIncluded: string): string {
  const reference = references[key ?? 'binary-security-token'];
  const form = key === 'pki-path' ? '<sp:WssX509PkiPathV1Token11/>' : '<sp:WssX509V3Token10/>';
  const where = inclusion(reference === undefined ? whereIncluded : 'Never');
  return `<sp:X509Token ${where}>${policy(`${reference ?? ''}${form}`)}</sp:X509Token>`;
}

function inclusion(where: string): string {
  return `sp:IncludeToken="${securityPolicy}/IncludeToken/${where}"`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export function policy(content: string): string {
  return content === '' ? '<wsp:Policy/>' : `<wsp:Policy>${content}</wsp:Policy>`;
}
