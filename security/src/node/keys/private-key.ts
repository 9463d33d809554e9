import {
  constants,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  KeyObject,
  privateDecrypt,
  type X509Certificate,
} from 'node:crypto';
import { certificatesOf, chainOfKey, pemBlocks } from './certificates.ts';
import type {
  CertificateSource,
  DecryptionKey,
  PrivateKeySource,
  RemoteDecrypter,
  RemoteSigner,
  SecretSource,
  SigningKey,
} from './key.ts';
import { readPkcs12 } from './pkcs12.ts';
import { kindOfKey, signWithKey } from './signature-algorithm.ts';

interface PrivateKey {
  readonly key: KeyObject;
  readonly certificates: readonly X509Certificate[];
}

/**
 * A key that signs: from PEM, PKCS#12, JWK, a `KeyObject`, a secret for HMAC, or a callback that signs elsewhere.
 *
 * @throws {TypeError} for a wrong passphrase, a key that is neither RSA nor of an elliptic curve, an RSA key of less than
 *   2,048 bits, a secret of less than 16 bytes, and certificates of another key.
 */
export function signingKey(source: PrivateKeySource | RemoteSigner | SecretSource): SigningKey {
  if ('secret' in source) {
    if (source.secret.length < 16) throw new TypeError('A secret for HMAC has at least 16 bytes.');
    const key = createSecretKey(source.secret);
    const sign: SigningKey['sign'] = (algorithm, bytes) => signWithKey(algorithm, key, bytes);
    return { kind: 'hmac', certificates: [], publicKey: undefined, sign };
  }
  if ('sign' in source) {
    const { publicKey, certificates } = remoteKey(source.certificates);
    return { kind: asymmetricKind(publicKey), certificates, publicKey, sign: (...args) => source.sign(...args) };
  }
  const { key, certificates } = privateKey(source);
  const sign: SigningKey['sign'] = (algorithm, bytes) => signWithKey(algorithm, key, bytes);
  return { kind: asymmetricKind(key), certificates, publicKey: createPublicKey(key), sign };
}

/**
 * A key that decrypts keys: from PEM, PKCS#12, JWK, a `KeyObject`, or a callback that decrypts elsewhere.
 *
 * @throws {TypeError} as {@link signingKey}, and for a key that is not RSA.
 */
export function decryptionKey(source: PrivateKeySource | RemoteDecrypter): DecryptionKey {
  if ('decrypt' in source) {
    const { publicKey, certificates } = remoteKey(source.certificates);
    requireRsa(publicKey);
    return { certificates, publicKey, decrypt: (...args) => source.decrypt(...args) };
  }
  const { key, certificates } = privateKey(source);
  requireRsa(key);
  return {
    certificates,
    publicKey: createPublicKey(key),
    decrypt: ({ hash, label }, bytes) =>
      privateDecrypt(
        {
          key,
          padding: constants.RSA_PKCS1_OAEP_PADDING,
          oaepHash: hash,
          ...(label === undefined ? {} : { oaepLabel: label }),
        },
        bytes,
      ),
  };
}

function remoteKey(source: RemoteSigner['certificates']) {
  const given = certificatesOf(source);
  const [first] = given;
  if (first === undefined) throw new TypeError('A key that is elsewhere needs its certificate.');
  return { publicKey: first.publicKey, certificates: chainOfKey(first.publicKey, given) };
}

function privateKey(source: PrivateKeySource): PrivateKey {
  if ('pkcs12' in source) {
    const { key, certificates } = readPkcs12(source.pkcs12, source.passphrase ?? '');
    return checked(key, certificates);
  }
  if ('pem' in source) return fromPem(source);
  if ('jwk' in source) return fromJwk(source);
  return checked(source.key, certificatesOf(source.certificates));
}

function checked(key: KeyObject, certificates: readonly X509Certificate[]): PrivateKey {
  if (!(key instanceof KeyObject) || key.type !== 'private') throw new TypeError('This is not a private key.');
  asymmetricKind(key);
  return { key, certificates: chainOfKey(createPublicKey(key), certificates) };
}

function fromPem({ pem, passphrase, certificates }: Extract<PrivateKeySource, { pem: unknown }>): PrivateKey {
  const blocks = pemBlocks(pem);
  const [block, ...others] = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'));
  if (block === undefined || others.length > 0) throw new TypeError('A PEM text has exactly one private key.');
  const beside = blocks.filter(({ label }) => label === 'CERTIFICATE').map(({ text }) => text);
  return checked(readPem(block.text, passphrase), certificatesOf([...beside, ...certificatesOf(certificates)]));
}

function readPem(key: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey(passphrase === undefined ? { key } : { key, passphrase });
  } catch {
    // The error of OpenSSL is left out: it may quote from the file.
    const isEncrypted = key.includes('ENCRYPTED');
    throw new TypeError(isEncrypted ? 'The passphrase of the private key is wrong.' : 'The private key is malformed.');
  }
}

function fromJwk({ jwk, certificates }: Extract<PrivateKeySource, { jwk: unknown }>): PrivateKey {
  const { x5c } = jwk;
  const chain = Array.isArray(x5c) ? x5c.map((one): CertificateSource => Buffer.from(String(one), 'base64')) : [];
  return checked(readJwk(jwk), certificatesOf([...chain, ...certificatesOf(certificates)]));
}

function readJwk(jwk: Readonly<Record<string, unknown>>): KeyObject {
  try {
    return createPrivateKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new TypeError('This is not a private JSON Web Key.');
  }
}

function asymmetricKind(key: KeyObject): 'rsa' | 'ec' {
  const kind = kindOfKey(key);
  if (kind !== 'rsa' && kind !== 'ec') throw new TypeError('Keys are RSA or of an elliptic curve.');
  if (kind === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
    throw new TypeError('An RSA key has at least 2,048 bits.');
  }
  return kind;
}

function requireRsa(key: KeyObject): void {
  if (asymmetricKind(key) !== 'rsa') throw new TypeError('A key that decrypts keys is RSA.');
}
