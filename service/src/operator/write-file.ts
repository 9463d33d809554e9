import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asStorageError, errorCode } from '../common/storage-error.ts';
import { randomId } from '../secrets/tokens.ts';
import { OperatorError } from './operator-context.ts';

/** What a file outside of the data folder becomes. */
export interface FileToWrite {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Units of 100 ns since 1970; kept as far as the file system can. */
  readonly writtenTicks: bigint | null;
  /** Whether a file of that name may be replaced; what is none, such as a device or a link, never is. */
  readonly force: boolean;
}

/** File systems that know no hard links answer one of these. */
const noLinks: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/**
 * Writes a file that is there whole or not at all.
 *
 * @throws {OperatorError} `already-there`, or `invalid-argument` for what is not a file.
 * @throws {StorageError}
 */
export async function writeFile(target: string, { bytes, writtenTicks, force }: FileToWrite): Promise<void> {
  if (force) await checkRegularFile(target);
  const temporary = join(dirname(target), `.rfs-${randomId()}.partial`);
  try {
    const file = await open(temporary, 'wx');
    try {
      for await (const piece of bytes) await file.appendFile(piece);
      await keepTime(file, writtenTicks);
      await file.sync();
    } finally {
      await file.close();
    }
    if (force) await rename(temporary, target);
    else await linkTo(temporary, target);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw asStorageError(error);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A rename would take the place of a device such as /dev/null, and with it that of the whole system. */
async function checkRegularFile(target: string): Promise<void> {
  const there = await lstat(target).catch(() => undefined);
  if (there === undefined || there.isFile()) return;
  throw new OperatorError('invalid-argument', `${target} is not a file, so it is not replaced. Name a file.`);
}

async function keepTime(file: FileHandle, writtenTicks: bigint | null): Promise<void> {
  if (writtenTicks === null) return;
  const seconds = Number(writtenTicks) / 1e7;
  // Years that the file system does not know: then it is the time of the export.
  await file.utimes(seconds, seconds).catch(() => undefined);
}

/** Unlike a rename, neither replaces what came to be there meanwhile. */
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

/** Names that Windows keeps for devices, whatever their extension. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** What file systems take, in bytes. A UserName may have one more, and escaping makes names longer. */
const longest = 255;

/**
 * A name that a file may have on the disk. Everywhere but on Windows stored names can be kept; there, characters that it
 * does not take are written as `%` and their number in hexadecimal.
 *
 * @param name as entry-name.ts and user-name.ts let it through: no `/`, `\` or control character, not `.` or `..`.
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

/** Gives each name in a folder one of its own on the disk, where file systems may take two names for the same. */
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

  /** Windows and macOS do not tell upper from lower case. */
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
