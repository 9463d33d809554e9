// gSOAP from Debian: wsdl2h and soapcpp2 generate C from the WSDL, and the C compiler builds a server.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { wsdl } from '../messages.js';
import { bench, build, work } from '../paths.js';

const run = (command, args, cwd) => spawnSync(command, args, { cwd, encoding: 'utf8' });
const there = (command, args) => run(command, args).error === undefined;

/** Version of wsdl2h and soapcpp2; undefined if they are not installed. */
export function gsoapVersion() {
  if (!there('wsdl2h', ['-V']) || !there('soapcpp2', ['-V'])) return undefined;
  const { stdout, stderr } = run('soapcpp2', ['-V']);
  return /\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0];
}

/** The folder that holds `include/stdsoap2.h`, as installed, or extracted from Debian's package. */
function library() {
  if (existsSync('/usr/include/stdsoap2.h')) return '/usr';
  const folder = join(build, 'peers/gsoap');
  const unpacked = join(folder, 'usr');
  if (existsSync(join(unpacked, 'include/stdsoap2.h'))) return unpacked;
  mkdirSync(folder, { recursive: true });
  run('apt-get', ['download', 'libgsoap-dev'], folder);
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (archive === undefined) return undefined;
  run('dpkg-deb', ['-x', archive, '.'], folder);
  return existsSync(join(unpacked, 'include/stdsoap2.h')) ? unpacked : undefined;
}

function archive(prefix) {
  const lib = join(prefix, 'lib');
  const places = [lib, ...readdirSync(lib).map((name) => join(lib, name))];
  return places.map((place) => join(place, 'libgsoap.a')).find((path) => existsSync(path));
}

/** The commands that generate C from a WSDL in a folder. */
export const gsoapGenerator = (source) => [
  ['wsdl2h', ['-c', '-x', '-L', '-W', '-o', 'service.h', source]],
  ['soapcpp2', ['-c', '-S', '-x', '-L', 'service.h']],
];

let server;

/** The compiled server; undefined if it cannot be built. */
export function gsoapServer() {
  server ??= compiled();
  return server;
}

function compiled() {
  if (gsoapVersion() === undefined || !there('cc', ['--version'])) return undefined;
  const prefix = library();
  const code = prefix === undefined ? undefined : archive(prefix);
  if (code === undefined) return undefined;
  const folder = join(work, 'gsoap');
  mkdirSync(folder, { recursive: true });
  for (const [command, args] of gsoapGenerator(wsdl)) run(command, args, folder);
  const sources = [join(bench, 'servers/gsoap/server.c'), 'soapC.c', 'soapServer.c'];
  const flags = ['-O2', '-w', '-I.', `-I${join(prefix, 'include')}`, '-o', 'server'];
  const { status, stderr } = run('cc', [...flags, ...sources, code, '-lpthread'], folder);
  if (status !== 0) throw new Error(`The gSOAP server does not compile: ${stderr}`);
  return join(folder, 'server');
}
