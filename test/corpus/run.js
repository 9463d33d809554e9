// `npm run corpus`: bundles the harness with the sources of the generator, and runs it. `npm run corpus -- --help`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = fileURLToPath(new URL('.', import.meta.url));
// As deep below the root as the sources' folders, so that relative paths to files of the package stay valid.
const output = join(root, '.build/corpus');

rmSync(output, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: {
    command: join(folder, 'command.ts'),
    worker: join(folder, 'worker.ts'),
    samples: join(folder, 'samples/samples-worker.ts'),
    imports: join(folder, 'import/import-worker.ts'),
  },
  platform: 'node',
  external: /^(?!@soapwright\/|@oxc-project\/)[a-z@][^:]*$/,
  resolve: { conditionNames: ['@soapwright/source', 'node', 'import'] },
  logLevel: 'silent',
});
await bundle.write({ dir: output, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' });
await bundle.close();
await import(pathToFileURL(join(output, 'command.js')).href);
