import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';
import { hashPurpose, type ServiceKey } from './service-key.ts';

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
  | 'scim-token'
  | 'promotion'
  | 'upload-token'
  | 'share-token'
  | 'session-token'
  | 'sign-in-state'
  | 'saml-assertion'
  | 'operator-session'
  | 'operator-form';

/** A keyed hash, and the id of the service key that it depends on. */
export interface KeyedHashValue {
  readonly hash: string;
  readonly keyId: string;
}

/**
 * Hashes of secrets as they are stored: HMAC-SHA-256 under a key derived from a service key, in hexadecimal. Without
 * that key, a copy of the database does not allow using or guessing the secrets.
 */
export class KeyedHash {
  readonly #ring: KeyRing;

  constructor(ring: KeyRing) {
    this.#ring = ring;
  }

  /** The hash under the current key, to be stored. */
  new(kind: SecretKind, secret: string): KeyedHashValue {
    const { current } = this.#ring;
    return { hash: hashOf(current, kind, secret), keyId: current.id };
  }

  /** The hash under the current key. */
  of(kind: SecretKind, secret: string): string {
    return hashOf(this.#ring.current, kind, secret);
  }

  /** The hashes under all keys, that of the current one first: a stored secret has one of them. */
  all(kind: SecretKind, secret: string): readonly string[] {
    return this.#ring.keys.map((key) => hashOf(key, kind, secret));
  }
}

function hashOf(key: ServiceKey, kind: SecretKind, secret: string): string {
  return createHmac('sha256', key.derive(hashPurpose)).update(`${kind}\0${secret}`, 'utf8').digest('hex');
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether a hash is one of others; compares with all of them, each in constant time. */
export function isOneOf(hash: string, others: readonly string[]): boolean {
  return others.filter((other) => sameHash(hash, other)).length > 0;
}
