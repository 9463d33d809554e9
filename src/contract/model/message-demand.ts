/** How a message names the certificate of a key, in the words of `@soapwright/security`. */
export const keyReferences = [
  'binary-security-token',
  'pki-path',
  'thumbprint',
  'issuer-serial',
  'subject-key-identifier',
] as const;

/** How an assertion of SAML 2.0 says whose it is. */
export const assertionMethods = ['bearer', 'holder-of-key', 'sender-vouches'] as const;

export type KeyReferenceName = (typeof keyReferences)[number];
export type AssertionMethod = (typeof assertionMethods)[number];

/** A part of a message that is signed or encrypted; header blocks by their names, or all of a namespace. */
export type MessagePart =
  | 'Body'
  | 'UsernameToken'
  /** All header blocks but that of WS-Security. */
  | 'Headers'
  | {
      readonly namespace: string;
      readonly local?: string | undefined;
      /** Whether a message must have it. Otherwise the part counts where it is. */
      readonly required?: true | undefined;
    };

/** Parts of requests and responses; undefined where those messages have no signature or cipher text. */
export interface MessageParts {
  readonly request?: readonly MessagePart[] | undefined;
  readonly response?: readonly MessagePart[] | undefined;
}

/** Messages that are signed: the parts, and the Timestamp if one is demanded. */
export interface SignatureDemand extends MessageParts {
  /** Whether the certificate in the message is signed, too (ProtectTokens). */
  readonly certificate?: true | undefined;
  /** Whether responses confirm the signatures of their requests (RequireSignatureConfirmation). */
  readonly confirmed?: true | undefined;
}

export interface EncryptionDemand extends MessageParts {
  /** Whether the signature is encrypted, too (EncryptSignature). */
  readonly signature?: true | undefined;
  /** Whether messages are encrypted before they are signed (EncryptBeforeSigning). */
  readonly first?: true | undefined;
}

/** What a contract demands of messages beside tokens and Timestamps. */
export interface MessageDemand {
  readonly signature?: SignatureDemand | undefined;
  readonly encryption?: EncryptionDemand | undefined;
  /** A SAML 2.0 assertion of the caller. */
  readonly assertion?: AssertionMethod | undefined;
  /** The name of an algorithm suite of WS-SecurityPolicy, or of AES-GCM; with a signature or encryption. */
  readonly algorithmSuite?: string | undefined;
  /** How requests name the caller's certificate; default in a BinarySecurityToken. */
  readonly callerKey?: KeyReferenceName | undefined;
  /** How responses name the service's certificate; default in a BinarySecurityToken. */
  readonly serviceKey?: KeyReferenceName | undefined;
}

/** Whether a signature covers all that is encrypted in the same messages, a UsernameToken excepted. */
export function isAllSigned({ signature, encryption }: MessageDemand): boolean {
  return (['request', 'response'] as const).every((direction) => {
    const [signed, hidden = []] = [signature?.[direction], encryption?.[direction]];
    if (signed === undefined) return true;
    const names = new Set(signed.map(partText));
    return hidden.every((part) => {
      if (typeof part === 'string') return part === 'UsernameToken' || names.has(part);
      // A header block, or an element of the Body.
      return ['Body', 'Headers', `{${part.namespace}}*`, partText(part)].some((name) => names.has(name));
    });
  });
}

/** As a contract writes it: `Body`, `Headers`, `{namespace}local`, `{namespace}*`. */
export function partText(part: MessagePart): string {
  return typeof part === 'string' ? part : `{${part.namespace}}${part.local ?? '*'}`;
}

/** The part that a text names; undefined for one of another form. */
export function partOf(text: string): MessagePart | undefined {
  if (text === 'Body' || text === 'UsernameToken' || text === 'Headers') return text;
  const [, namespace, local] = /^\{([^{}]*)\}([^\s{}:]+)$/.exec(text) ?? [];
  if (namespace === undefined || local === undefined) return undefined;
  return local === '*' ? { namespace } : { namespace, local };
}

/** The parts, each once, in the order in which contracts are compared. */
export function orderedParts(parts: readonly MessagePart[]): readonly MessagePart[] {
  const byText = new Map(parts.map((part) => [JSON.stringify(part), part]));
  return [...byText.values()].sort((one, other) => (partText(one) < partText(other) ? -1 : 1));
}

/** A demand of parts in words: `signature of Body, Headers`. */
export function messageDemandWords(demand: MessageDemand): readonly string[] {
  const { signature, encryption, assertion, algorithmSuite } = demand;
  const protection = [
    ...(signature === undefined ? [] : [`signature${partsText(signature)}`]),
    ...(encryption === undefined ? [] : [`encryption${partsText(encryption)}`]),
  ];
  const words = [
    ...protection,
    ...(signature?.certificate ? ['signed certificate'] : []),
    ...(signature?.confirmed ? ['confirmed signatures'] : []),
    ...(encryption?.signature ? ['encrypted signature'] : []),
    ...(encryption?.first ? ['encrypted first'] : []),
    ...(assertion === undefined ? [] : [`assertion: ${assertion}`]),
    ...(algorithmSuite === undefined ? [] : [`algorithmSuite: ${algorithmSuite}`]),
    ...(['callerKey', 'serviceKey'] as const).flatMap((key) => (demand[key] ? [`${key}: ${demand[key]}`] : [])),
  ];
  return words;
}

function partsText({ request, response }: MessageParts): string {
  const text = (parts: readonly MessagePart[] | undefined): string =>
    parts === undefined
      ? 'nothing'
      : [...parts.map((part) => `${partText(part)}${isMandatory(part) ? ' (required)' : ''}`)].sort().join(' + ');
  const [of, by] = [text(request), text(response)];
  return of === by
    ? ` of ${of || 'the Timestamp'}`
    : ` of ${of || 'the Timestamp'} in requests, ${by || 'the Timestamp'} in responses`;
}

function isMandatory(part: MessagePart): boolean {
  return typeof part === 'object' && part.required === true;
}
