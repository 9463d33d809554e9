import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './durable.ts';

/**
 * Makes a folder and those above it, durably and, unless another mode is given, readable by the owner alone, where they
 * are not there. Level by level: Node's own recursion never ends where a folder is there and nothing can be made in it, as in /proc.
 */
export async function makeFolder(path: string, options: { readonly mode?: number } = {}): Promise<void> {
  const missing: string[] = [];
  for (let folder = path; folder !== dirname(folder) && !(await isThere(folder)); folder = dirname(folder)) {
    missing.unshift(folder);
  }
  for (const folder of missing) await makeOne(folder, options);
  if (!(await stat(path)).isDirectory()) throw new Error('a file stands where a folder is needed');
}

/** Makes one folder, fine when another process was quicker, and makes its name durable. */
export async function makeOne(folder: string, { mode = 0o700 }: { readonly mode?: number } = {}): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  await syncFolder(dirname(folder));
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return false;
      throw error;
    },
  );
}
