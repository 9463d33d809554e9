import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { repositoryOf } from './repository.ts';
import { configFileName } from './target.ts';

/**
 * The path, from `current`, of the nearest soapwright.yaml in `current` or in a folder above: up to the root of the
 * repository, or outside of one to the home folder. `soapwright.yaml` if there is none.
 *
 * @param current absolute.
 */
export function findConfig(current: string, home: string = homedir()): string {
  const last = topFolder(current, home);
  for (let folder = resolve(current); ; folder = dirname(folder)) {
    const file = join(folder, configFileName);
    if (existsSync(file)) return relative(current, file).replaceAll(sep, '/');
    if (folder === last || folder === dirname(folder)) return configFileName;
  }
}

/** The last folder of the search. Elsewhere than below the home folder, others could put a file into a folder above. */
function topFolder(current: string, home: string): string {
  const repository = repositoryOf(current);
  if (repository !== undefined) return repository;
  return `${resolve(current)}${sep}`.startsWith(`${resolve(home)}${sep}`) ? resolve(home) : resolve(current);
}
