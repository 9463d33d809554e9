import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readConfiguredFile, syncFolder, usingFile } from '../common/file-system.ts';
import { errorCode, StorageError, withStorageErrors } from '../common/storage-error.ts';
import { newServiceKey, parseServiceKeys, type ServiceKey, splitKeys } from './service-key.ts';

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
  const temporary = temporaryName(path);
  try {
    await writeSecret(temporary, text);
    await link(temporary, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
  return await readFile(path, 'utf8');
}

function temporaryName(path: string): string {
  return join(dirname(path), `${temporaryPrefix(path)}${randomBytes(8).toString('hex')}`);
}

function temporaryPrefix(path: string): string {
  return `.${basename(path)}-`;
}

async function writeSecret(path: string, text: string): Promise<void> {
  await usingFile(path, { flags: 'wx', mode: 0o600 }, async (file) => {
    await file.writeFile(text);
    await file.sync();
  });
}

/**
 * Reads the key file, or creates it with a random key; if several processes create it at once, one wins.
 *
 * @throws {StorageError} when it cannot be read or created, or other users may read it.
 */
export async function loadServiceKeys(path: string): Promise<readonly ServiceKey[]> {
  const create = async (): Promise<string> => `${newServiceKey()}\n`;
  const text = await withStorageErrors(() => readOrCreate(path, create));
  const { mode } = await withStorageErrors(() => stat(path));
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new StorageError('other-key', `Other users may read the service key ${path}. Run: chmod 600 ${path}`);
  }
  return parseServiceKeys(text, path);
}

/**
 * Reads an existing key file; never creates one.
 *
 * @throws {StorageError}
 */
export async function readServiceKeys(path: string): Promise<readonly ServiceKey[]> {
  return parseServiceKeys((await readConfiguredFile(path, 'the service key')).toString('utf8'), path);
}

/**
 * Puts a new key in front of those of a file. A process that is killed leaves either the old file or the new one. Only one
 * process may call this at a time.
 *
 * @throws {StorageError}
 */
export async function addServiceKey(path: string): Promise<void> {
  await changeKeys(path, (keys) => [newServiceKey(), ...keys]);
}

/**
 * Removes a key from a file, in the same way. The bytes may remain on the disk until they are overwritten.
 *
 * @throws {StorageError}
 */
export async function removeServiceKey(path: string, id: string): Promise<void> {
  await changeKeys(path, (keys) => keys.filter((digits) => parseServiceKeys(digits, path)[0]?.id !== id));
}

async function changeKeys(path: string, change: (keys: readonly string[]) => readonly string[]): Promise<void> {
  await withStorageErrors(async () => {
    const text = await readFile(path, 'utf8');
    parseServiceKeys(text, path);
    const keys = change(splitKeys(text));
    await removeTemporaryFiles(path);
    const temporary = temporaryName(path);
    try {
      await writeSecret(temporary, `${keys.join('\n')}\n`);
      await rename(temporary, path);
    } finally {
      await rm(temporary, { force: true });
    }
    await syncFolder(dirname(path));
  });
}

/** Of processes that were killed. */
async function removeTemporaryFiles(path: string): Promise<void> {
  const prefix = temporaryPrefix(path);
  for (const name of await readdir(dirname(path))) {
    if (name.startsWith(prefix)) await rm(join(dirname(path), name), { force: true });
  }
}
