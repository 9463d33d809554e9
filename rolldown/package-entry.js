import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { generatorDeclarations } from './declarations.js';

/**
 * Writes an entry of the package: two files that pass on the functions of the bundle, so that `require` and `import`
 * share them, and the declarations that are reached from its module. They are CommonJS, as in the runtime.
 *
 * @param {{ module: string, has: (name: string) => boolean, file?: string, isFirst?: boolean }} entry `has` tells which exports of the
 *   bundle it has; the first entry removes old declarations
 */
export const packageEntry = ({ module, has, file = basename(module), isFirst = false }) => ({
  name: 'package-entry',
  generateBundle(_options, bundle) {
    const [chunk] = Object.values(bundle);
    const names = chunk.exports.filter(has);
    const lines = names.map((name) => `exports.${name} = bundle.${name};\n`).join('');
    const emit = (fileName, text) => this.emitFile({ type: 'asset', fileName, source: text });
    emit(`${file}.cjs`, `const bundle = require('./${chunk.fileName}');\n${lines}`);
    emit(`${file}.mjs`, `export { ${names.join(', ')} } from './${file}.cjs';\n`);
  },
  writeBundle() {
    if (isFirst) rmSync('dist/declarations', { recursive: true, force: true });
    generatorDeclarations.write(module);
  },
});
