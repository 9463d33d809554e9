import { type FileHandle, mkdir, open, readFile, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asStorageError, errorCode, StorageError, withStorageErrors } from './storage-error.ts';

/** Opens a file for some work, and closes it. */
export async function usingFile<T>(
  path: string,
  { flags, mode }: { readonly flags: string | number; readonly mode?: number },
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags, mode);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Syncs the content of a file to the disk. */
export async function syncFile(path: string): Promise<void> {
  await usingFile(path, { flags: 'r+' }, (file) => file.sync());
}

/**
 * Syncs a folder's entries to the disk: after a file was created or renamed in it, only this survives a loss of power.
 * Windows cannot open folders and does not need it.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await usingFile(path, { flags: 'r' }, (folder) => folder.sync());
}

/**
 * Creates a folder and its missing parents durably, with mode 0700 unless another one is given. One level at a time:
 * Node's recursive mkdir never returns where a parent exists and nothing can be created in it, such as /proc.
 */
export async function ensureFolder(path: string, options: { readonly mode?: number } = {}): Promise<void> {
  const missing: string[] = [];
  for (let folder = path; folder !== dirname(folder) && !(await exists(folder)); folder = dirname(folder)) {
    missing.unshift(folder);
  }
  for (const folder of missing) await ensureOneFolder(folder, options);
  if (!(await stat(path)).isDirectory()) throw new Error('a file exists where a folder is needed');
}

/** Creates one folder, unless another process just did, and syncs its name. */
export async function ensureOneFolder(
  folder: string,
  { mode = 0o700 }: { readonly mode?: number } = {},
): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  await syncFolder(dirname(folder));
}

/** @throws what `stat` throws for other reasons than a missing file. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return false;
    throw error;
  }
}

/** Reads a file that a setting names. @param what describes the file in the error message. */
export async function readConfiguredFile(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot read ${what} ${path}: ${message}`, error);
  }
}

/** Bytes available to this user on the volume of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await withStorageErrors(() => statfs(folder));
  return bavail * bsize;
}
