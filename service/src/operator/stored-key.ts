import { readFile } from 'node:fs/promises';
import { asStorageError, StorageError } from '../common/storage-error.ts';
import { parseServiceKey, type ServiceKey } from '../secrets/service-key.ts';
import type { DataFolder } from '../storage/content/data-folder.ts';

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
