import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Typed {
  readonly types: string;
  readonly default: string;
}

interface Selection<T> {
  readonly 'module-sync': T;
  readonly require: T;
  readonly default: T;
}

interface Entry extends Selection<Typed> {
  readonly module: Typed;
  readonly node: Selection<Typed>;
}

interface Variant extends Selection<string> {
  readonly node?: Selection<string>;
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
describe('the forms of the runtime', () => {
  const names = namesByFile();

  it.each(entries)('entry %s has the same names as a CommonJS file', (_, entry) => {
    expect(names[entry.default.default]?.length).toBeGreaterThan(0);
    expect(names[entry.require.default]).toEqual(names[entry.default.default]);
  });

  it.each(variants)('import %s has the same names as a CommonJS file', (_, variant) => {
    expect(names[variant.default]?.length).toBeGreaterThan(0);
    expect(names[variant.require]).toEqual(names[variant.default]);
  });

  it.each(entries)('entry %s has the same names in few files', (_, entry) => {
    expect(names[entry.node.default.default]).toEqual(names[entry.default.default]);
  });

  it.each(entries)('entry %s is one module for `require` and `import`, of Node and of bundlers', (_, entry) => {
    expect(Object.keys(entry)).toEqual(['@soapwright/source', 'module', 'node', 'module-sync', 'require', 'default']);
    expect([entry['module-sync'], entry.module]).toEqual([entry.default, entry.default]);
    expect(Object.keys(entry.node)).toEqual(['module-sync', 'require', 'default']);
    const inFewFiles = entry.default.default.replace('./dist/', './dist/esm/');
    const { types } = entry.default;
    expect(entry.node).toEqual({
      'module-sync': { types, default: inFewFiles },
      require: entry.require,
      default: { types, default: inFewFiles },
    });
  });

  it('a server loads few files of the runtime, none of the pages, and of no other form', () => {
    const loaded = filesLoadedBy(['@soapwright/runtime', '@soapwright/runtime/server/node', '@soapwright/runtime/xml']);
    expect(loaded).toContain('dist/esm/server/node/index.js');
    expect(loaded.filter((file) => !file.startsWith('dist/esm/'))).toEqual([]);
    expect(loaded.filter((file) => /pages|client|encoded/.test(file))).toEqual([]);
    expect(loaded.length).toBeLessThanOrEqual(6);
  });

  it('a client loads few files of the runtime, none of the server, and of no other form', () => {
    const loaded = filesLoadedBy(['@soapwright/runtime', '@soapwright/runtime/client']);
    expect(loaded).toContain('dist/esm/client/node/http-transport.js');
    expect(loaded.filter((file) => !file.startsWith('dist/esm/'))).toEqual([]);
    expect(loaded.filter((file) => /pages|server|encoded/.test(file))).toEqual([]);
    expect(loaded.length).toBeLessThanOrEqual(10);
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
    ...entries.map(([, { require, node, default: module }]) => [require.default, node.default.default, module.default]),
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

/** The files of the package that Node reads for some of its entries. */
function filesLoadedBy(imports: readonly string[]): readonly string[] {
  const hook = `
    export async function load(url, context, next) {
      process._rawDebug(url);
      return next(url, context);
    }`;
  const program = `
    import { register } from 'node:module';
    register('data:text/javascript,${encodeURIComponent(hook)}');
    for (const name of ${JSON.stringify(imports)}) await import(name);`;
  const { stderr } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const files = stderr.split('\n').filter((line) => line.startsWith(root.href));
  return files.map((file) => file.slice(root.href.length));
}
