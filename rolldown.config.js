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

/** What loads ts-morph is a file of its own: it is needed only when an index of handlers must change. */
const apart = {
  name: 'apart',
  load: {
    filter: { id: /[\\/]handlers[\\/]extend\.js$/ },
    handler: () => "export const { extendIndex } = require('../command/extend.cjs');",
  },
};

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
    external: ['../command/extend.cjs'],
    plugins: [apart, licences],
    output: { ...output, entryFileNames: 'main.cjs', cleanDir: true },
  },
  {
    input: 'dist/handlers/extend.js',
    platform: 'node',
    external: ['ts-morph'],
    output: { ...output, entryFileNames: 'extend.cjs' },
  },
]);
