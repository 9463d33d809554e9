import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const source = 'dist';
const target = 'dist/declarations';

/**
 * Copies the declarations that are reached from a module of the package. They are CommonJS, as in the runtime; those of
 * the ECMAScript module re-export them.
 */
export function writeDeclarations(module) {
  copyReached(`${module}.d.ts`, new Set());
  writeFileSync(join(target, `${module}.d.mts`), `export * from './${basename(module)}.js';\n`);
  writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n');
}

function copyReached(file, copied) {
  if (copied.has(file)) return;
  copied.add(file);
  const text = readFileSync(join(source, file), 'utf8');
  mkdirSync(dirname(join(target, file)), { recursive: true });
  writeFileSync(join(target, file), text);
  for (const [, specifier] of text.matchAll(/(?: from |import\()'(\.[^']*)\.ts'/g))
    copyReached(join(dirname(file), `${specifier}.d.ts`), copied);
}
