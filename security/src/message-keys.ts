import type { ClientOptions } from '@soapwright/runtime/client';
import type { ServerMessageSecurity } from '@soapwright/runtime/server';
import type { ClientSecurityOptions } from './client.ts';
import type { DataAlgorithm, KeyAlgorithm } from './encryption/algorithms.ts';
import type { EncryptedPart } from './encryption/encrypt.ts';
import type { KeyReference } from './node/keys/write-key-info.ts';
import type { SignedPart } from './node/messages/parts.ts';

/** How a contract demands that messages are signed and encrypted, as generated code states it. */
export interface DemandedMessages {
  readonly signature?: Directions<SignedPart> & {
    /** Default `sha256`. */
    readonly hash?: 'sha1';
    /** Whether responses confirm the signatures of their requests. */
    readonly confirmed?: true;
  };
  readonly encryption?: Directions<EncryptedPart> & {
    readonly algorithm: DataAlgorithm;
    readonly keyAlgorithm: KeyAlgorithm;
    /** Whether messages are encrypted before they are signed. */
    readonly first?: true;
  };
  /** How messages name the certificates of both sides; default in a BinarySecurityToken. */
  readonly callerKey?: Exclude<KeyReference, object>;
  readonly serviceKey?: Exclude<KeyReference, object>;
  /** The assertion of the caller that goes with the signature. */
  readonly assertion?: 'holder-of-key' | 'sender-vouches';
}

/** Parts of requests and of responses; undefined where those messages have none. */
interface Directions<Part> {
  readonly request?: readonly Part[];
  readonly response?: readonly Part[];
}

/** What keys are for, and weaknesses that a contract needs consent to, by the names of options. */
export type KeyUse = 'key' | 'trust' | 'receiver' | 'decryptionKeys' | 'assertions' | 'allowSha1' | 'allowCbc';

/** What a client gives beside its keys. */
export interface KeySurroundings
  extends Pick<ClientSecurityOptions, 'assertion'>,
    Pick<ClientOptions, 'authentication'> {
  readonly timestamp?: (Pick<ClientSecurityOptions, 'now'> & { readonly lifetime?: number | undefined }) | undefined;
  /** Whether messages are sent as MTOM; the keys can say it, too. */
  readonly mtom?: boolean | undefined;
}

/** Keys of a client, as `messageKeys` of `@soapwright/security/messages` makes them. */
export interface ClientKeys<Uses extends KeyUse = never> {
  /** The options that it was made with. */
  readonly has: { readonly [use in Uses]: true };
  /** Options of a client whose messages meet the demand. @throws {TypeError} for keys that do not fit. */
  secured(
    demand: DemandedMessages,
    surroundings: KeySurroundings,
  ): Required<Pick<ClientOptions, 'authentication' | 'understood'>>;
}

/** Keys of a server, as `serverMessageKeys` of `@soapwright/security/messages` makes them. */
export interface ServerKeys<Uses extends KeyUse = never> {
  /** The options that it was made with. */
  readonly has: { readonly [use in Uses]: true };
  /** Opens requests that meet the demand, and secures responses. @throws {TypeError} for keys that do not fit. */
  secured(demand: DemandedMessages): ServerMessageSecurity;
}

/** The options that a client needs for a demand. */
export function clientUses(demand: DemandedMessages): readonly KeyUse[] {
  const { signature, encryption } = demand;
  return [
    ...(signature?.request ? (['key'] as const) : []),
    ...(signature?.response ? (['trust'] as const) : []),
    ...(encryption?.request ? (['receiver'] as const) : []),
    ...(encryption?.response ? (['decryptionKeys'] as const) : []),
    ...consents(demand),
  ];
}

/** The options that a server needs for a demand. It encrypts for the signer of the request, if there is one. */
export function serverUses(demand: DemandedMessages): readonly KeyUse[] {
  const { signature, encryption, assertion } = demand;
  return [
    ...(signature?.response ? (['key'] as const) : []),
    ...(signature?.request && assertion !== 'holder-of-key' ? (['trust'] as const) : []),
    ...(assertion === undefined ? [] : (['assertions'] as const)),
    ...(encryption?.response && !signature?.request ? (['receiver'] as const) : []),
    ...(encryption?.request ? (['decryptionKeys'] as const) : []),
    ...consents(demand),
  ];
}

function consents({ signature, encryption }: DemandedMessages): readonly KeyUse[] {
  return [
    ...(signature?.hash === 'sha1' ? (['allowSha1'] as const) : []),
    ...(encryption?.algorithm.endsWith('cbc') ? (['allowCbc'] as const) : []),
  ];
}
