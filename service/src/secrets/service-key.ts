import { hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readConfiguredFile, syncFolder, usingFile } from '../common/file-system.ts';
import { errorCode, StorageError, withStorageErrors } from '../common/storage-error.ts';

/**
 * Reads a file that contains a secret; creates it if it does not exist, readable by its owner only. If several processes
 * create it at once, one wins and all read its content. Errors are those of node:fs.
 */
export async function readOrCreate(path: string, create: () => Promise<string>): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return await createSecretFile(path, await create());
  }
}

/** Links a complete temporary file, which never replaces an existing file. */
async function createSecretFile(path: string, text: string): Promise<string> {
  const temporary = join(dirname(path), `.${basename(path)}-${randomBytes(8).toString('hex')}`);
  try {
    await usingFile(temporary, { flags: 'wx', mode: 0o600 }, async (file) => {
      await file.writeFile(text);
      await file.sync();
    });
    await link(temporary, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
  return await readFile(path, 'utf8');
}

const keyBytes = 32;

/** The service's master key, which all keys for hashing and sealing are derived from. */
export class ServiceKey {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    if (bytes.length !== keyBytes) throw new StorageError('other-key', `A service key has ${keyBytes} bytes.`);
    this.#bytes = bytes;
  }

  /** Derives a key for one purpose; it reveals neither the service key nor the key of another purpose (RFC 5869). */
  derive(purpose: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.#bytes, '', `remote-file-service/${purpose}`, keyBytes));
  }
}

/**
 * Parses a key: 64 hexadecimal digits.
 *
 * @param source of the text, for the message.
 * @throws {StorageError} `other-key`; the message does not quote the text.
 */
export function parseServiceKey(text: string, source: string): ServiceKey {
  const digits = text.trim();
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) {
    throw new StorageError(
      'other-key',
      `${source} is not a service key: 64 hexadecimal digits. Create one with: openssl rand -hex 32`,
    );
  }
  return new ServiceKey(Buffer.from(digits, 'hex'));
}

/**
 * Reads the key file, or creates it with a random key; if several processes create it at once, one wins.
 *
 * @throws {StorageError} when it cannot be read or created, or other users may read it.
 */
export async function loadServiceKey(path: string): Promise<ServiceKey> {
  const create = async (): Promise<string> => `${randomBytes(keyBytes).toString('hex')}\n`;
  const text = await withStorageErrors(() => readOrCreate(path, create));
  const { mode } = await withStorageErrors(() => stat(path));
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new StorageError('other-key', `Other users may read the service key ${path}. Run: chmod 600 ${path}`);
  }
  return parseServiceKey(text, path);
}

/**
 * Reads an existing key file; never creates one.
 *
 * @throws {StorageError}
 */
export async function readServiceKey(path: string): Promise<ServiceKey> {
  return parseServiceKey((await readConfiguredFile(path, 'the service key')).toString('utf8'), path);
}
