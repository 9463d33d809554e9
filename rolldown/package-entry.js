import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const source = 'dist';
const target = 'dist/declarations';

/**
 * Writes an entry of the package: two files that pass on the functions of the bundle, so that `require` and `import`
 * share them, and the declarations that are reached from its module. They are CommonJS, as in the runtime.
 *
 * @param {{ module: string, has: (name: string) => boolean, isFirst?: boolean }} entry `has` tells which exports of the
 *   bundle it has; the first entry removes old declarations
 */
export const packageEntry = ({ module, has, isFirst = false }) => ({
  name: 'package-entry',
  generateBundle(_options, bundle) {
    const [chunk] = Object.values(bundle);
    const names = chunk.exports.filter(has);
    const lines = names.map((name) => `exports.${name} = bundle.${name};\n`).join('');
    const emit = (fileName, text) => this.emitFile({ type: 'asset', fileName, source: text });
    const name = basename(module);
    emit(`${name}.cjs`, `const bundle = require('./${chunk.fileName}');\n${lines}`);
    emit(`${name}.mjs`, `export { ${names.join(', ')} } from './${name}.cjs';\n`);
  },
  writeBundle() {
    if (isFirst) rmSync(target, { recursive: true, force: true });
    copyReached(`${module}.d.ts`, new Set());
    writeFileSync(join(target, `${module}.d.mts`), `export * from './${basename(module)}.js';\n`);
    writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n');
  },
});

function copyReached(file, copied) {
  if (copied.has(file)) return;
  copied.add(file);
  const text = readFileSync(join(source, file), 'utf8');
  mkdirSync(dirname(join(target, file)), { recursive: true });
  writeFileSync(join(target, file), text);
  for (const [, specifier] of text.matchAll(/(?: from |import\()'(\.[^']*)\.ts'/g))
    copyReached(join(dirname(file), `${specifier}.d.ts`), copied);
}
