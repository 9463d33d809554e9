import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'rolldown';

/** Puts the licences of the packages that are in the command beside it. */
const licences = {
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
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
  },
};

/**
 * What few runs need is in files of their own: ts-morph, for when an index of handlers must change, and the rules and
 * pages of `lint` and `explain`.
 */
const doors = [
  { door: /[\\/]handlers[\\/]extend\.js$/, file: 'extend.cjs', names: ['extendIndex'] },
  {
    door: /[\\/]lint[\\/]index\.js$/,
    file: 'lint.cjs',
    names: ['defaultSettings', 'lintFiles', 'listText', 'loadSettings', 'pageOf', 'pageText', 'pages', 'renderSarif'],
  },
];

const apart = doors.map(({ door, file, names }) => ({
  name: `apart-${file}`,
  load: {
    filter: { id: door },
    handler: () => `export const { ${names.join(', ')} } = require('../command/${file}');`,
  },
}));

const output = { dir: 'dist/command', format: 'cjs', codeSplitting: false, minify: true };

/**
 * The command in one file: of a cold start, a third went into finding and opening some three hundred modules. A script,
 * so that what V8 makes of it can be kept (see bin/start.js); in a folder below dist/, like the modules that it is made
 * of, whose relative addresses then hold.
 */
export default defineConfig([
  {
    input: 'dist/cli/main.js',
    platform: 'node',
    external: doors.map(({ file }) => `../command/${file}`),
    plugins: [...apart, licences],
    output: { ...output, entryFileNames: 'main.cjs', cleanDir: true },
  },
  {
    input: 'dist/handlers/extend.js',
    platform: 'node',
    external: ['ts-morph'],
    output: { ...output, entryFileNames: 'extend.cjs' },
  },
  {
    input: 'dist/lint/index.js',
    platform: 'node',
    output: { ...output, entryFileNames: 'lint.cjs' },
  },
]);
