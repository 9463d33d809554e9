import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/**
 * Copies the declarations that are reached from the modules of a package, without re-exports that none of them imports:
 * the catalogue of diagnostics alone has 0.2 MB. They are CommonJS, as in the runtime; those of the ECMAScript modules
 * re-export them.
 *
 * @param {{ source: string, target: string, packages?: Record<string, string> }} options `packages` are folders of
 *   declarations, by the beginning of the names that modules import them by; they are copied below the target too.
 */
export class Declarations {
  #source;
  #target;
  #packages;
  /** Names that modules of the package import from each module, by its file: of all entries so far. */
  #wanted = new Map();

  constructor({ source, target, packages = {} }) {
    this.#source = source;
    this.#target = target;
    this.#packages = Object.entries(packages);
  }

  /** Writes those of a module, whose path has no extension. */
  write(module) {
    this.#want(join(this.#source, `${module}.d.ts`), ['*']);
    for (const [file, names] of this.#wanted) {
      const copy = this.#copyOf(file);
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, this.#withCopiedPackages(file, withoutUnused(file, names)));
    }
    writeFileSync(join(this.#target, `${module}.d.mts`), `export * from './${basename(module)}.js';\n`);
    writeFileSync(join(this.#target, 'package.json'), '{ "type": "commonjs" }\n');
  }

  /** Follows the imports of a file, again if more of its names are wanted. */
  #want(file, names) {
    const before = this.#wanted.get(file) ?? new Set();
    const more = names.filter((name) => !before.has(name));
    if (more.length === 0 && this.#wanted.has(file)) return;
    const now = new Set([...before, ...more]);
    this.#wanted.set(file, now);
    const text = withoutUnused(file, now);
    const follow = (specifier, imported) => {
      const target = this.#fileOf(file, specifier);
      if (target !== undefined) this.#want(target, imported);
    };
    for (const [, list, specifier] of text.matchAll(/^(?:im|ex)port (?:type )?{([^}]*)} from '([^']*)'/gm))
      follow(specifier, namesIn(list));
    for (const [, specifier] of text.matchAll(/(?:\* from |\* as \w+ from |^import |import\()'([^']*)'/gm))
      follow(specifier, ['*']);
  }

  /** The file that a module imports; undefined for one that is not copied. */
  #fileOf(importer, specifier) {
    if (specifier.startsWith('.')) return join(dirname(importer), specifier.replace(/\.ts$/, '.d.ts'));
    const [name, folder] = this.#packages.find(([start]) => `${specifier}/`.startsWith(`${start}/`)) ?? [];
    if (name === undefined) return undefined;
    const path = specifier.slice(name.length + 1);
    const index = join(folder, path, 'index.d.ts');
    return existsSync(index) ? index : join(folder, `${path}.d.ts`);
  }

  #copyOf(file) {
    const own = relative(this.#source, file);
    if (!own.startsWith('..')) return join(this.#target, own);
    const [name, folder] = this.#packages.find(([, folder]) => !relative(folder, file).startsWith('..'));
    return join(this.#target, basename(name), relative(folder, file));
  }

  /** Names of packages that are copied become paths. */
  #withCopiedPackages(file, text) {
    return text.replaceAll(/(?<=(?:from |import |import\()')[^.'][^']*(?=')/g, (specifier) => {
      const target = this.#fileOf(file, specifier);
      if (target === undefined) return specifier;
      const path = relative(dirname(this.#copyOf(file)), this.#copyOf(target))
        .split(sep)
        .join('/');
      return `${path.startsWith('.') ? '' : './'}${path.replace(/\.d\.ts$/, '.ts')}`;
    });
  }
}

function withoutUnused(file, names) {
  const text = readFileSync(file, 'utf8');
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

/** Those of the generator, for all its entries. */
export const generatorDeclarations = new Declarations({ source: 'dist', target: 'dist/declarations' });
