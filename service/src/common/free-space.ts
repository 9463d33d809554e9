import { statfs } from 'node:fs/promises';
import { asStorageError } from './storage-error.ts';

/** Bytes that the volume of a folder has left for this user. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    throw asStorageError(error);
  }
}
