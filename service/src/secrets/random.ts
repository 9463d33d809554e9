import { randomBytes } from 'node:crypto';

/** A token that nobody can guess: 256 random bits in base64url, so that no client can trim or escape it. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** An id for a row: 128 random bits in hexadecimal. Ids are no secrets. */
export function randomId(): string {
  return randomBytes(16).toString('hex');
}
