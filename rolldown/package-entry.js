import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const source = 'dist';
const target = 'dist/declarations';

/**
 * Writes the entry of the package: two files that pass on the functions of the bundle, so that `require` and `import`
 * share them, and the declarations that are reached from index.d.ts. They are CommonJS, as in the runtime.
 *
 * @param {string} hidden an export of the bundle that is not one of the package
 */
export const packageEntry = (hidden) => ({
  name: 'package-entry',
  generateBundle(_options, bundle) {
    const [chunk] = Object.values(bundle);
    const names = chunk.exports.filter((name) => name !== hidden);
    const lines = names.map((name) => `exports.${name} = bundle.${name};\n`).join('');
    const emit = (fileName, text) => this.emitFile({ type: 'asset', fileName, source: text });
    emit('index.cjs', `const bundle = require('./${chunk.fileName}');\n${lines}`);
    emit('index.mjs', `export { ${names.join(', ')} } from './index.cjs';\n`);
  },
  writeBundle() {
    rmSync(target, { recursive: true, force: true });
    copyReached('index.d.ts', new Set());
    writeFileSync(join(target, 'index.d.mts'), "export * from './index.js';\n");
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
