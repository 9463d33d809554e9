import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../common/file-system.ts';

/**
 * The text of a file that holds a secret; made if it is not there, readable by its owner alone. Of several processes that
 * make it at once one wins, and all read what that one wrote. Errors are those of node:fs.
 */
export async function readOrMake(path: string, make: () => Promise<string>): Promise<string> {
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
