// Runs tests on another version of Node, which it installs from npm below .build:
//
//   node test/on-node.js 24 [service/src and further arguments of vitest]
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [version = '', ...args] = process.argv.slice(2);
if (!/^\d+$/.test(version)) throw new Error('The first argument is a major version of Node, such as 24.');

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
process.stdout.write(`Node ${found}\n`);

// The first in PATH as well, for programs that tests start by name.
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(node, [vitest, 'run', '--project', 'local', ...args], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
