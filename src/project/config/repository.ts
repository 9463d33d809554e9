import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The nearest folder with a `.git`, from `folder` upwards; undefined outside of a repository. */
export function repositoryOf(folder: string): string | undefined {
  for (let here = resolve(folder); ; here = dirname(here)) {
    // A worktree and a submodule have a file of this name.
    if (existsSync(join(here, '.git'))) return here;
    if (here === dirname(here)) return undefined;
  }
}
