import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Project, root } from './cli.ts';

/** A CommonJS package in a monorepo. */
let project: Project;
beforeEach(() => {
  project = new Project();
  mkdirSync(join(project.path, '.git'));
  mkdirSync(join(project.path, 'node_modules/@soapwright'), { recursive: true });
  symlinkSync(root, join(project.path, 'node_modules/soapwright'));
  symlinkSync(join(root, 'runtime'), join(project.path, 'node_modules/@soapwright/runtime'));
  const compilerOptions = { strict: true, module: 'node16', target: 'es2022', rootDir: 'src', noEmit: true, types: [] };
  project.write({
    'package.json': '{ "workspaces": ["packages/*"] }',
    'package-lock.json': '{}',
    'packages/api/package.json': '{ "name": "api" }',
    'packages/api/tsconfig.json': JSON.stringify({ compilerOptions }),
  });
});
afterEach(() => project.remove());

function init(...args: readonly string[]) {
  return project.runWith({ folder: 'packages/api' }, 'init', ...args);
}

describe('init in a CommonJS package', () => {
  it('generates imports without suffix, into the folder that TypeScript compiles', () => {
    expect(init().exitCode).toBe(0);
    const text = project.read('packages/api/soapwright.yaml');
    expect(text).toContain('out: src/generated/example\n');
    expect(text).toContain('handlers: src/handlers\n');
    expect(text).toContain('importExtension: none\n');
    expect(text).toContain('$schema=../../node_modules/soapwright/schema/soapwright.schema.json\n');
    expect(project.read('packages/api/schema/example.yaml')).toContain(
      '$schema=../../../node_modules/soapwright/schema/contract.schema.json\n',
    );
    expect(project.runWith({ folder: 'packages/api' }, 'generate').exitCode).toBe(0);
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(project.path, 'packages/api')];
    expect(spawnSync(process.execPath, tsc, { encoding: 'utf8' }).stdout).toBe('');
  });

  it('does the same for a WSDL', () => {
    project.write({ 'packages/api/wsdl/shop.wsdl': '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>' });
    expect(init('--schema', 'wsdl/shop.wsdl').exitCode).toBe(0);
    expect(project.read('packages/api/soapwright.yaml')).toContain(`  - schema: wsdl/shop.wsdl
    out: src/generated/shop
    # How relative imports end: none, since the package is CommonJS.
    importExtension: none
`);
  });
});

describe('init --ci', () => {
  it.each<[system: string, files: readonly string[], text: string]>([
    ['github', ['../../.github/workflows/soapwright.yml'], 'working-directory: "packages/api"'],
    ['gitlab', ['../../.gitlab/soapwright.yml', '../../.gitlab-ci.yml'], '- cd packages/api\n'],
    ['jenkins', ['../../Jenkinsfile'], "junit 'packages/api/soapwright-*.xml'"],
    ['pre-commit', ['../../.pre-commit-config.yaml'], 'entry: sh -c "cd packages/api && npx --no-install soapwright'],
    ['make', ['soapwright.mk'], '$(wildcard ../../package-lock.json)'],
  ])('%s creates files for the folder of the configuration, and overwrites nothing', (system, files, text) => {
    expect(init().exitCode).toBe(0);
    expect(init('--ci', system)).toMatchObject({
      exitCode: 0,
      stdout: files.map((file) => `created  ${file}\n`).join(''),
      stderr: expect.stringMatching(/^\nNext:\n {2}./),
    });
    expect(project.read(`packages/api/${files[0]}`)).toContain(text);
    const before = project.files();
    expect(init('--ci', system)).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('SW5209') });
    expect(project.files()).toEqual(before);
  });

  it('creates the configuration too, if it is missing', () => {
    const { exitCode, stdout } = init('--ci', 'github');
    expect([exitCode, stdout]).toEqual([
      0,
      'created  ../../.github/workflows/soapwright.yml\ncreated  soapwright.yaml\ncreated  schema/example.yaml\n',
    ]);
    expect(init('--ci', 'make', '--schema', 'no.wsdl')).toMatchObject({ exitCode: 3, stdout: '' });
    expect(Object.keys(project.files())).not.toContain('packages/api/soapwright.mk');
  });

  it('keeps a .gitlab-ci.yml, and says what to add to it', () => {
    project.write({ '.gitlab-ci.yml': 'stages: [test]\n' });
    const { exitCode, stderr } = init('--ci', 'gitlab');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('info SW5202: ../../.gitlab-ci.yml already exists and is unchanged.');
    expect(stderr).toContain('add to it: include: [{ local: .gitlab/soapwright.yml }]');
    expect(project.read('.gitlab-ci.yml')).toBe('stages: [test]\n');
  });

  it.each([
    [
      'packages/api/pnpm-lock.yaml',
      '      - run: cd packages/api && corepack enable && pnpm install --frozen-lockfile\n',
    ],
    ['packages/yarn.lock', '      - run: cd packages && corepack enable && yarn install --immutable\n'],
  ])('installs by the nearest lock file: %s', (lockFile, line) => {
    project.write({ [lockFile]: '' });
    expect(init('--ci', 'github').exitCode).toBe(0);
    expect(project.read('.github/workflows/soapwright.yml')).toContain(line);
  });
});
