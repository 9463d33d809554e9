// Runs tests on another version of Node, which it installs from npm below .build:
//
//   node test/on-node.js 24 [service/src and further arguments of vitest]
import { execFileSync, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNode } from './support/node-version.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const [version = '', ...args] = process.argv.slice(2);
if (!/^\d+$/.test(version)) throw new Error('The first argument is a major version of Node, such as 24.');

const bin = installNode(version);
const node = join(bin, 'node');
process.stdout.write(`Node ${execFileSync(node, ['--version'], { encoding: 'utf8' })}`);

// The first in PATH as well, for programs that tests start by name.
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const projects = ['local', 'thorough'].flatMap((name) => ['--project', name]);
const { status } = spawnSync(node, [vitest, 'run', ...projects, ...args], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
