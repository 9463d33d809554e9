import { mkdir, open, readFile, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asStorageError, StorageError } from './storage-error.ts';

/**
 * Makes sure that the names in a folder are on the disk: after a file was made or renamed in it, only this survives a
 * loss of power. Windows does not open folders and needs none of it.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Makes a folder and those above it, durably and, unless another mode is given, readable by the owner alone, where they
 * are not there. Level by level: Node's own recursion never ends where a folder is there and nothing can be made in it, as in /proc.
 */
export async function ensureFolder(path: string, options: { readonly mode?: number } = {}): Promise<void> {
  const missing: string[] = [];
  for (let folder = path; folder !== dirname(folder) && !(await exists(folder)); folder = dirname(folder)) {
    missing.unshift(folder);
  }
  for (const folder of missing) await ensureOneFolder(folder, options);
  if (!(await stat(path)).isDirectory()) throw new Error('a file stands where a folder is needed');
}

/** Makes one folder, fine when another process was quicker, and makes its name durable. */
export async function ensureOneFolder(
  folder: string,
  { mode = 0o700 }: { readonly mode?: number } = {},
): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
  await syncFolder(dirname(folder));
}

export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (error: unknown) => {
      if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')) return false;
      throw error;
    },
  );
}

/** The bytes of a file that a setting names. */
export async function readConfiguredFile(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot read ${what} ${path}: ${message}`, error);
  }
}

/** Bytes that the volume of a folder has left for this user. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    throw asStorageError(error);
  }
}
