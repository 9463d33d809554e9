import { join } from 'node:path';

/**
 * Absolute paths below a folder, which is the root of a machine or of an image.
 *
 * @param known the paths that may occur, with all below them; `kept` may occur too, and stay.
 */
export class RootFolder {
  readonly folder: string;
  readonly #known: readonly string[];
  readonly #kept: readonly string[];

  constructor(folder: string, known: readonly string[], kept: readonly string[] = []) {
    this.folder = folder;
    this.#known = known;
    this.#kept = kept;
  }

  path(path: string): string {
    return join(this.folder, path);
  }

  /**
   * A text of commands with its absolute paths below this folder.
   *
   * @throws {Error} for a path that is not known: the commands would change this machine.
   */
  commands(text: string): string {
    return text.replaceAll(/(?<![\w.:/\-<])\/[\w.-]+(?:\/[\w.-]+)*/g, (path) => {
      const isBelow = (folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
      if (this.#kept.includes(path)) return path;
      // A release has a name of its own beside the link to it.
      if (!this.#known.some((folder) => isBelow(folder) || path.startsWith(`${folder}-`))) {
        const line = text.split('\n').find((each) => each.includes(path));
        throw new Error(`The test does not know the path ${path} of: ${line}`);
      }
      return this.path(path);
    });
  }
}
