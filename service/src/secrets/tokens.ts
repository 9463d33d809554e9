import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServiceKey } from './service-key.ts';

/** A token that nobody can guess: 256 random bits in base64url, so that no client can trim or escape it. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** An id for a row: 128 random bits in hexadecimal. Ids are no secrets. */
export function randomId(): string {
  return randomBytes(16).toString('hex');
}

/** Kinds of secrets. A hash of one kind is never that of another, even if the secrets are the same. */
export type SecretKind =
  | 'api-key'
  | 'folder-key'
  | 'promotion'
  | 'upload-token'
  | 'session-token'
  | 'sign-in-state'
  | 'saml-assertion';

/**
 * Hashes of secrets as they are stored: HMAC-SHA-256 under the service's key, in hexadecimal. Whoever reads the
 * database without the key can neither use nor guess them.
 */
export class KeyedHash {
  readonly #key: Uint8Array;

  constructor(key: ServiceKey) {
    this.#key = key.derive('secret-hash');
  }

  of(kind: SecretKind, secret: string): string {
    return createHmac('sha256', this.#key).update(`${kind}\0`).update(secret, 'utf8').digest('hex');
  }

  /** What tells whether a data folder was made with this key. */
  fingerprint(): string {
    return createHmac('sha256', this.#key).update('fingerprint').digest('hex');
  }
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
