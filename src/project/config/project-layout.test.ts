import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectLayout } from './project-layout.ts';

describe('projectLayout', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'soapwright-layout-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
  }

  it('of an empty folder, or one that does not exist, is that of ECMAScript modules', () => {
    const plain = { importExtension: 'js', sources: undefined, modules: './node_modules' };
    expect(projectLayout(root)).toEqual(plain);
    expect(projectLayout(join(root, 'new/one'))).toEqual(plain);
  });

  it.each([
    ['{ "name": "a" }', 'none'],
    ['{ "type": "commonjs" }', 'none'],
    ['{ "type": "module" }', 'js'],
  ])('of a package with %s has the suffix %s', (text, importExtension) => {
    write({ '.git': '', 'packages/api/package.json': text });
    expect(projectLayout(join(root, 'packages/api/contracts'))).toMatchObject({ importExtension });
  });

  it.each(['deno.json', 'deno.jsonc'])('of a folder with %s has the suffix ts, unless a package is nearer', (file) => {
    write({ '.git': '', [file]: '{}', 'package.json': '{}', 'packages/api/package.json': '{}' });
    expect(projectLayout(root)).toMatchObject({ importExtension: 'ts' });
    expect(projectLayout(join(root, 'contracts'))).toMatchObject({ importExtension: 'ts' });
    expect(projectLayout(join(root, 'packages/api'))).toMatchObject({ importExtension: 'none' });
    write({ [`packages/api/${file}`]: '{}' });
    expect(projectLayout(join(root, 'packages/api'))).toMatchObject({ importExtension: 'ts' });
  });

  it.each([
    ['{ "compilerOptions": { "rootDir": "src" } }', 'src'],
    ['{ "compilerOptions": { "rootDir": "./lib/" }, "include": ["."] }', 'lib'],
    ['{ "include": ["src/**/*.ts", "./src/types"], }', 'src'],
    ['// The "rootDir".\n{ "compilerOptions": { /* "a" */ "paths": { "@/*": ["src/*"], }, "rootDir": "src" } }', 'src'],
    ['{ "compilerOptions": { "rootDir": "." } }', undefined],
    ['{ "compilerOptions": { "rootDir": "../.." } }', undefined],
    ['{ "include": ["src", "test"] }', undefined],
    ['{ "include": ["**/*"] }', undefined],
    ['{', undefined],
  ])('of a folder with the tsconfig.json %s has the sources %s', (text, sources) => {
    write({ 'tsconfig.json': text });
    expect(projectLayout(root).sources).toBe(sources);
  });

  it('finds soapwright in a folder above, within the repository', () => {
    write({ 'node_modules/soapwright/package.json': '{}', 'packages/api/package.json': '{}' });
    expect(projectLayout(join(root, 'packages/api')).modules).toBe('./node_modules');
    write({ '.git': '' });
    expect(projectLayout(join(root, 'packages/api')).modules).toBe('../../node_modules');
    write({ 'packages/api/node_modules/soapwright/package.json': '{}' });
    expect(projectLayout(join(root, 'packages/api')).modules).toBe('./node_modules');
  });
});
