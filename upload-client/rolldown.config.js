import { resolve } from 'node:path';
import { defineConfig } from 'rolldown';
import { Declarations } from '../rolldown/declarations.js';
import { licences } from '../rolldown/licences.js';

/**
 * Folders below dist/, those of CommonJS with `-cjs`: their entries, and the conditions that select the modules of the
 * runtime. Browsers have no files; Bun and Deno run the command as Node does.
 */
const variants = {
  node: { entries: ['index', 'node', 'command'], conditions: ['node'] },
  fetch: { entries: ['index', 'node'], conditions: ['bun', 'deno', 'node'] },
  portable: { entries: ['index'], conditions: ['browser'] },
};

const declarations = {
  name: 'declarations',
  writeBundle() {
    const copies = new Declarations({
      source: pathOf('dist/modules'),
      target: pathOf('dist/declarations'),
      packages: {
        '@soapwright/generated': 'generated/dist',
        '@soapwright/runtime': 'runtime/dist/declarations',
      },
    });
    for (const entry of variants.node.entries) copies.write(entry);
  },
};

/** The service responds in one part: what reads several is left out. */
const onePart = {
  name: 'one part',
  resolveId: (id) => (id === '#parts' ? resolve('runtime/src/client/response-parts.ts') : undefined),
};

/**
 * Bundles the generated client, the runtime's client and the packages of the command, so that an installation brings one
 * package. Each variant has both module forms. Modules that several entries use are in files of their own: there is one
 * class of errors, and a program without the command loads nothing of it.
 */
export default defineConfig(
  Object.entries(variants).flatMap(([variant, { entries, conditions }]) =>
    ['esm', 'cjs'].map((format) => {
      const fileNames = format === 'esm' ? '[name].js' : '[name].cjs';
      return {
        input: Object.fromEntries(entries.map((entry) => [entry, pathOf(`src/${entry}.ts`)])),
        platform: variant === 'portable' ? 'browser' : 'node',
        resolve: { conditionNames: ['@soapwright/source', ...conditions, 'import', 'require', 'default'] },
        plugins: [
          onePart,
          ...(variant === 'portable' ? [] : [licences('LICENSES.txt')]),
          ...(variant === 'node' && format === 'esm' ? [declarations] : []),
        ],
        output: {
          dir: pathOf(`dist/${variant}${format === 'esm' ? '' : '-cjs'}`),
          format,
          comments: false,
          cleanDir: true,
          entryFileNames: fileNames,
          chunkFileNames: fileNames,
        },
      };
    }),
  ),
);

function pathOf(file) {
  return `upload-client/${file}`;
}
