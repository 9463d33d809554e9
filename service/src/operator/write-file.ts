import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, lstat, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { usingFile } from '../common/file-system.ts';
import { asStorageError, errorCode } from '../common/storage-error.ts';
import { randomId } from '../secrets/secret-tokens.ts';
import { OperatorError } from './operator-context.ts';

/** Content of a file outside of the data folder. */
export interface FileToWrite {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Units of 100 ns since 1970; set as far as the file system supports it. */
  readonly writtenTicks: bigint | null;
  /** Whether an existing file may be replaced; anything else, such as a device or a link, never is. */
  readonly force: boolean;
}

/** Error codes of file systems without hard links. */
const noLinks: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/**
 * Writes a file atomically, with the rights of its folder: whoever may list the folder may read the file.
 *
 * @throws {OperatorError} `already-there`, or `invalid-argument` when the target is not a file.
 * @throws {StorageError}
 */
export async function writeFile(target: string, { bytes, writtenTicks, force }: FileToWrite): Promise<void> {
  if (force) await checkRegularFile(target);
  const temporary = join(dirname(target), `.rfs-${randomId()}.partial`);
  try {
    await usingFile(temporary, { flags: 'wx', mode: 0o600 }, async (file) => {
      for await (const piece of bytes) await file.appendFile(piece);
      await file.chmod((await rightsOf(dirname(target))) & 0o666);
      await keepTime(file, writtenTicks);
      await file.sync();
    });
    if (force) await rename(temporary, target);
    else await linkTo(temporary, target);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw asStorageError(error);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The permission bits of a folder. */
export async function rightsOf(folder: string): Promise<number> {
  return (await stat(folder)).mode & 0o777;
}

/** A rename would replace a device such as /dev/null for the whole system. */
async function checkRegularFile(target: string): Promise<void> {
  const there = await lstat(target).catch(() => undefined);
  if (there === undefined || there.isFile()) return;
  throw new OperatorError('invalid-argument', `${target} is not a file, so it is not replaced. Name a file.`);
}

async function keepTime(file: FileHandle, writtenTicks: bigint | null): Promise<void> {
  if (writtenTicks === null) return;
  const seconds = Number(writtenTicks) / 1e7;
  // Fails for years that the file system does not support: the file keeps the time of the export.
  await file.utimes(seconds, seconds).catch(() => undefined);
}

/** Unlike a rename, neither replaces a file that another process has created. */
async function linkTo(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target).catch(async (error: unknown) => {
      if (!noLinks.includes(errorCode(error))) throw error;
      await copyFile(temporary, target, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw alreadyThere([target]);
    throw error;
  }
}

export function alreadyThere(targets: readonly string[]): OperatorError {
  const more = targets.length > 3 ? ` and ${targets.length - 3} more` : '';
  const named = targets.slice(0, 3).join(', ');
  return new OperatorError('already-there', `Would overwrite ${named}${more}. Use --force to replace files.`);
}

/** Names that Windows reserves for devices, with any extension. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** Maximum length of a name in bytes. A UserName may have one more, and escaping makes names longer. */
const longest = 255;

/**
 * A valid name for a file on the disk. On Windows, characters that are not allowed are written as `%` and their code in
 * hexadecimal; elsewhere names need not change.
 *
 * @param name a valid entry name or UserName: no `/`, `\` or control character, not `.` or `..`.
 */
export function safeName(name: string, platform: NodeJS.Platform): string {
  return cut(platform === 'win32' ? forWindows(name) : name, longest);
}

function forWindows(name: string): string {
  const escaped = name.replace(/[<>:"|?*%]|[. ]$/g, percent);
  return devices.test(escaped) ? percent(escaped.charAt(0)) + escaped.slice(1) : escaped;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Gives each name in a folder a unique name on the disk, where the file system may be case-insensitive. */
export class UniqueNames {
  readonly #platform: NodeJS.Platform;
  readonly #taken = new Set<string>();

  constructor(platform: NodeJS.Platform) {
    this.#platform = platform;
  }

  take(name: string): string {
    const safe = safeName(name, this.#platform);
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : `~${count}`;
      const candidate = suffix === '' ? safe : `${cut(safe, longest - suffix.length)}${suffix}`;
      const same = this.#comparable(candidate);
      if (this.#taken.has(same)) continue;
      this.#taken.add(same);
      return candidate;
    }
  }

  /** Windows and macOS are case-insensitive. */
  #comparable(name: string): string {
    const folds = this.#platform === 'win32' || this.#platform === 'darwin';
    return folds ? name.normalize('NFC').toLowerCase() : name;
  }
}

function cut(name: string, bytes: number): string {
  let short = name;
  while (Buffer.byteLength(short) > bytes) short = [...short].slice(0, -1).join('');
  return short;
}
