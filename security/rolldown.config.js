import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'rolldown';

const { exports, imports } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const entries = Object.values(exports).filter((entry) => typeof entry === 'object');
const variants = Object.values(imports).flatMap((platforms) => Object.values(platforms));

/** The path of a module in the repository. */
function pathOf(module) {
  return module.replace('./', 'security/');
}

/** Declarations of the ECMAScript modules re-export those by tsc, which are CommonJS: both forms have the same types. */
const declarations = {
  name: 'declarations',
  writeBundle() {
    writeFileSync('security/dist/declarations/package.json', '{ "type": "commonjs" }\n');
    for (const { types } of entries) {
      writeFileSync(pathOf(types.default), `export * from './${basename(types.require, '.d.ts')}.js';\n`);
    }
  },
};

/** The CommonJS form of the package, for programs that cannot load ECMAScript modules by `require`. */
export default defineConfig([
  {
    input: Object.fromEntries(
      [...entries, ...variants].map((entry) => [
        entry.require.replace('./dist/cjs/', '').replace('.cjs', ''),
        pathOf(entry.default),
      ]),
    ),
    platform: 'neutral',
    external: /^(@soapwright\/|node:|#)/,
    plugins: [declarations],
    output: {
      dir: 'security/dist/cjs',
      format: 'cjs',
      esModule: true,
      comments: false,
      cleanDir: true,
      entryFileNames: '[name].cjs',
      chunkFileNames: 'shared/[name].cjs',
    },
  },
]);
