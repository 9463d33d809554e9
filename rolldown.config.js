import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'rolldown';
import runtime from './runtime/rolldown.config.js';

/** Writes the licences of the bundled packages to a file beside the bundle. */
const licences = (fileName) => ({
  name: 'licences',
  generateBundle(_options, bundle) {
    const folders = new Set();
    for (const { moduleIds = [] } of Object.values(bundle)) {
      for (const id of moduleIds) {
        const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
        if (folder !== undefined) folders.add(folder);
      }
    }
    const texts = [...folders].sort().map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
      return `${name} ${version} (${license})\n${text}`;
    });
    this.emitFile({ type: 'asset', fileName, source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
  },
});

/**
 * Modules that few runs need are bundled separately: the parser that edits an index of handlers, the rules and pages of
 * `lint` and `explain`, `samples` with the types of the runtime, `fetch` with its HTTP client, `import` with the printer of
 * YAML, `watch` with its watcher, and the formats of results for other programs.
 */
const separate = [
  { module: /[\\/]fetch[\\/]index\.js$/, file: 'fetch.cjs', names: ['checkContracts', 'fetchContracts'] },
  { module: /[\\/]import[\\/]index\.js$/, file: 'import.cjs', names: ['importContract'] },
  { module: /[\\/]watch[\\/]index\.js$/, file: 'watch.cjs', names: ['runOnChanges'] },
  { module: /[\\/]handlers[\\/]index-edit\.js$/, file: 'index-edit.cjs', names: ['extendIndex'] },
  {
    module: /[\\/]samples[\\/]index\.js$/,
    file: 'samples.cjs',
    names: ['compareRecorded', 'makeSamples', 'readRecordedFiles', 'writeSamples'],
  },
  { module: /[\\/]reports[\\/]index\.js$/, file: 'reports.cjs', names: ['renderJsonLine', 'renderReport'] },
  {
    module: /[\\/]lint[\\/]index\.js$/,
    file: 'lint.cjs',
    names: ['defaultSettings', 'lintFiles', 'listText', 'loadSettings', 'pageOf', 'pageText', 'pages', 'ruleTextOf'],
  },
];

const separatePlugins = separate.map(({ module, file, names }) => ({
  name: `separate-${file}`,
  load: {
    filter: { id: module },
    handler: () => `export const { ${names.join(', ')} } = require('../command/${file}');`,
  },
}));

const output = { dir: 'dist/command', format: 'cjs', codeSplitting: false, minify: true };

/**
 * Bundles the command into one file: finding and opening three hundred modules took a third of a cold start. The bundle
 * is a CommonJS script, so that its compiled code can be cached (see bin/start.js). It is in a folder below dist/, like
 * its modules, so that their relative paths stay valid.
 */
export default defineConfig([
  runtime,
  {
    input: 'dist/cli/main.js',
    platform: 'node',
    external: separate.map(({ file }) => `../command/${file}`),
    plugins: [...separatePlugins, licences('LICENSES.txt')],
    output: { ...output, entryFileNames: 'main.cjs', cleanDir: true },
  },
  {
    input: 'dist/fetch/index.js',
    platform: 'node',
    external: ['undici'],
    output: { ...output, entryFileNames: 'fetch.cjs' },
  },
  {
    input: 'dist/import/index.js',
    platform: 'node',
    external: ['yaml'],
    output: { ...output, entryFileNames: 'import.cjs' },
  },
  {
    input: 'dist/watch/index.js',
    platform: 'node',
    plugins: [licences('LICENSES-watch.txt')],
    output: { ...output, entryFileNames: 'watch.cjs' },
  },
  {
    input: 'dist/handlers/index-edit.js',
    platform: 'node',
    external: ['ts-morph'],
    output: { ...output, entryFileNames: 'index-edit.cjs' },
  },
  {
    input: 'dist/lint/index.js',
    platform: 'node',
    output: { ...output, entryFileNames: 'lint.cjs' },
  },
  {
    input: 'dist/reports/index.js',
    platform: 'node',
    output: { ...output, entryFileNames: 'reports.cjs' },
  },
  {
    input: 'dist/samples/index.js',
    platform: 'node',
    output: { ...output, entryFileNames: 'samples.cjs' },
  },
]);
