import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuideProject } from '../support/generator/guide.ts';

const page = readFileSync(new URL('../../docs/how-to/add-to-a-monorepo.md', import.meta.url), 'utf8');

const compilerOptions = {
  ...{ target: 'es2022', module: 'commonjs', strict: true, esModuleInterop: true },
  // ts-jest leaves the types to tsc.
  isolatedModules: true,
};
const packages = [
  ...['@types/express@4.17.25', '@types/jest@30.0.0', '@types/node@20.19.0', 'express@4.22.3', 'jest@30.5.2'],
  ...['ts-jest@29.4.15', 'typescript@5.9.3'],
];

/** Two CommonJS packages, as the page describes them. */
const files = {
  '.gitignore': 'node_modules\ndist\n',
  'package.json': { name: 'shop', private: true, workspaces: ['packages/*'] },
  'package-lock.json': {},
  'packages/shared/package.json': { name: '@shop/shared', version: '1.0.0', main: 'index.js', types: 'index.d.ts' },
  'packages/shared/index.js': "exports.currency = 'EUR';\n",
  'packages/shared/index.d.ts': 'export declare const currency: string;\n',
  'packages/api/package.json': {
    name: '@shop/api',
    version: '1.0.0',
    scripts: { build: 'tsc -p .', test: 'jest' },
    jest: { preset: 'ts-jest', testMatch: ['**/src/**/*.test.ts'] },
  },
  'packages/api/tsconfig.json': {
    compilerOptions: { ...compilerOptions, rootDir: 'src', outDir: 'dist' },
    include: ['src'],
  },
};

describe('docs/how-to/add-to-a-monorepo.md', () => {
  const project = new GuideProject();
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: project.folder, stdio: 'pipe' });
  };

  beforeAll(() => {
    project.install(packages);
    project.installSoapwright([]);
    for (const [name, content] of Object.entries(files)) {
      project.write(name, typeof content === 'string' ? content : JSON.stringify(content));
    }
    mkdirSync(join(project.folder, 'node_modules/@shop'));
    symlinkSync('../../packages/shared', join(project.folder, 'node_modules/@shop/shared'));
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@example.com');
    git('add', '-A');
    git('commit', '-q', '-m', 'Shop');
  });
  afterAll(() => project.remove());

  it('leads from an application without SOAP to a checked service, command by command', () => {
    expect(project.runBlocks(page, 'packages/api')).toBe(6);
  }, 600_000);
});
