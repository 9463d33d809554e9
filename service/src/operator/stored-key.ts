import { readFile } from 'node:fs/promises';
import type { DataFolder } from '../files/data-folder.ts';
import { parseServiceKey, type ServiceKey } from '../secrets/service-key.ts';
import { asStorageError, StorageError } from '../storage/storage-error.ts';

/**
 * The key of a data folder that is there; none is made.
 *
 * @throws {StorageError}
 */
export async function storedKey({ key }: DataFolder): Promise<ServiceKey> {
  let text: string;
  try {
    text = await readFile(key, 'utf8');
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot read the service key ${key}: ${message}`, error);
  }
  return parseServiceKey(text, key);
}
