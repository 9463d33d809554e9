import { hkdfSync, randomBytes } from 'node:crypto';
import { link, open, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readConfiguredFile, syncFolder } from '../common/file-system.ts';
import { asStorageError, StorageError } from '../common/storage-error.ts';

/**
 * The text of a file that holds a secret; made if it is not there, readable by its owner alone. Of several processes that
 * make it at once one wins, and all read what that one wrote. Errors are those of node:fs.
 */
export async function readOrCreate(path: string, make: () => Promise<string>): Promise<string> {
  return (await readIfThere(path)) ?? (await makeFile(path, await make()));
}

/** A link is made of a whole file or not at all, and never over another one. */
async function makeFile(path: string, text: string): Promise<string> {
  const temporary = join(dirname(path), `.${basename(path)}-${randomBytes(8).toString('hex')}`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
  return await readFile(path, 'utf8');
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

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
    const text = await readOrCreate(path, async () => `${randomBytes(keyBytes).toString('hex')}\n`);
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
  return parseServiceKey((await readConfiguredFile(path, 'the service key')).toString('utf8'), path);
}
