import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Clones this repository, and commits there what differs here from its last commit. */
export function copyRepository(to: string): void {
  const git = (cwd: string, ...args: readonly string[]): string => execFileSync('git', args, { cwd, encoding: 'utf8' });
  git(root, 'clone', '--quiet', root, to);
  const changed = git(root, 'ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard').split('\0');
  for (const file of new Set(changed.filter((name) => name !== ''))) {
    rmSync(join(to, file), { force: true });
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
  git(to, 'add', '--all');
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@files.example'];
  git(to, ...author, 'commit', '--quiet', '--allow-empty', '-m', 'As it is here');
}
