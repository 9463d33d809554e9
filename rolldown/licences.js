import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that contains another one, whose licence lies elsewhere: TypeScript 6 in ts-morph has that of TypeScript 7. */
const contained = { '@ts-morph/common': 'typescript' };

/** Writes the licences of the packages in a bundle to a file beside it. */
export const licences = (fileName) => ({
  name: 'licences',
  generateBundle(_options, bundle) {
    const folders = new Set();
    for (const { moduleIds = [] } of Object.values(bundle)) {
      for (const id of moduleIds) {
        const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
        if (folder !== undefined) folders.add(folder);
      }
    }
    const texts = [...folders].sort().flatMap(licencesOf);
    this.emitFile({ type: 'asset', fileName, source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
  },
});

function licencesOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = `${name} ${version} (${license})\n${textIn(folder)}`;
  const inner = contained[name];
  return inner === undefined ? [own] : [own, `${inner}, in ${name}\n${textIn(`node_modules/${inner}`)}`];
}

/** Licences in a folder. */
function textIn(folder) {
  const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
  return files.map((file) => `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`).join('');
}
