import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'rolldown';

const { exports, imports } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const entries = Object.values(exports).filter((entry) => typeof entry === 'object');
/** What `imports` select for a platform: `{ 'module-sync', require, default }`. */
const variants = Object.values(imports).flatMap((platforms) => Object.values(platforms));

/** The names of the CommonJS files, and the modules that they are made of. */
const input = Object.fromEntries([
  ...entries.map((entry) => [nameOf(entry.require.default), pathOf(entry.default.default)]),
  ...variants.map((variant) => [nameOf(variant.require), pathOf(variant.default)]),
]);

/**
 * The declarations by tsc are in one folder, which is CommonJS. Those of the ECMAScript modules re-export them: both
 * forms have the same types, whereas two declarations of a class with private members would not be assignable.
 */
const declarations = {
  name: 'declarations',
  writeBundle() {
    writeFileSync(pathOf('./dist/declarations/package.json'), '{ "type": "commonjs" }\n');
    for (const { default: module } of entries)
      writeFileSync(pathOf(module.types), `export * from './${basename(module.types, '.d.mts')}.js';\n`);
  },
};

/**
 * The CommonJS form of the package, for programs that cannot load ECMAScript modules by `require`. Modules that several
 * entries use are in files of their own, so that an entry loads nothing more than in the other form.
 */
export default defineConfig({
  input,
  platform: 'neutral',
  external: /^(#|node:)/,
  plugins: [declarations],
  output: {
    dir: pathOf('./dist/cjs'),
    format: 'cjs',
    esModule: true,
    comments: false,
    cleanDir: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'shared/[name].cjs',
  },
});

function nameOf(file) {
  return file.slice('./dist/cjs/'.length, -'.cjs'.length);
}

function pathOf(file) {
  return `runtime/${file.slice('./'.length)}`;
}
