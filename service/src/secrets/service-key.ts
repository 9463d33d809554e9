import { hkdfSync, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { readNamed } from '../common/file-system.ts';
import { asStorageError, StorageError } from '../common/storage-error.ts';
import { readOrMake } from './secret-file.ts';

const keyBytes = 32;

/** The service's own secret: what all stored hashes of secrets are keyed with. */
export class ServiceKey {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    if (bytes.length !== keyBytes) throw new StorageError('other-key', `A service key has ${keyBytes} bytes.`);
    this.#bytes = bytes;
  }

  /** A key for one purpose, from which neither the service's key nor another purpose's can be worked out (RFC 5869). */
  derive(purpose: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.#bytes, '', `remote-file-service/${purpose}`, keyBytes));
  }
}

/**
 * Reads a key from its text: 64 hexadecimal digits.
 *
 * @param source Where it came from, for the message.
 * @throws {StorageError} `other-key`; the message does not quote the text.
 */
export function parseServiceKey(text: string, source: string): ServiceKey {
  const digits = text.trim();
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) {
    throw new StorageError(
      'other-key',
      `${source} is not a service key: 64 hexadecimal digits. Make one with: openssl rand -hex 32`,
    );
  }
  return new ServiceKey(Buffer.from(digits, 'hex'));
}

/**
 * Reads the key file, made with a random key if it is not there; of several processes that make it at once one wins.
 *
 * @throws {StorageError} when it cannot be read or made, or others may read it.
 */
export async function loadServiceKey(path: string): Promise<ServiceKey> {
  try {
    const text = await readOrMake(path, async () => `${randomBytes(keyBytes).toString('hex')}\n`);
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new StorageError('other-key', `Others may read the service key ${path}. Run: chmod 600 ${path}`);
    }
    return parseServiceKey(text, path);
  } catch (error) {
    throw asStorageError(error);
  }
}

/**
 * Reads an existing key file; never creates one.
 *
 * @throws {StorageError}
 */
export async function readServiceKey(path: string): Promise<ServiceKey> {
  return parseServiceKey((await readNamed(path, 'the service key')).toString('utf8'), path);
}
