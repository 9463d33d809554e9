import { createSecretKey, type X509Certificate } from 'node:crypto';
import { type KeyAlgorithm, keyBytes, oaepHash } from '../encryption/algorithms.ts';
import type { KeyRecipient } from '../encryption/encrypt.ts';
import type { FindKey, KeyOpener } from '../encryption/session-keys.ts';
import { SecurityError } from '../security-error.ts';
import { unwrapKey, wrapKey } from './ciphers.ts';
import { checkValidity } from './keys/certificate-path.ts';
import type { DecryptionKey } from './keys/key.ts';
import { isNamedBy, type KeyIdentifier } from './keys/key-identifier.ts';
import { readKeyInfo } from './keys/read-key-info.ts';
import { type KeyReference, writeKeyInfo } from './keys/write-key-info.ts';
import { Identifiers } from './signature/identifiers.ts';

/** Secrets of AES key wrap by the KeyName that messages have: of 16, 24 or 32 bytes. */
export type WrappingSecrets = Readonly<Record<string, Uint8Array>>;

/**
 * Finds own keys by how an EncryptedKey names them. Without a KeyInfo the only key is meant.
 *
 * @throws {TypeError} without any key.
 */
export function ownKeys(keys: readonly DecryptionKey[], secrets: WrappingSecrets = {}): FindKey {
  const named = new Map(Object.entries(secrets).map(([name, secret]) => [name, secretOpener(secret)]));
  if (keys.length + named.size === 0) throw new TypeError('Decryption needs a key.');
  const [only, ...others] = [...keys.map(rsaOpener), ...named.values()];
  return (keyInfo, document) => {
    if (keyInfo === undefined) return others.length === 0 ? only : undefined;
    const identifiers = new Identifiers(document.root);
    const identifier = readKeyInfo(keyInfo, { document, resolve: (id) => identifiers.find(id) });
    const secret = identifier.kind === 'key-name' ? named.get(identifier.name) : undefined;
    // A key without a certificate cannot be compared; whether it fits shows when it is tried.
    const own = keys.find((key) => isMeant(key, identifier)) ?? (keys.length === 1 ? keys.find(isBare) : undefined);
    return secret ?? (own && rsaOpener(own));
  };
}

function isBare({ certificates }: DecryptionKey): boolean {
  return certificates.length === 0;
}

function isMeant({ certificates: [certificate], publicKey }: DecryptionKey, identifier: KeyIdentifier): boolean {
  if (identifier.kind === 'key-value') return publicKey.equals(identifier.key);
  return certificate !== undefined && isNamedBy(certificate, identifier);
}

function rsaOpener(key: DecryptionKey): KeyOpener {
  return {
    open: async (algorithm, wrapped, label) => {
      const hash = oaepHash(algorithm);
      if (hash === undefined) throw new SecurityError('key', `An RSA key does not fit ${algorithm}.`);
      return await key.decrypt({ hash, label }, wrapped);
    },
  };
}

function secretOpener(secret: Uint8Array): KeyOpener {
  const key = createSecretKey(secret);
  return { open: (algorithm, wrapped) => unwrapKey(algorithm, key, wrapped) };
}

/** For whom a message is encrypted. */
export interface RecipientOptions {
  readonly certificate: X509Certificate;
  /** Default `rsa-oaep-sha1`, which is RSA-OAEP with MGF1 as all toolkits know it. */
  readonly algorithm?: KeyAlgorithm | undefined;
  /** How the message names the certificate; default `issuer-serial`. */
  readonly reference?: KeyReference | undefined;
  /** The time in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Encrypts keys of messages for the owner of a certificate.
 *
 * @throws {SecurityError} `key` if the certificate has expired, or has no RSA key of 2,048 bits or more.
 */
export function certificateRecipient(options: RecipientOptions): KeyRecipient {
  const { certificate, algorithm = 'rsa-oaep-sha1', reference = 'issuer-serial', now = Date.now } = options;
  checkValidity(certificate, now());
  const { publicKey } = certificate;
  const named = writeKeyInfo(reference, { certificates: [certificate], publicKey }, `X509-${crypto.randomUUID()}`);
  const { keyInfo, token } = named;
  return { algorithm, keyInfo, token, wrap: (sessionKey) => wrapKey(algorithm, publicKey, sessionKey) };
}

/** Encrypts keys of messages by AES key wrap, for whom knows the secret. @throws {TypeError} for another length. */
export function secretRecipient(keyName: string, secret: Uint8Array): KeyRecipient {
  const algorithm = (['aes128-wrap', 'aes192-wrap', 'aes256-wrap'] as const).find(
    (one) => keyBytes(one) === secret.length,
  );
  if (algorithm === undefined) throw new TypeError('A secret of AES key wrap has 16, 24 or 32 bytes.');
  const key = createSecretKey(secret);
  const { keyInfo, token } = writeKeyInfo({ keyName }, { certificates: [], publicKey: undefined }, '');
  return { algorithm, keyInfo, token, wrap: (sessionKey) => wrapKey(algorithm, key, sessionKey) };
}
