import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Entry {
  readonly 'module-sync': { readonly default: string };
  readonly module: { readonly default: string };
  readonly require: { readonly types: string; readonly default: string };
  readonly default: { readonly types: string; readonly default: string };
}

interface Variant {
  readonly 'module-sync': string;
  readonly require: string;
  readonly default: string;
}

const root = new URL('../../runtime/', import.meta.url);
const { exports, imports, typesVersions } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  readonly exports: Readonly<Record<string, Entry | string>>;
  readonly imports: Readonly<Record<string, Readonly<Record<string, Variant>>>>;
  readonly typesVersions: { readonly '*': Readonly<Record<string, readonly string[]>> };
};
const entries = Object.entries(exports).filter((pair): pair is [string, Entry] => typeof pair[1] === 'object');
const variants = Object.entries(imports).flatMap(([name, platforms]) =>
  Object.entries(platforms).map(([platform, variant]): [string, Variant] => [`${name} for ${platform}`, variant]),
);

/** The files are those of the build, in a process of their own: this one selects the sources of the runtime. */
describe('both forms of the runtime', () => {
  const names = namesByFile();

  it.each(entries)('entry %s has the same names as a CommonJS file', (_, entry) => {
    expect(names[entry.default.default]?.length).toBeGreaterThan(0);
    expect(names[entry.require.default]).toEqual(names[entry.default.default]);
  });

  it.each(variants)('import %s has the same names as a CommonJS file', (_, variant) => {
    expect(names[variant.default]?.length).toBeGreaterThan(0);
    expect(names[variant.require]).toEqual(names[variant.default]);
  });

  it.each(entries)('entry %s is one module for `require` and `import` of Node and of bundlers', (_, entry) => {
    expect(Object.keys(entry)).toEqual(['@soapwright/source', 'module-sync', 'module', 'require', 'default']);
    expect([entry['module-sync'], entry.module]).toEqual([entry.default, entry.default]);
  });

  it.each(entries)(
    'entry %s has one set of declarations, which older resolutions find by typesVersions',
    (name, entry) => {
      const { types } = entry.require;
      expect(text(types)).toMatch(/\bexport\b/);
      const file = types.slice(types.lastIndexOf('/') + 1, -'.d.ts'.length);
      expect(text(entry.default.types)).toBe(`export * from './${file}.js';\n`);
      if (name !== '.') expect(typesVersions['*'][name.slice('./'.length)]).toEqual([types]);
    },
  );
});

function text(file: string): string {
  return readFileSync(new URL(file, root), 'utf8');
}

/** Names that each module of the package exports, but for the mark of a module that was compiled. */
function namesByFile(): Readonly<Record<string, readonly string[]>> {
  const forms = [
    ...entries.map(([, entry]) => [entry.require.default, entry.default.default]),
    ...variants.map(([, variant]) => [variant.require, variant.default]),
  ];
  const program = `
    const names = (file) => Object.keys(require(file)).filter((name) => name !== '__esModule').sort();
    console.log(JSON.stringify(Object.fromEntries(process.argv.slice(1).map((file) => [file, names(file)]))));`;
  const output = execFileSync(process.execPath, ['--no-warnings', '-e', program, ...forms.flat()], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return JSON.parse(output);
}
