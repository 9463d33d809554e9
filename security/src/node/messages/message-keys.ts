import {
  type ClientKeys,
  clientUses,
  type DemandedMessages,
  type KeyUse,
  type ServerKeys,
  serverUses,
} from '../../message-keys.ts';
import type { DecryptionKey } from '../keys/key.ts';
import type { KeyReference } from '../keys/write-key-info.ts';
import { type ClientMessageSecurityOptions, messageSecurity } from './client.ts';
import type { EncryptOptions } from './encrypt-message.ts';
import type { MessageSecurityOptions } from './message-pipeline.ts';
import type { DecryptOptions } from './open-message.ts';
import { type ServerMessageSecurityOptions, serverMessageSecurity } from './server.ts';
import type { SignOptions } from './sign-message.ts';
import type { VerifyMessageOptions } from './verify-message.ts';

/** Keys, and consent to weak algorithms. Which of them are needed, the contract says. */
export interface KeyOptions
  extends Pick<SignOptions, 'algorithm' | 'digest' | 'mustUnderstand'>,
    Pick<VerifyMessageOptions, 'trust' | 'lifetime' | 'clockSkew' | 'replay' | 'now' | 'unsignedTypes'> {
  /** Signs what is sent. */
  readonly key?: SignOptions['key'] | undefined;
  /** For whom messages are encrypted; default of servers the signer of the request. */
  readonly receiver?: EncryptOptions['for'] | undefined;
  /** Own keys, the current one and earlier ones, by which messages are decrypted. */
  readonly decryptionKeys?: readonly DecryptionKey[] | undefined;
  /** Consents to SHA-1, which is broken: for contracts whose suite has nothing else, and services that use it. */
  readonly allowSha1?: true | undefined;
  /** Consents to AES-CBC, which does not notice changes: for contracts whose suite has nothing else. */
  readonly allowCbc?: true | undefined;
}

export interface ClientKeyOptions
  extends KeyOptions,
    Pick<ClientMessageSecurityOptions, 'mtom' | 'unsignedFaults' | 'onVerified' | 'role'> {}

export interface ServerKeyOptions
  extends KeyOptions,
    Pick<VerifyMessageOptions, 'assertions'>,
    Pick<ServerMessageSecurityOptions, 'authenticate' | 'onRejected' | 'role'> {}

type UsesOf<Options> = Extract<keyof Options, KeyUse>;

/**
 * Keys for the `credentials` of a generated client. What they sign, verify, encrypt and decrypt, and how, the contract says.
 */
export function messageKeys<const Options extends ClientKeyOptions>(options: Options): ClientKeys<UsesOf<Options>> {
  const { unsignedFaults, onVerified, role } = options;
  return {
    has: usesOf(options),
    secured(demand, { assertion, timestamp, authentication, mtom: isMtom }) {
      requireUses(clientUses(demand), options);
      const { lifetime = timestamp?.lifetime, now = timestamp?.now } = options;
      const side = { send: 'request', receive: 'response', own: demand.callerKey, other: demand.serviceKey } as const;
      const { sign, ...others } = optionsOf({ ...options, lifetime, now }, demand, side);
      return messageSecurity({
        ...others,
        ...(sign && { sign: { ...sign, assertion: demand.assertion && assertion } }),
        authentication,
        mtom: options.mtom ?? isMtom,
        unsignedFaults,
        onVerified,
        role,
      });
    },
  };
}

/** Keys for the option `keys` of a generated server. What they verify, sign, decrypt and encrypt, the contract says. */
export function serverMessageKeys<const Options extends ServerKeyOptions>(
  options: Options,
): ServerKeys<UsesOf<Options>> {
  const { authenticate, onRejected, role, assertions } = options;
  return {
    has: usesOf(options),
    secured(demand) {
      requireUses(serverUses(demand), options);
      const side = { send: 'response', receive: 'request', own: demand.serviceKey, other: demand.callerKey } as const;
      const { verify, ...others } = optionsOf({ receiver: 'signer', ...options }, demand, side);
      const { assertion } = demand;
      const methods = assertion && { assertions: { issuers: {}, audiences: [], methods: [assertion], ...assertions } };
      return serverMessageSecurity({
        ...others,
        ...(verify && { verify: { ...verify, ...methods } }),
        authenticate,
        onRejected,
        role,
      });
    },
  };
}

function usesOf<Options extends KeyOptions>(options: Options): { readonly [use in UsesOf<Options>]: true } {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([use]) => [use, true])) as { readonly [use in UsesOf<Options>]: true };
}

function requireUses(uses: readonly KeyUse[], options: object): void {
  const missing = uses.filter((use) => (options as Partial<Record<KeyUse, unknown>>)[use] === undefined);
  if (missing.length > 0) throw new TypeError(`The contract demands more of the keys: ${missing.join(', ')}.`);
}

/** Which messages one side sends and receives, and how they name the keys of both. */
interface Side {
  readonly send: 'request' | 'response';
  readonly receive: 'request' | 'response';
  readonly own: Exclude<KeyReference, object> | undefined;
  readonly other: Exclude<KeyReference, object> | undefined;
}

function optionsOf(options: KeyOptions & { readonly role?: string | undefined }, demand: DemandedMessages, side: Side) {
  const { signature, encryption } = demand;
  const { send, receive } = side;
  const found: MessageSecurityOptions = {
    sign: signature?.[send] && signOptions(options, signature, side),
    verify: signature?.[receive] && {
      ...pickTimes(options),
      trust: options.trust,
      parts: signature[receive],
      allowSha1: options.allowSha1,
      unsignedTypes: options.unsignedTypes,
      // Undefined would replace the store in memory.
      ...(options.replay && { replay: options.replay }),
    },
    encrypt: encryption?.[send] && encryptOptions(options, encryption, side),
    decrypt: encryption?.[receive] && decryptOptions(options, demand, encryption, receive),
    first: encryption?.first ? 'encrypt' : 'sign',
    confirmSignatures: signature?.confirmed,
  };
  return found;
}

function pickTimes({ lifetime, clockSkew, now }: KeyOptions) {
  return { lifetime, clockSkew, now };
}

function signOptions(
  options: KeyOptions & { readonly role?: string | undefined },
  { hash, ...parts }: NonNullable<DemandedMessages['signature']>,
  { send, own }: Side,
): SignOptions | undefined {
  const { key, allowSha1, lifetime, now, mustUnderstand, role } = options;
  const isOld = hash === 'sha1';
  const { algorithm = isOld ? 'rsa-sha1' : undefined, digest = isOld ? 'sha1' : undefined } = options;
  if (key === undefined) return undefined;
  const common = { key, algorithm, digest, allowSha1, lifetime, now, mustUnderstand, role };
  return { ...common, parts: parts[send], reference: own };
}

/** The receiver has its certificate: messages name it, and never contain it. */
function encryptOptions(
  options: KeyOptions & { readonly role?: string | undefined },
  { algorithm, keyAlgorithm, ...parts }: NonNullable<DemandedMessages['encryption']>,
  { send, other }: Side,
): EncryptOptions | undefined {
  const { receiver, allowCbc, now, mustUnderstand, role } = options;
  if (receiver === undefined) return undefined;
  const reference = other === 'binary-security-token' || other === 'pki-path' ? undefined : other;
  const common = { for: receiver, algorithm, keyAlgorithm, allowCbc, now, mustUnderstand, role };
  return { ...common, parts: parts[send], reference };
}

function decryptOptions(
  { decryptionKeys }: KeyOptions,
  { signature }: DemandedMessages,
  { algorithm, ...parts }: NonNullable<DemandedMessages['encryption']>,
  receive: 'request' | 'response',
): DecryptOptions {
  // A token that only its service reads proves itself.
  const isLoose = has(parts[receive], 'UsernameToken') && !has(signature?.[receive], 'UsernameToken');
  return {
    keys: decryptionKeys,
    parts: parts[receive],
    ...(algorithm.endsWith('cbc') && { algorithms: [algorithm] }),
    ...(isLoose && { allowUnsigned: true }),
  };
}

function has(parts: readonly unknown[] | undefined, name: string): boolean {
  return parts?.includes(name) === true;
}
