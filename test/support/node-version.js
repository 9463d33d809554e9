import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Installs a version of Node from npm below .build, unless it is there.
 *
 * @param version the major version, such as `24`.
 * @returns the folder of its program.
 */
export function installNode(version) {
  const folder = join(root, '.build', `node-${version}`);
  // The package with the program alone, as for the other tests that need it.
  const bin = join(folder, 'node_modules/node/bin');
  const node = join(bin, 'node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const alias = `node@npm:node-${process.platform}-${process.arch}@${version}`;
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', alias], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }
  const found = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  if (!found.startsWith(`v${version}.`)) throw new Error(`${node} is Node ${found}.`);
  return bin;
}
