import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode, unwritable } from './error.ts';

/** A folder, and the topmost one that had to be made for it: undefined when it was there. */
export interface MadeFolder {
  readonly path: string;
  readonly topmost: string | undefined;
}

/**
 * Makes a folder and those above it.
 *
 * @throws {OutputError} `Unwritable`
 */
export function makeFolder(path: string, shown: string): MadeFolder {
  // Level by level: Node's own recursion never ends where a folder is there and nothing can be made in it, as in /proc.
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder)) {
    missing.unshift(folder);
  }
  try {
    for (const folder of missing) makeOne(folder);
    if (!statSync(path).isDirectory()) throw new Error('a file stands where a folder is needed');
    return { path, topmost: missing[0] };
  } catch (error) {
    throw unwritable(shown, error);
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run may have made it in the meantime.
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** Takes back what was made, as far as nothing has come into it. */
export function removeIfEmpty({ path, topmost }: MadeFolder): void {
  if (topmost !== undefined) removeEmptyFolders(path, dirname(topmost));
}

/** Removes the folder if it is empty, then the one above it, and so on, short of `end`. */
export function removeEmptyFolders(path: string, end: string): void {
  try {
    for (let folder = path; folder !== end && folder !== dirname(folder); folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // The first that is not empty ends it.
  }
}
