import { isUtf8 } from 'node:buffer';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Diagnostic, output, type Report, report } from '../../diagnostics/index.ts';

export type OutputErrorCode =
  /** A file or folder cannot be read. */
  | 'Unreadable'
  /** A file or folder cannot be written or removed. */
  | 'Unwritable'
  /** A path leads out of the folder that it belongs to. */
  | 'Escapes'
  /** Another run holds the lock of the folder. */
  | 'Locked';

/** Input or output that failed, with the diagnostic for the user. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  readonly code: OutputErrorCode;
  readonly diagnostic: Diagnostic;

  constructor(code: OutputErrorCode, diagnostic: Diagnostic, options?: ErrorOptions) {
    super(diagnostic.message, options);
    this.code = code;
    this.diagnostic = diagnostic;
  }
}

/** Reports the error if it is an OutputError, and throws any other. */
export function reportOutputError(error: unknown, to: Report): void {
  if (!(error instanceof OutputError)) throw error;
  to.add(error.diagnostic);
}

export function unreadable(file: string, cause: unknown): OutputError {
  const diagnostic = report(output.cannotRead, { file, reason: reasonOf(cause) }, { file });
  return new OutputError('Unreadable', diagnostic, { cause });
}

export function unwritable(file: string, cause: unknown): OutputError {
  const diagnostic = report(output.cannotWrite, { file, reason: reasonOf(cause) }, { file });
  return new OutputError('Unwritable', diagnostic, { cause });
}

/** The error code of the operating system, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the file or folder does not exist. Creating a folder below a file (ENOTDIR) fails later, with its own message. */
export function isAbsent(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** In words: the system's own message contains absolute paths and names of system calls. */
function reasonOf(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined) return error instanceof Error ? error.message : String(error);
  return reasons[code] ?? `the system reports ${code}`;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it exists already',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links form a loop',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is where a folder is needed',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
};

/**
 * The text of a file with its byte order mark; undefined if the file does not exist.
 *
 * @throws {OutputError} `Unreadable`
 */
export function readText(path: string, shown: string): string | undefined {
  return readBytes(path, shown)?.toString('utf8');
}

/**
 * The bytes of a file; undefined if the file does not exist.
 *
 * @throws {OutputError} `Unreadable`
 */
export function readBytes(path: string, shown: string): Buffer | undefined {
  return unlessAbsent(shown, undefined, () => readFileSync(path));
}

/**
 * The text of an existing file; undefined if it is not UTF-8: writing the text back would change such bytes.
 *
 * @throws {OutputError} `Unreadable`
 */
export function readUtf8(path: string, shown: string): string | undefined {
  try {
    const bytes = readFileSync(path);
    return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
  } catch (error) {
    throw unreadable(shown, error);
  }
}

/**
 * The names in a folder; none if the folder does not exist.
 *
 * @throws {OutputError} `Unreadable`
 */
export function namesIn(folder: string, shown: string): readonly string[] {
  return unlessAbsent(shown, [], () => readdirSync(folder));
}

function unlessAbsent<T, U>(shown: string, absent: U, read: () => T): T | U {
  try {
    return read();
  } catch (error) {
    if (isAbsent(error)) return absent;
    throw unreadable(shown, error);
  }
}

/** A folder that exists, and the topmost folder that was created for it: undefined if it existed before. */
export interface EnsuredFolder {
  readonly path: string;
  readonly topmost: string | undefined;
}

/**
 * Creates a folder and its parents where they do not exist.
 *
 * @throws {OutputError} `Unwritable`
 */
export function ensureFolder(path: string, shown: string): EnsuredFolder {
  // Level by level: Node's recursive mkdir never returns where a folder exists and rejects new entries, as /proc does.
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder)) {
    missing.unshift(folder);
  }
  try {
    for (const folder of missing) createFolder(folder);
    if (!statSync(path).isDirectory()) throw new Error('a file is where a folder is needed');
    return { path, topmost: missing[0] };
  } catch (error) {
    throw unwritable(shown, error);
  }
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run may have created it in the meantime.
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** Removes the folders that were created and are still empty. */
export function removeIfEmpty({ path, topmost }: EnsuredFolder): void {
  if (topmost !== undefined) removeEmptyFolders(path, dirname(topmost));
}

/** Removes the folder if it is empty, then its parent, and so on up to `end`, which stays. */
export function removeEmptyFolders(path: string, end: string): void {
  try {
    for (let folder = path; folder !== end && folder !== dirname(folder); folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // The first folder that is not empty stops the loop.
  }
}

/** Removes a file if that is possible: the next run removes the rest. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Usually it does not exist any more.
  }
}
