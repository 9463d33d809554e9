import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServiceKey } from './service-key.ts';

/** An unguessable token: 256 random bits in base64url, which no client trims or escapes. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** An id for a row: 128 random bits in hexadecimal. Ids are not secret. */
export function randomId(): string {
  return randomBytes(16).toString('hex');
}

/** Kinds of secrets. Equal secrets of different kinds have different hashes. */
export type SecretKind =
  | 'api-key'
  | 'folder-key'
  | 'promotion'
  | 'upload-token'
  | 'session-token'
  | 'sign-in-state'
  | 'saml-assertion';

/**
 * Hashes of secrets as they are stored: HMAC-SHA-256 under a key derived from the service key, in hexadecimal. Without
 * that key, a copy of the database does not allow using or guessing the secrets.
 */
export class KeyedHash {
  readonly #key: Uint8Array;

  constructor(key: ServiceKey) {
    this.#key = key.derive('secret-hash');
  }

  of(kind: SecretKind, secret: string): string {
    return createHmac('sha256', this.#key).update(`${kind}\0`).update(secret, 'utf8').digest('hex');
  }

  /** Identifies the key: a data folder stores the fingerprint of the key that it was created with. */
  fingerprint(): string {
    return createHmac('sha256', this.#key).update('fingerprint').digest('hex');
  }
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
