// Before the tests of the project `online`: packs the packages, and installs the programs that several of them use. By
// itself it does so beforehand: with SOAPWRIGHT_PACKED=true, tests take what is packed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from '../../release/pack.js';
import { root } from '../../release/packages.js';
import { installNode } from '../support/node-version.js';

/** The folder of Bun, Deno and workerd. */
export const programs = join(root, '.build/programs/node_modules/.bin');

export function setup() {
  if (process.env.SOAPWRIGHT_PACKED === undefined) pack();
  process.env.SOAPWRIGHT_PACKED = 'true';
  for (const version of ['22', '24']) installNode(version);
  if (existsSync(join(programs, 'workerd'))) return;
  const folder = join(root, '.build/programs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', 'bun@1', 'deno@2', 'workerd@1'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setup();
