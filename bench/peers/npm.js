// Peers from npm, installed in .build if they are missing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from '../paths.js';

const folder = join(build, 'peers');
const require = createRequire(join(folder, 'package.json'));

/** Their versions. */
const wanted = {
  '@graphql-codegen/cli': '7.4.3',
  '@graphql-codegen/typescript': '6.1.0',
  'easy-soap-request': '5.21.0',
  'fast-xml-parser': '5.12.1',
  graphql: '16.11.0',
  'openapi-typescript': '7.13.0',
  'strong-soap': '5.0.10',
  typescript: '5.9.3',
  'wsdl-tsclient': '1.7.1',
};

/** @param {keyof typeof wanted} name */
export const requirePeer = (name) => require(name);

/** The main module of a peer. */
export const resolvePeer = (name) => require.resolve(name);

const packageOf = (name) => join(folder, 'node_modules', name, 'package.json');

/** Versions of the installed peers, by name; without those that cannot be installed. */
export function npmPeers() {
  const missing = Object.keys(wanted).filter((name) => !existsSync(packageOf(name)));
  if (missing.length > 0) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    const specifications = Object.entries(wanted).map(([name, version]) => `${name}@${version}`);
    const options = ['--no-audit', '--no-fund', '--silent'];
    spawnSync('npm', ['install', ...options, ...specifications], { cwd: folder, stdio: 'inherit' });
  }
  const versions = {};
  for (const name of Object.keys(wanted)) {
    if (existsSync(packageOf(name))) versions[name] = JSON.parse(readFileSync(packageOf(name), 'utf8')).version;
  }
  return versions;
}

/** A file of a peer. */
export const peerFile = (name, path) => join(folder, 'node_modules', name, path);
