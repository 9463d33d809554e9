import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { systemCode, unreadable } from './error.ts';

/**
 * The text of a file, a byte order mark included; undefined when there is none.
 *
 * @throws {OutputError} `Unreadable`
 */
export function readText(path: string, shown: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unreadable(shown, error);
  }
}

/**
 * The bytes of a file; undefined when there is none.
 *
 * @throws {OutputError} `Unreadable`
 */
export function readBytes(path: string, shown: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unreadable(shown, error);
  }
}

/**
 * The names in a folder; none when there is no such folder.
 *
 * @throws {OutputError} `Unreadable`
 */
export function namesIn(folder: string, shown: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw unreadable(shown, error);
  }
}

/** Nothing is there. A path through a file (ENOTDIR) shows itself when a folder is to be made of it. */
export function isAbsent(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * The text of a file that is there; undefined when its bytes are not UTF-8, and writing the text would change them.
 *
 * @throws {OutputError} `Unreadable`
 */
export function readExactText(path: string, shown: string): string | undefined {
  try {
    const bytes = readFileSync(path);
    return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
  } catch (error) {
    throw unreadable(shown, error);
  }
}
