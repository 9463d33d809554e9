import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import { ascii } from './rolldown/ascii.js';
import { memoryEntries } from './rolldown/core-entry.js';
import { licences } from './rolldown/licences.js';
import { packageEntry } from './rolldown/package-entry.js';
import { spreads } from './rolldown/spreads.js';
import { parserOfTsMorph } from './rolldown/ts-morph-parser.js';

/**
 * Modules that few runs need are bundled separately: the parser that edits an index of handlers, the rules of `lint` and
 * of `breaking`, the pages of `explain`, the reader of secured messages of `explain-security`, `fetch` with its HTTP client, `import` with the printer of YAML, `watch` with its
 * watcher, `lsp` with the language server protocol, `mcp` with its SDK, the formats of results for other programs, and plugins.
 */
const separate = [
  { module: 'fetch/index', file: 'fetch.cjs' },
  { module: 'contract/print/index', file: 'import.cjs' },
  { module: 'editor/lsp/protocol', file: 'lsp-protocol.cjs', notices: 'lsp-protocol.LICENSES.txt' },
  { module: 'cli/watch/index', file: 'watch.cjs' },
  { module: 'cli/mcp/index', file: 'mcp.cjs', notices: 'mcp.LICENSES.txt' },
  { module: 'project/plugins/index', file: 'plugins.cjs' },
  { module: 'project/handlers/index-edit', file: 'index-edit.cjs' },
  { module: 'diagnostics/reports/index', file: 'reports.cjs' },
  { module: 'rules/explain/index', file: 'explain.cjs' },
  { module: 'rules/breaking/index', file: 'breaking.cjs' },
  { module: 'rules/lint/index', file: 'lint.cjs' },
  { module: 'cli/security/index', file: 'security.cjs' },
  { module: 'reference/index', file: 'reference.cjs' },
];

/** The index of a room names such modules: each loads its file when one of its exports is used. */
const separatePlugins = separate.map(({ module, file }) => {
  const exported = namesOf(module).map(
    (name) =>
      `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require('separate:${file}').${name} });`,
  );
  return replaced(module, exported.join('\n'));
});

const separateFiles = {
  name: 'separate-files',
  resolveId: {
    filter: { id: /^separate:/ },
    handler: (id) => ({ id: `../command/${id.slice('separate:'.length)}`, external: true }),
  },
};

/** What a module below dist/ exports. */
function namesOf(module) {
  const text = existsSync(`dist/${module}.js`) ? readFileSync(`dist/${module}.js`, 'utf8') : '';
  const lists = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) => list.split(','));
  const own = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name]) => name);
  return [...lists.map((item) => item.trim().split(' ').at(-1)), ...own].filter((name) => name !== '');
}

/** Packages that few runs need, each in a file that the bundles share. */
const packages = ['chokidar', 'ts-morph', 'undici', 'yaml'];

const sharedPackages = [
  replaced('contract/yaml/yaml-package', "export const loadYamlPackage = () => require('yaml');"),
  {
    name: 'shared-packages',
    resolveId: {
      filter: { id: new RegExp(`^(${packages.join('|')})$`) },
      handler: (name) => ({ id: `../packages/${name}.cjs`, external: true }),
    },
  },
];

/** Replaces the code of a module below dist/. */
function replaced(module, code) {
  const id = new RegExp(`[\\\\/]dist[\\\\/]${module.replace('/', '[\\\\/]')}\\.js$`);
  return { name: `replaced-${module}`, load: { filter: { id }, handler: () => code } };
}

/**
 * Loads modules of Node when the code that needs them runs: imports of a bundle are loaded when it starts, whether they
 * are needed or not, and those for connections take a tenth of the time of a run with nothing to do.
 */
const lateModules = {
  name: 'late-modules',
  resolveId: {
    filter: { id: /^node:(http|https|tls|zlib|child_process|worker_threads)$/ },
    handler: (id, importer) => (importer?.startsWith('\0late:') ? { id, external: true } : `\0late:${id}`),
  },
  load: {
    filter: { id: /^\0late:/ },
    handler: (id) => `module.exports = require('${id.slice('\0late:'.length)}');`,
  },
};

/** The entries of the package are in the bundle of the command, which has nearly all that a mock or a dynamic client needs. */
const mockNames = ['MockError', 'mockService', 'recordedTransport'];
const dynamicNames = ['ServiceError', 'createGateway', 'nodeListener', 'openService'];
const otherNames = ['runCommand', ...mockNames, ...dynamicNames];
const packageEntries = [
  packageEntry({ module: 'index', has: (name) => !otherNames.includes(name), isFirst: true }),
  packageEntry({ module: 'messages/mock/mock-service', has: (name) => mockNames.includes(name) }),
  packageEntry({ module: 'messages/dynamic/public', file: 'dynamic', has: (name) => dynamicNames.includes(name) }),
];

/** Modules of dist/ have no side effects: of a room's index, a bundle takes what it uses. */
const treeshake = { moduleSideEffects: (id) => !/[\\/]dist[\\/](?!cli[\\/](?:bundle|main)\.js)/.test(id) };

const output = { dir: 'dist/command', format: 'cjs', codeSplitting: false, minify: true };
const external = [
  ...separate.map(({ file }) => `../command/${file}`),
  ...packages.map((name) => `../packages/${name}.cjs`),
];

/**
 * Bundles the command with all packages that it uses: finding and opening three hundred modules took a third of a cold
 * start, and an installation brings one package instead of 27. The bundle is a CommonJS script, so that its compiled code
 * can be cached (see bin/start.js). It is in a folder below dist/, like its modules, so that their relative paths stay
 * valid.
 */
export default defineConfig([
  {
    input: 'dist/cli/bundle.js',
    platform: 'node',
    external,
    treeshake,
    plugins: [
      lateModules,
      ...separatePlugins,
      separateFiles,
      ...sharedPackages,
      ...packageEntries,
      licences('LICENSES.txt'),
      spreads,
      ascii,
    ],
    output: { ...output, entryFileNames: 'main.cjs', cleanDir: true },
  },
  {
    ...memoryEntries,
    output: {
      ...output,
      format: 'esm',
      codeSplitting: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: 'memory.mjs',
    },
  },
  ...separate.map(({ module, file, notices }) => ({
    input: `dist/${module}.js`,
    platform: 'node',
    external,
    treeshake,
    plugins: [...sharedPackages, ...(notices === undefined ? [] : [licences(notices)])],
    output: { ...output, entryFileNames: file },
  })),
  ...packages
    .filter((name) => !isCurrent(name))
    .map((name) => ({
      input: { [name]: name },
      platform: 'node',
      plugins: [parserOfTsMorph, licences(`${name}.LICENSES.txt`)],
      output: { ...output, dir: 'dist/packages', entryFileNames: '[name].cjs' },
    })),
]);

/** Whether the file of a package is of the installed version: ts-morph takes longer than all else together. */
function isCurrent(name) {
  const file = `dist/packages/${name}.LICENSES.txt`;
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  return existsSync(file) && readFileSync(file, 'utf8').includes(`${name} ${version} (`);
}
