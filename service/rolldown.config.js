import { defineConfig } from 'rolldown';
import { licences } from '../rolldown/licences.js';
import runtime from '../runtime/rolldown.config.js';
import uploadClient from '../upload-client/rolldown.config.js';

/**
 * The packages of OpenTelemetry, bundled into the compiled module that imports them: they are needed only where traces are
 * sent, and would be 11 packages of 27 MB in every installation.
 */
const tracing = {
  input: { 'open-telemetry': 'service/src/tracing/open-telemetry.ts' },
  platform: 'node',
  plugins: [licences('OPEN-TELEMETRY-LICENSES.txt')],
  output: {
    dir: 'service/dist/tracing',
    format: 'esm',
    comments: false,
    entryFileNames: '[name].js',
    codeSplitting: false,
  },
};

/** All that the service loads and `tsc` does not make, so that one command builds the service from nothing. */
export default defineConfig([...runtime, ...uploadClient, tracing]);
