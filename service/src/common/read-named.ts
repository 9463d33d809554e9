import { readFile } from 'node:fs/promises';
import { asStorageError, StorageError } from './storage-error.ts';

/** The bytes of a file that a setting names. */
export async function readNamed(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot read ${what} ${path}: ${message}`, error);
  }
}
