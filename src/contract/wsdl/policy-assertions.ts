import type { TreeElement } from '@soapwright/runtime/xml';

/** A kind of demand. `detail` tells tokens and unknown assertions apart. */
export interface Assertion {
  readonly kind: AssertionKind;
  readonly detail?: string;
  readonly namespace?: string;
}

export type AssertionKind =
  | 'transportSecurity'
  | 'clientCertificate'
  | 'httpAuthentication'
  | 'usernameToken'
  | 'timestamp'
  | 'signature'
  | 'encryption'
  | 'securityToken'
  | 'addressing'
  | 'optimizedTransmission'
  | 'reliableMessaging'
  | 'transaction'
  | 'binaryEncoding'
  | 'unknownAssertion';

/** Demands of a policy: each assertion by its key, and whether every alternative has it. */
export type Demanded = ReadonlyMap<string, Assertion & { readonly required: boolean }>;

const policyNamespace = /\/(?:ws-)?policy\/?$/;
const operators: ReadonlySet<string> = new Set(['Policy', 'All', 'ExactlyOne', 'PolicyReference']);

export function isPolicyElement({ namespace, local }: TreeElement): boolean {
  return policyNamespace.test(namespace) && operators.has(local);
}

const kinds: Readonly<Record<string, AssertionKind>> = {
  TransportBinding: 'transportSecurity',
  HttpsToken: 'transportSecurity',
  RequireClientCertificate: 'clientCertificate',
  HttpBasicAuthentication: 'httpAuthentication',
  HttpDigestAuthentication: 'httpAuthentication',
  BasicAuthentication: 'httpAuthentication',
  DigestAuthentication: 'httpAuthentication',
  NtlmAuthentication: 'httpAuthentication',
  NegotiateAuthentication: 'httpAuthentication',
  UsernameToken: 'usernameToken',
  IncludeTimestamp: 'timestamp',
  SymmetricBinding: 'signature',
  AsymmetricBinding: 'signature',
  SignedParts: 'signature',
  SignedElements: 'signature',
  EncryptedParts: 'encryption',
  EncryptedElements: 'encryption',
  ContentEncryptedElements: 'encryption',
  X509Token: 'securityToken',
  SamlToken: 'securityToken',
  IssuedToken: 'securityToken',
  KerberosToken: 'securityToken',
  SpnegoContextToken: 'securityToken',
  SecurityContextToken: 'securityToken',
  SecureConversationToken: 'securityToken',
  UsingAddressing: 'addressing',
  Addressing: 'addressing',
  OptimizedMimeSerialization: 'optimizedTransmission',
  // WS-MTOMPolicy 1.1.
  MTOM: 'optimizedTransmission',
  RMAssertion: 'reliableMessaging',
  ATAssertion: 'transaction',
  BAAtomicOutcomeAssertion: 'transaction',
  BAMixedOutcomeAssertion: 'transaction',
  BinaryEncoding: 'binaryEncoding',
};

/** Details of how a demand that is named is met. */
const refining =
  /^(?:Wss\d\d|Trust\d\d|SupportingTokens|\w+SupportingTokens|RequiredElements|RequiredParts|UsingPolicy|AnonymousResponses|NonAnonymousResponses)$/;

/**
 * Demands of a policy's element. All children of wsp:Policy and wsp:All count; of wsp:ExactlyOne, one child does, so
 * that a demand that only some of them share is optional.
 *
 * @param resolve follows a reference.
 */
export function demandedBy(
  element: TreeElement,
  resolve: (reference: TreeElement) => TreeElement | undefined,
): Demanded {
  if (!isPolicyElement(element)) return demandedByAssertion(element, resolve);
  if (element.local === 'PolicyReference') {
    const found = resolve(element);
    return found === undefined ? new Map() : demandedBy(found, resolve);
  }
  const parts = element.children.map((child) => demandedBy(child, resolve));
  return element.local === 'ExactlyOne' ? oneOf(parts) : allOf(parts);
}

function demandedByAssertion(
  element: TreeElement,
  resolve: (reference: TreeElement) => TreeElement | undefined,
): Demanded {
  const { local, namespace, children, attributes } = element;
  const kind = kinds[local];
  const own: Assertion[] = [];
  if (kind !== undefined) own.push({ kind, ...(kind === 'securityToken' && { detail: local }) });
  else if (!refining.test(local)) own.push({ kind: 'unknownAssertion', detail: local, namespace });
  const wantsCertificate = attributes.some((one) => one.local === 'RequireClientCertificate' && isTrue(one.value));
  if (wantsCertificate) own.push({ kind: 'clientCertificate' });
  const nested = children.map((child) =>
    isPolicyElement(child) || kinds[child.local] !== undefined ? known(demandedBy(child, resolve)) : new Map(),
  );
  const all = allOf([new Map(own.map((one) => [assertionKey(one), { ...one, required: true }])), ...nested]);
  const isOptional = attributes.some((one) => one.local === 'Optional' && isTrue(one.value));
  const isRefused = attributes.some((one) => one.local === 'required' && !isTrue(one.value));
  return isOptional || isRefused ? accepted(all) : all;
}

/** Nested assertions refine their parent; report recognised ones only. */
function known(demanded: Demanded): Demanded {
  return new Map([...demanded].filter(([, { kind }]) => kind !== 'unknownAssertion'));
}

export function allOf(parts: readonly Demanded[]): Demanded {
  const found = new Map<string, Assertion & { required: boolean }>();
  for (const [key, one] of parts.flatMap((part) => [...part])) {
    found.set(key, { ...one, required: one.required || found.get(key)?.required === true });
  }
  return found;
}

function oneOf(parts: readonly Demanded[]): Demanded {
  const all = allOf(parts);
  return new Map(
    [...all].map(([key, one]) => [key, { ...one, required: parts.every((part) => part.get(key)?.required === true) }]),
  );
}

/** What may be left out. */
export function accepted(demanded: Demanded): Demanded {
  return new Map([...demanded].map(([key, one]) => [key, { ...one, required: false }]));
}

function assertionKey({ kind, detail = '', namespace = '' }: Assertion): string {
  return `${kind} ${namespace} ${detail}`;
}

function isTrue(value: string): boolean {
  return value.trim() === 'true' || value.trim() === '1';
}
