import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The files of a folder that a build may copy: those that its `.dockerignore` does not exclude. */
export class DockerContext {
  readonly #folder: string;
  readonly #rules: readonly { readonly pattern: RegExp; readonly excludes: boolean }[];

  constructor(folder: string, ignore: string) {
    this.#folder = folder;
    this.#rules = ignore
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => ({ pattern: patternOf(line.replace(/^!/, '')), excludes: !line.startsWith('!') }));
  }

  /**
   * Copies a file, or the content of a folder, as COPY does.
   *
   * @throws {Error} when it is missing.
   */
  copy(source: string, target: string, isFolder: boolean): void {
    const from = join(this.#folder, source);
    const files = existsSync(from) && statSync(from).isDirectory() ? filesBelow(from) : [''];
    const included = files.filter((file) => existsSync(from) && this.#includes(join(source, file)));
    if (included.length === 0) throw new Error(`COPY ${source}: there is no such file in the context of the build.`);
    for (const file of included) {
      const to = file === '' ? (isFolder ? join(target, basename(source)) : target) : join(target, file);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(from, file), to);
    }
  }

  /** The last rule that matches the file, or a folder above it, decides. */
  #includes(file: string): boolean {
    const parts = file.split('/');
    const paths = parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
    const last = this.#rules.findLast(({ pattern }) => paths.some((path) => pattern.test(path)));
    return last?.excludes !== true;
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
}

function patternOf(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*\/|\*\*|\*|[.+?^${}()|[\]\\]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}
