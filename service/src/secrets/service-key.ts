import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { StorageError } from '../common/storage-error.ts';

const keyBytes = 32;
/** Digits of the fingerprint that are the id. */
const idLength = 8;

/** Purpose of the key of keyed hashes. */
export const hashPurpose = 'secret-hash';

/** A master key of the service, which keys for hashing and sealing are derived from. */
export class ServiceKey {
  readonly #bytes: Uint8Array;
  readonly #derived = new Map<string, Uint8Array>();
  /** Identifies the key, and reveals nothing of it: 64 hexadecimal digits. A data folder stores that of its current key. */
  readonly fingerprint: string;
  /** Names the key in rows, commands and the log: the first digits of the fingerprint. */
  readonly id: string;

  constructor(bytes: Uint8Array) {
    if (bytes.length !== keyBytes) throw new StorageError('other-key', `A service key has ${keyBytes} bytes.`);
    this.#bytes = bytes;
    this.fingerprint = createHmac('sha256', this.derive(hashPurpose)).update('fingerprint').digest('hex');
    this.id = keyIdOf(this.fingerprint);
  }

  /** Derives a key for one purpose; it reveals neither the service key nor the key of another purpose (RFC 5869). There are few purposes. */
  derive(purpose: string): Uint8Array {
    const known = this.#derived.get(purpose);
    if (known !== undefined) return known;
    const key = new Uint8Array(hkdfSync('sha256', this.#bytes, '', `remote-file-service/${purpose}`, keyBytes));
    this.#derived.set(purpose, key);
    return key;
  }
}

/** The id of the key with a fingerprint. */
export function keyIdOf(fingerprint: string): string {
  return fingerprint.slice(0, idLength);
}

/** A random key as 64 hexadecimal digits. */
export function newServiceKey(): string {
  return randomBytes(keyBytes).toString('hex');
}

/** The texts of keys that are separated by white space or commas. */
export function splitKeys(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((digits) => digits !== '');
}

/**
 * Parses keys of 64 hexadecimal digits each, as `splitKeys` separates them; there is at least one.
 *
 * @param source of the text, for the message.
 * @throws {StorageError} `other-key`; the message does not quote the text.
 */
export function parseServiceKeys(text: string, source: string): readonly ServiceKey[] {
  const keys = splitKeys(text);
  if (keys.length > 0 && keys.every((digits) => /^[0-9a-fA-F]{64}$/.test(digits))) {
    return keys.map((digits) => new ServiceKey(Buffer.from(digits, 'hex')));
  }
  throw new StorageError(
    'other-key',
    `${source} is not a service key: 64 hexadecimal digits. Create one with: openssl rand -hex 32`,
  );
}
