import type { TreeElement } from '@soapwright/runtime/xml';
import { suiteNames } from '../model/index.ts';
import { type Alternative, type TokenFacts, union } from './policy-facts.ts';
import { partsOfAssertion, partsOfPaths, requiredParts } from './policy-parts.ts';

type Reader = (element: TreeElement) => Alternative;

const always =
  (facts: Alternative): Reader =>
  () =>
    facts;
const flags = (...names: readonly ('encryptsSignature' | 'encryptsFirst' | 'signsCertificate' | 'confirmed')[]) =>
  always(Object.fromEntries(names.map((name) => [name, true])));
const named = (token: TokenFacts): Reader => always({ token });
/** Demands that nobody meets, by their own names. */
const unmet: Reader = ({ local }) => ({ unmet: [local] });
const unmetByMessages: Reader = ({ local }) => ({ unmetByMessages: [local] });

function tokenOf(kind: TokenFacts['kind']): Reader {
  return ({ attributes }) => {
    const inclusion = attributes.find(({ local }) => local === 'IncludeToken')?.value.trim();
    return { token: { kind, ...(inclusion && { inclusion: inclusion.replace(/^.*\//s, '') }) } };
  };
}

/** Tokens that are sent or used as they are, and whose policies say how another party issues them. */
const otherTokens = [
  'KerberosToken',
  'SpnegoContextToken',
  'SecurityContextToken',
  'SecureConversationToken',
  'RelToken',
  'KeyValueToken',
] as const;

/** Assertions of WS-SecurityPolicy 1.1 to 1.3, those of WCF for HTTP, and suites of CXF, by their local names. */
export const assertions: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['TransportBinding', always({ binding: 'transport' })],
  ['AsymmetricBinding', always({ binding: 'asymmetric' })],
  ['SymmetricBinding', always({ binding: 'symmetric' })],
  ['HttpsToken', (element) => (isTrue(element, 'RequireClientCertificate') ? { clientCertificate: true } : {})],
  ['RequireClientCertificate', always({ clientCertificate: true })],
  ['HttpBasicAuthentication', always({ httpAuthentication: 'basic' })],
  ['BasicAuthentication', always({ httpAuthentication: 'basic' })],
  ['HttpDigestAuthentication', always({ httpAuthentication: 'digest' })],
  ['DigestAuthentication', always({ httpAuthentication: 'digest' })],
  ['NtlmAuthentication', always({ httpAuthentication: 'ntlm' })],
  ['NegotiateAuthentication', always({ httpAuthentication: 'negotiate' })],
  ['BearerAuthentication', always({ httpAuthentication: 'bearer' })],
  ['UsernameToken', always({ usernameToken: 'text' })],
  ['HashPassword', always({ usernameToken: 'digest' })],
  ['NoPassword', unmet],
  ['IncludeTimestamp', always({ timestamp: true })],
  ['EncryptSignature', flags('encryptsSignature')],
  ['EncryptBeforeSigning', flags('encryptsFirst')],
  ['ProtectTokens', flags('signsCertificate')],
  ['RequireSignatureConfirmation', flags('confirmed')],
  ['SignedParts', (element) => ({ parts: partsOfAssertion(element, 'signed') })],
  ['EncryptedParts', (element) => ({ parts: partsOfAssertion(element, 'encrypted') })],
  ['SignedElements', (element) => ({ parts: partsOfPaths(element, 'signed') })],
  ['EncryptedElements', (element) => ({ parts: partsOfPaths(element, 'encrypted') })],
  ['ContentEncryptedElements', ({ local }) => ({ parts: { unmet: [local] } })],
  ['RequiredElements', (element) => ({ parts: partsOfPaths(element, 'required') })],
  ['RequiredParts', (element) => ({ parts: requiredParts(element) })],
  ['X509Token', tokenOf('x509')],
  ['SamlToken', tokenOf('saml')],
  ['IssuedToken', issuedToken],
  ...otherTokens.map((name) => [name, (element: TreeElement) => otherToken(element)] as const),
  ['RequireThumbprintReference', named({ reference: 'thumbprint' })],
  ['RequireIssuerSerialReference', named({ reference: 'issuer-serial' })],
  ['RequireKeyIdentifierReference', named({ reference: 'subject-key-identifier' })],
  ['RequireEmbeddedTokenReference', unmetByMessages],
  ['WssX509PkiPathV1Token10', named({ form: 'pki-path' })],
  ['WssX509PkiPathV1Token11', named({ form: 'pki-path' })],
  ...['WssX509Pkcs7Token10', 'WssX509Pkcs7Token11', 'WssX509V1Token10', 'WssX509V1Token11'].map(
    (name) => [name, unmetByMessages] as const,
  ),
  ...['WssSamlV10Token10', 'WssSamlV11Token10', 'WssSamlV10Token11', 'WssSamlV11Token11'].map(
    (name) => [name, unmet] as const,
  ),
  ...['RequireDerivedKeys', 'RequireImplicitDerivedKeys', 'RequireExplicitDerivedKeys'].map(
    (name) => [name, unmetByMessages] as const,
  ),
  ...['LaxTsFirst', 'LaxTsLast', 'InclusiveC14N', 'InclusiveC14N11', 'SOAPNormalization10', 'SoapNormalization10'].map(
    (name) => [name, unmetByMessages] as const,
  ),
  ...suiteNames.map((suite) => [suite, always({ suite })] as const),
]);

/** Assertions whose nested policies say nothing to callers. */
const closed: ReadonlySet<string> = new Set([...otherTokens, 'IssuedToken']);
/** Read although they demand nothing themselves. */
const outer: ReadonlySet<string> = new Set(['AlgorithmSuite', 'Layout', 'Wss10', 'Wss11', 'TransportToken']);

/** Whether an assertion is read, with the policy nested in it. */
export function isRead({ local }: TreeElement): boolean {
  return assertions.has(local) || containers.has(local) || outer.has(local);
}

export function isOpen({ local }: TreeElement): boolean {
  return !closed.has(local);
}

/** A token that is named, not met: as the token of its container, and by its name. */
function otherToken({ local }: TreeElement): Alternative {
  return { token: { kind: 'other' }, unmet: [local] };
}

/** A token that an STS issues: a SAML 2.0 assertion of a bearer or of the holder of a public key. */
function issuedToken(element: TreeElement): Alternative {
  const template = element.children.find(({ local }) => local === 'RequestSecurityTokenTemplate');
  const text = (name: string): string => template?.children.find(({ local }) => local === name)?.content?.trim() ?? '';
  const [type, key] = [text('TokenType'), text('KeyType')];
  const isAssertion = type === '' || /SAMLV2\.0$|SAML:2\.0:assertion$/.test(type);
  return isAssertion && /\/(?:Bearer|PublicKey)$/.test(key) ? tokenOf('saml')(element) : otherToken(element);
}

/** What a container makes of the facts inside of it. */
export const containers: ReadonlyMap<string, (inside: Alternative) => Alternative> = new Map([
  ...['InitiatorToken', 'InitiatorSignatureToken', 'InitiatorEncryptionToken'].map(
    (name) => [name, initiator] as const,
  ),
  ...['RecipientToken', 'RecipientSignatureToken', 'RecipientEncryptionToken'].map(
    (name) => [name, recipient] as const,
  ),
  ...['ProtectionToken', 'SignatureToken', 'EncryptionToken'].map((name) => [name, withoutToken] as const),
  ...['', 'Signed', 'Endorsing', 'SignedEndorsing'].flatMap((start) =>
    ['', 'Encrypted'].map((end) => [`${start}${end}SupportingTokens`, supporting(`${start}${end}`)] as const),
  ),
]);

function initiator({ token = {}, ...inside }: Alternative): Alternative {
  return { ...inside, initiator: token };
}

function recipient({ token = {}, ...inside }: Alternative): Alternative {
  return { ...inside, recipient: token };
}

function withoutToken({ token: _, ...inside }: Alternative): Alternative {
  return inside;
}

function supporting(kind: string): (inside: Alternative) => Alternative {
  const [isSigned, isEndorsing, isEncrypted] = ['Signed', 'Endorsing', 'Encrypted'].map((word) => kind.includes(word));
  const name = `${kind}SupportingTokens`;
  return ({ token, parts, ...inside }) => {
    const uses = [...(isSigned ? (['signed'] as const) : []), ...(isEncrypted ? (['encrypted'] as const) : [])];
    const request = Object.fromEntries(uses.map((use) => [use, ['UsernameToken' as const]]));
    const all: Alternative = {
      ...inside,
      ...(inside.usernameToken !== undefined && uses.length > 0 && { request }),
      ...(parts !== undefined && !isEndorsing && { parts }),
    };
    if (token === undefined) return isEndorsing ? { ...all, unmet: union(all.unmet, [name]) } : all;
    if (token.kind === 'other') return all;
    if (isEndorsing) return { ...all, endorsing: token, ...(parts !== undefined && { endorsed: parts }) };
    if (token.kind !== 'saml') return { ...all, unmet: union(all.unmet, [name]) };
    return {
      ...all,
      assertion: token,
      ...(isSigned && { signsAssertion: true }),
      ...(isEncrypted && { encryptsAssertion: true }),
    };
  };
}

export function isTrue({ attributes }: TreeElement, local: string): boolean {
  const value = attributes.find((one) => one.local === local)?.value.trim();
  return value === 'true' || value === '1';
}
