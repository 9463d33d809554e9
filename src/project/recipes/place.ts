import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { shellWord } from './shell-word.ts';

/** Where a recipe is used. */
export interface Place {
  /** Folder of the configuration, from the root of the repository: empty or such as `packages/api`. */
  readonly folder: string;
  /** Path of the lock file of the package manager, from the folder of the configuration. */
  readonly lockFile: string;
  /** The shell command that installs packages, at the root of the repository. */
  readonly install: string;
}

interface Manager {
  readonly lockFile: string;
  readonly install: string;
}

const npm: Manager = { lockFile: 'package-lock.json', install: 'npm ci' };

const managers: readonly Manager[] = [
  npm,
  { lockFile: 'pnpm-lock.yaml', install: 'corepack enable && pnpm install --frozen-lockfile' },
  { lockFile: 'yarn.lock', install: 'corepack enable && yarn install --immutable' },
];

/** @param folder of the configuration, absolute. @param repository folder above it, or itself. */
export function placeOf(folder: string, repository: string): Place {
  const { at, manager } = lockedFolder(folder, repository) ?? { at: repository, manager: npm };
  const from = slashed(relative(repository, at));
  return {
    folder: slashed(relative(repository, folder)),
    lockFile: slashed(join(relative(folder, at), manager.lockFile)),
    install: from === '' ? manager.install : `cd ${shellWord(from)} && ${manager.install}`,
  };
}

/** The nearest folder with a lock file. */
function lockedFolder(folder: string, repository: string): { at: string; manager: Manager } | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const manager = managers.find(({ lockFile }) => existsSync(join(at, lockFile)));
    if (manager !== undefined) return { at, manager };
    if (at === resolve(repository) || at === dirname(at)) return undefined;
  }
}

function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}
