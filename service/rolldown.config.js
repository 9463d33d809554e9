import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import { licences } from '../rolldown/licences.js';
import runtime from '../runtime/rolldown.config.js';
import uploadClient from '../upload-client/rolldown.config.js';

const { dependencies, peerDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Packages of many modules. Those of OpenTelemetry, 27 MB, are bundled too, and not installed with the service. */
const bundled = ['commander', 'kysely', 'openid-client', 'yaml'];
const installed = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !bundled.includes(name));

/**
 * The command and its server in few files: two thirds of the time of a short command went into finding and opening 564
 * modules, 262 of them of Kysely. What few commands need is in files of its own, by `import()`.
 */
const command = {
  input: { main: 'service/dist/cli/main.js' },
  platform: 'node',
  external: new RegExp(`^(?:${installed.join('|')})(?:/|$)`),
  plugins: [licences('LICENSES.txt')],
  output: {
    dir: 'service/dist/command',
    format: 'esm',
    comments: false,
    cleanDir: true,
    entryFileNames: '[name].js',
    // A reader of a stack trace meets them.
    minifyInternalExports: false,
  },
};

/** All that the service loads and `tsc` does not make, so that one command builds the service from nothing. */
export default defineConfig([...runtime, ...uploadClient, command]);
