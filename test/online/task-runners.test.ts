import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedFile } from '../../release/pack.js';
import { configuration, contract } from '../cli/cli.ts';
import { blocksOf } from '../recipes/page-blocks.ts';

const page = 'use-with-build-tools';

/** A workspace with a package `api`, in which the recipes of the page are used. */
describe('task runners with caches', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-task-runners-'));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    CI: 'true',
    ...{ NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false', TURBO_TELEMETRY_DISABLED: '1' },
  };

  function write(name: string, content: string | object): void {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }

  /** Runs a program of the workspace. */
  function run(program: string, args: readonly string[], cwd = '.') {
    const bin = join(folder, 'node_modules/.bin', program);
    const { status, stdout, stderr } = spawnSync(bin, args, { cwd: join(folder, cwd), encoding: 'utf8', env });
    return { exitCode: status, output: `${stdout}${stderr}` };
  }

  beforeAll(() => {
    write('package.json', { name: 'shop', private: true, packageManager: 'npm@10.8.2', workspaces: ['packages/*'] });
    const scripts = { generate: 'soapwright generate', build: 'tsc -p .' };
    write('packages/api/package.json', { name: 'api', private: true, scripts, devDependencies: { soapwright: '*' } });
    write('packages/api/soapwright.yaml', configuration.replace('greeter.yaml', 'schema/greeter.yaml'));
    write('.gitignore', 'node_modules\n');
    const packages = [packedFile('soapwright'), 'nx@24.0.6', 'turbo@2.11.11'];
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder, stdio: 'pipe' });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    write('nx.json', {});
    write('turbo.json', blocksOf(page, 'Turborepo')[0] ?? '');
    write('packages/api/project.json', blocksOf(page, 'Nx')[0] ?? '');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['Turborepo', 'turbo', ['run', 'generate'], /Cached: +1 cached/],
    ['Nx', 'nx', ['run', 'api:generate'], /read the output from the cache/],
  ] as const)('%s restores generated code while its inputs are the same', (_, program, args, cached) => {
    const generated = join(folder, 'packages/api/generated');
    write('packages/api/schema/greeter.yaml', contract('Greet'));
    const first = run(program, args);
    expect(first.exitCode, first.output).toBe(0);
    expect(first.output).not.toMatch(cached);
    rmSync(generated, { recursive: true });
    expect(run(program, args)).toEqual({ exitCode: 0, output: expect.stringMatching(cached) });
    expect(run('soapwright', ['check'], 'packages/api')).toMatchObject({ exitCode: 0 });
    write('packages/api/schema/greeter.yaml', contract('Greet', 'Part'));
    expect(run(program, args)).toEqual({ exitCode: 0, output: expect.not.stringMatching(cached) });
    expect(readFileSync(join(generated, 'types.ts'), 'utf8')).toContain('PartRequest');
  });
});
