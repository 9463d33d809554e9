// Packs the packages as they are published, into .build/packages, after a build:
//
//   node release/pack.js
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestOf, published, root } from './packages.js';

/** The folder of the packed packages. */
export const folder = join(root, '.build/packages');

/** @param {string} name of a package. @returns the path of its packed file. */
export function packedFile(name) {
  return join(folder, `${name.replace('@', '').replace('/', '-')}-${manifestOf('.').version}.tgz`);
}

/** @param {readonly string[]} folders of packages. */
export function pack(folders = published) {
  const fresh = `${folder}-${process.pid}`;
  for (const path of [folder, fresh]) mkdirSync(path, { recursive: true });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', fresh];
  const places = folders.map((path) => `./${path}`);
  execFileSync('npm', [...args, ...places], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  // Whole files, for another process that installs them.
  for (const name of readdirSync(fresh)) renameSync(join(fresh, name), join(folder, name));
  rmSync(fresh, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(folder, { recursive: true, force: true });
  pack();
  for (const name of readdirSync(folder)) console.log(join(folder, name));
}
