import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { output, report } from '../../diagnostics/index.ts';
import { isAbsent, OutputError, unreadable } from './disk.ts';

/** Whether a path is relative, has only forward slashes, and never leads upwards. */
export function isConfined(path: string): boolean {
  if (path === '' || path.includes('\\') || path.includes('\0') || /^[A-Za-z]:/.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/**
 * A folder that soapwright writes to. Every path in it is checked not to leave it, by its text and by the targets of
 * symbolic links. The folder itself may be reached through a link.
 */
export class Folder {
  /** Absolute. */
  readonly path: string;
  /** As messages show it: as the user gave it, with forward slashes. */
  readonly shown: string;
  readonly #checked = new Set<string>();
  #real: string | undefined;

  constructor(path: string, shown: string) {
    this.path = path;
    this.shown = shown.replaceAll('\\', '/').replace(/(?<=[^/])\/+$/, '');
  }

  /** The path of a file in it, as messages show it. */
  show(path: string): string {
    return this.shown === '.' ? path : this.shown === '/' ? `/${path}` : `${this.shown}/${path}`;
  }

  /**
   * Absolute path of a file in it.
   *
   * @throws {OutputError} `Escapes`
   */
  resolve(path: string): string {
    if (!isConfined(path)) throw this.#escapes(path);
    const absolute = join(this.path, path);
    this.#check(dirname(absolute), path);
    if (isLink(absolute, this.show(path))) this.#checkReal(absolute, path);
    return absolute;
  }

  #check(folder: string, path: string): void {
    if (folder === this.path || this.#checked.has(folder)) return;
    this.#check(dirname(folder), path);
    if (isLink(folder, this.show(path))) this.#checkReal(folder, path);
    this.#checked.add(folder);
  }

  #checkReal(absolute: string, path: string): void {
    try {
      this.#real ??= realpathSync(this.path);
      const inside = relative(this.#real, realpathSync(absolute));
      if (inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return;
    } catch (error) {
      // A link to a file that does not exist: it might be created anywhere.
      if (!isAbsent(error)) throw unreadable(this.show(path), error);
    }
    throw this.#escapes(path);
  }

  #escapes(path: string): OutputError {
    const file = this.show(path);
    return new OutputError('Escapes', report(output.escapes, { file, folder: this.shown }, { file }));
  }
}

function isLink(path: string, shown: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch (error) {
    throw unreadable(shown, error);
  }
}
