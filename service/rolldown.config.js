import { defineConfig } from 'rolldown';
import { licences } from '../rolldown/licences.js';

/**
 * Bundles the packages of OpenTelemetry into the compiled module that imports them: they are needed only where traces are
 * sent, and would be 11 packages of 27 MB in every installation.
 */
export default defineConfig({
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
});
