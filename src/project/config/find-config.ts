import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { repositoryOf } from './repository.ts';
import { configFileName } from './target.ts';

/**
 * The path, from `current`, of the nearest soapwright.yaml in `current` or in a folder above: up to the root of the
 * repository, or outside of one to the home folder. `soapwright.yaml` if none exists.
 *
 * @param current absolute.
 */
export function findConfig(current: string, home: string = homedir()): string {
  const last = topFolder(current, home);
  for (let folder = resolve(current); ; folder = dirname(folder)) {
    const file = join(folder, configFileName);
    if (isTrusted(file, current)) return relative(current, file).replaceAll(sep, '/');
    if (folder === last || folder === dirname(folder)) return configFileName;
  }
}

/**
 * Whether a configuration exists and may name plugins, which are run. In /tmp anybody can make a `.git` and a configuration:
 * one in a folder above must be of this user, of root, or of the owner of the current folder.
 */
function isTrusted(file: string, current: string): boolean {
  const owner = ownerOf(file);
  if (owner === undefined) return false;
  if (dirname(file) === resolve(current) || process.geteuid === undefined) return true;
  return owner === 0 || owner === process.geteuid() || owner === ownerOf(current);
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

/** The last folder of the search. Elsewhere than below the home folder, others could put a file into a folder above. */
function topFolder(current: string, home: string): string {
  const repository = repositoryOf(current);
  if (repository !== undefined) return repository;
  return `${resolve(current)}${sep}`.startsWith(`${resolve(home)}${sep}`) ? resolve(home) : resolve(current);
}
