import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const source = 'dist';
const target = 'dist/declarations';

/** Names that modules of the package import from each module, by its file: of all entries so far. */
const wanted = new Map();

/**
 * Copies the declarations that are reached from a module of the package, without re-exports that none of them imports:
 * the catalogue of diagnostics alone has 0.2 MB. They are CommonJS, as in the runtime; those of the ECMAScript module
 * re-export them.
 */
export function writeDeclarations(module) {
  want(`${module}.d.ts`, ['*']);
  for (const [file, names] of wanted) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), withoutUnused(file, names));
  }
  writeFileSync(join(target, `${module}.d.mts`), `export * from './${basename(module)}.js';\n`);
  writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Follows the imports of a file, again if more of its names are wanted. */
function want(file, names) {
  const before = wanted.get(file) ?? new Set();
  const more = names.filter((name) => !before.has(name));
  if (more.length === 0 && wanted.has(file)) return;
  const now = new Set([...before, ...more]);
  wanted.set(file, now);
  const text = withoutUnused(file, now);
  const moduleOf = (specifier) => join(dirname(file), `${specifier}.d.ts`);
  for (const [, list, specifier] of text.matchAll(/^(?:im|ex)port (?:type )?{([^}]*)} from '(\.[^']*)\.ts'/gm))
    want(moduleOf(specifier), namesIn(list));
  for (const [, specifier] of text.matchAll(/(?:\* from |\* as \w+ from |^import |import\()'(\.[^']*)\.ts'/gm))
    want(moduleOf(specifier), ['*']);
}

function withoutUnused(file, names) {
  const text = readFileSync(join(source, file), 'utf8');
  if (names.has('*')) return text;
  return text.replaceAll(/^export ({|type {)([^}]*)} from ('[^']*';)\n/gm, (_, start, list, from) => {
    const used = specifiersIn(list).filter((specifier) => names.has(specifier.split(' ').at(-1)));
    return used.length === 0 ? '' : `export ${start} ${used.join(', ')} } from ${from}\n`;
  });
}

/** Names in the module that the list comes from. */
function namesIn(list) {
  return specifiersIn(list).map((specifier) => specifier.replace(/^type /, '').split(' ')[0]);
}

function specifiersIn(list) {
  return list
    .split(',')
    .map((specifier) => specifier.trim())
    .filter((specifier) => specifier !== '');
}
