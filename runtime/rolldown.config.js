import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'rolldown';

const { exports, imports } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const entries = Object.values(exports).filter((entry) => typeof entry === 'object');
/** What `imports` select for a platform: `{ 'module-sync', require, default }`. */
const variants = Object.values(imports).flatMap((platforms) => Object.values(platforms));
const transports = Object.values(imports['#transport']);

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
const commonJs = {
  input: Object.fromEntries([
    ...entries.map((entry) => [nameOf(entry.require.default, 'cjs'), pathOf(entry.default.default)]),
    ...variants.map((variant) => [nameOf(variant.require, 'cjs'), pathOf(variant.default)]),
  ]),
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
};

/**
 * The ECMAScript modules in few files, which Node loads: to find, open and link 140 modules takes longer than all else
 * that a server does before its first response. Bundlers have the modules of tsc, which they can take apart.
 */
const fewFiles = {
  input: Object.fromEntries([
    ...entries.map(({ node, default: module }) => [nameOf(node.default.default, 'esm'), pathOf(module.default)]),
    ...transports.map((variant) => [nameOf(variant.node.default, 'esm'), pathOf(variant.default)]),
  ]),
  platform: 'node',
  // Runtimes that have modules of Node choose another transport.
  external: /^(#transport|node:)/,
  resolve: { conditionNames: ['node', 'default'] },
  output: {
    dir: pathOf('./dist/esm'),
    format: 'esm',
    comments: false,
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    // The bench imports them, and a reader of a stack trace meets them.
    minifyInternalExports: false,
    codeSplitting: {
      groups: [
        {
          name: 'core',
          priority: 2,
          test: /[\\/]runtime[\\/]dist[\\/](?!client|server|pages|encoded|addressing|index)/,
        },
        // Every client loads them, whatever else it has.
        {
          name: 'client-basics',
          priority: 1,
          test: /[\\/]runtime[\\/]dist[\\/]client[\\/](?:address|client-error|connecting-transport|http-headers|lazy-request|response-body)\.js$/,
        },
        {
          name: 'server',
          priority: 1,
          test: /[\\/]runtime[\\/]dist[\\/]server[\\/](?!node[\\/]frameworks|addressing\.js)/,
        },
        // What the client shares with its transports, and with what it loads for unusual responses.
        {
          name: 'http',
          priority: 1,
          test: /[\\/]client[\\/](?:client-error|content-coding|header-values|http-headers|response-body)\.js$/,
        },
      ],
    },
  },
};

export default defineConfig([commonJs, fewFiles]);

/** `./dist/cjs/index.cjs` is `index`. */
function nameOf(file, form) {
  return file.slice(`./dist/${form}/`.length).replace(/\.c?js$/, '');
}

function pathOf(file) {
  return `runtime/${file.slice('./'.length)}`;
}
