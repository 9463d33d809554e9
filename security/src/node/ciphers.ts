import {
  type CipherGCMTypes,
  constants,
  createCipheriv,
  createDecipheriv,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { type DataAlgorithm, isCbc, type KeyAlgorithm, keyBytes, oaepHash } from '../encryption/algorithms.ts';
import { SecurityError } from '../security-error.ts';

const [GCM_IV, GCM_TAG, CBC_BLOCK] = [12, 16, 16];

/** A random key for an algorithm of data. */
export function newKey(algorithm: DataAlgorithm): Uint8Array {
  return randomBytes(keyBytes(algorithm));
}

/** Encrypts bytes: initialisation vector, cipher text and, for GCM, the tag (XML Encryption 1.1, 5.2). */
export function encryptData(algorithm: DataAlgorithm, key: Uint8Array, plain: Uint8Array): Uint8Array {
  if (isCbc(algorithm)) {
    const iv = randomBytes(CBC_BLOCK);
    const cipher = createCipheriv(openSslName(algorithm), key, iv).setAutoPadding(false);
    const length = CBC_BLOCK - (plain.length % CBC_BLOCK);
    const padding = randomBytes(length);
    padding[length - 1] = length;
    return Buffer.concat([iv, cipher.update(plain), cipher.update(padding), cipher.final()]);
  }
  const iv = randomBytes(GCM_IV);
  const cipher = createCipheriv(openSslName(algorithm) as CipherGCMTypes, key, iv, { authTagLength: GCM_TAG });
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts bytes as `encryptData` gives them. Nothing is returned before the tag of GCM was verified.
 *
 * @throws {SecurityError} `encryption`, with one text for all reasons: whoever knows the reason can decrypt by trying.
 */
export function decryptData(algorithm: DataAlgorithm, key: Uint8Array, cipherText: Uint8Array): Uint8Array {
  try {
    return isCbc(algorithm) ? decryptCbc(algorithm, key, cipherText) : decryptGcm(algorithm, key, cipherText);
  } catch {
    throw undecryptable();
  }
}

function decryptGcm(algorithm: DataAlgorithm, key: Uint8Array, cipherText: Uint8Array): Uint8Array {
  if (cipherText.length < GCM_IV + GCM_TAG) throw undecryptable();
  const iv = cipherText.subarray(0, GCM_IV);
  const tagAt = cipherText.length - GCM_TAG;
  const decipher = createDecipheriv(openSslName(algorithm) as CipherGCMTypes, key, iv, { authTagLength: GCM_TAG });
  decipher.setAuthTag(cipherText.subarray(tagAt));
  const plain = decipher.update(cipherText.subarray(GCM_IV, tagAt));
  decipher.final();
  return plain;
}

function decryptCbc(algorithm: DataAlgorithm, key: Uint8Array, cipherText: Uint8Array): Uint8Array {
  if (cipherText.length < 2 * CBC_BLOCK || cipherText.length % CBC_BLOCK !== 0) throw undecryptable();
  const decipher = createDecipheriv(openSslName(algorithm), key, cipherText.subarray(0, CBC_BLOCK));
  decipher.setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(cipherText.subarray(CBC_BLOCK)), decipher.final()]);
  // The other bytes of the padding are random (XML Encryption 1.1, 5.2).
  const length = padded[padded.length - 1] as number;
  if (length < 1 || length > CBC_BLOCK) throw undecryptable();
  return padded.subarray(0, padded.length - length);
}

/** All failures of keys, tags and plain texts. @param cause for the operator: a limit of the XML, for example. */
export function undecryptable(cause?: unknown): SecurityError {
  return new SecurityError('encryption', 'The message cannot be decrypted: its key or its content is wrong.', {
    cause,
  });
}

/** `aes-256-gcm` of `aes256-gcm`. */
function openSslName(algorithm: DataAlgorithm): string {
  return algorithm.replace('aes', 'aes-');
}

/** The vector of RFC 3394, 2.2.3.1. */
const WRAP_IV = Buffer.alloc(8, 0xa6);

function wrapCipher(algorithm: KeyAlgorithm): string {
  return `id-aes${keyBytes(algorithm) * 8}-wrap`;
}

/**
 * Encrypts the key of a message for its receiver.
 *
 * @param key the receiver's public RSA key, or the shared secret of AES key wrap.
 * @throws {SecurityError} `key` for a key that does not fit the algorithm, and for RSA below 2,048 bits.
 */
export function wrapKey(algorithm: KeyAlgorithm, key: KeyObject, sessionKey: Uint8Array): Uint8Array {
  requireKey(algorithm, key);
  if (key.type === 'secret') {
    const cipher = createCipheriv(wrapCipher(algorithm), key, WRAP_IV);
    return Buffer.concat([cipher.update(sessionKey), cipher.final()]);
  }
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
    throw new SecurityError('key', 'The RSA key of the receiver has less than 2,048 bits.');
  }
  return publicEncrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: oaepHash(algorithm) ?? '' },
    sessionKey,
  );
}

/** Decrypts a key by AES key wrap. @throws {Error} if it was changed, or wrapped by another secret. */
export function unwrapKey(algorithm: KeyAlgorithm, key: KeyObject, wrapped: Uint8Array): Uint8Array {
  requireKey(algorithm, key);
  const decipher = createDecipheriv(wrapCipher(algorithm), key, WRAP_IV);
  return Buffer.concat([decipher.update(wrapped), decipher.final()]);
}

function requireKey(algorithm: KeyAlgorithm, key: KeyObject): void {
  const bytes = keyBytes(algorithm);
  const fits = bytes === 0 ? key.asymmetricKeyType === 'rsa' : key.symmetricKeySize === bytes;
  if (!fits) throw new SecurityError('key', `The key does not fit ${algorithm}.`);
}
