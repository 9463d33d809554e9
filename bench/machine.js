// Describes the machine of a run, without its host name.
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.js';
import { gsoapVersion } from './peers/gsoap.js';
import { phpVersion } from './peers/php.js';
import { wsimportVersion } from './peers/wsimport.js';
import { canPin } from './processes.js';

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const versionOf = (path) => JSON.parse(read(join(root, path)) || '{}').version;

/** @param {Record<string, string>} npm versions of the peers from npm */
export function machine(npm) {
  const [cpu] = cpus();
  const system = /^PRETTY_NAME="(.*)"$/m.exec(read('/etc/os-release'))?.[1] ?? type();
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${system}, ${type()} ${release().split('-', 1)[0]}`,
    node: process.version,
    pinned: canPin,
    /** Processes that ran or waited in the last minute, before the run. */
    load: loadavg()[0],
    soapwright: versionOf('package.json'),
    peers: {
      'node-soap': versionOf('node_modules/soap/package.json'),
      ...npm,
      saxes: versionOf('node_modules/saxes/package.json'),
      'libxml2-wasm': versionOf('node_modules/libxml2-wasm/package.json'),
      gSOAP: gsoapVersion() ?? 'not installed',
      PHP: phpVersion() ?? 'not installed',
      wsimport: wsimportVersion() ?? 'not installed',
    },
  };
}
