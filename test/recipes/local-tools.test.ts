import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { recipes } from '../../src/project/recipes/index.ts';
import { root } from '../cli/cli.ts';
import { blocksOf } from './page-blocks.ts';
import { isInstalled, type Ran, Repository } from './repository.ts';

const atRoot = { folder: '', lockFile: 'package-lock.json', install: 'npm ci' };
const hooksFile = readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8');

interface Hook {
  readonly id: string;
  readonly name: string;
  readonly entry: string;
}

let repository: Repository;
beforeAll(() => {
  repository = new Repository();
});
afterAll(() => repository.remove());

describe('pre-commit', () => {
  const [local = '', ofRepository = ''] = blocksOf('use-in-a-pipeline', 'pre-commit');

  it('has hooks that run without file names, the same in the recipe and in the repository', () => {
    const hooks: readonly Hook[] = parse(hooksFile);
    for (const hook of [...hooks, ...parse(local).repos[0].hooks]) {
      expect(hook).toEqual({
        id: hook.id,
        name: hook.name,
        entry: `npx --no-install soapwright ${hook.id === 'soapwright-format' ? 'format --check' : hook.id.replace('soapwright-', '')}`,
        language: 'system',
        pass_filenames: false,
        always_run: true,
      });
    }
    expect(hooks).toEqual(expect.arrayContaining(parse(local).repos[0].hooks));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(parse(ofRepository).repos[0].rev).toBe(`v${version}`);
  });

  it.skipIf(!isInstalled('pre-commit'))('runs them before a commit', () => {
    const run = (configuration: string): Ran => {
      repository.write(repository.clone, { '.pre-commit-config.yaml': configuration });
      return repository.run('pre-commit', ['run', '--all-files'], {
        PRE_COMMIT_HOME: join(repository.clone, '../cache'),
      });
    };
    repository.checkOut('change', 'all');
    expect(run(local)).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^generated code .*Passed\n/) });
    const hooks = join(repository.clone, '../hooks');
    mkdirSync(hooks);
    repository.write(hooks, { '.pre-commit-hooks.yaml': hooksFile });
    repository.git(hooks, 'init', '-q');
    repository.git(hooks, 'add', '-A');
    repository.git(hooks, 'commit', '-q', '-m', 'Hooks');
    repository.git(hooks, 'tag', parse(ofRepository).repos[0].rev);
    repository.git(repository.clone, 'fetch', '-q', 'origin', 'main:refs/remotes/origin/main');
    const broken = run(ofRepository.replace('https://github.com/soapwright/soapwright', hooks));
    expect(broken.exitCode).toBe(1);
    expect(broken.stdout).toMatch(/^contracts break no callers\.*Failed\n/m);
    repository.makeStale();
    expect(run(local).stdout).toContain('stale    generated/types.ts');
  });
});

describe.skipIf(!isInstalled('make'))('Make', () => {
  const command = 'npx --no-install soapwright generate\n';

  /** The output, and whether `generate` was run. */
  function make(target = 'soapwright'): Ran & { readonly generated: boolean } {
    const ran = repository.run('make', ['-f', 'soapwright.mk', target]);
    return { ...ran, generated: ran.stdout.startsWith(command) };
  }

  /** As if it had been saved after the last run. */
  function save(name: string, text: string): void {
    appendFileSync(join(repository.clone, name), text);
    const later = Date.now() / 1000 + 2;
    utimesSync(join(repository.clone, name), later, later);
  }

  it('generates code when an input has changed or an output is missing, and otherwise does nothing', () => {
    repository.checkOut('main');
    repository.write(repository.clone, { 'soapwright.mk': recipes.get('make')?.files(atRoot)[0]?.text ?? '' });
    expect(make()).toMatchObject({ exitCode: 0, generated: true });
    expect(make()).toMatchObject({
      exitCode: 0,
      generated: false,
      stdout: expect.stringContaining('Nothing to be done'),
    });
    rmSync(join(repository.clone, 'generated/types.ts'));
    expect(make()).toMatchObject({ exitCode: 0, generated: true });
    expect(repository.read('generated/types.ts')).toContain('interface');
    save('greeter.yaml', '    Number: int\n');
    expect(make('soapwright-check').exitCode).toBe(2);
    expect(make()).toMatchObject({ exitCode: 0, generated: true });
    expect(repository.read('generated/types.ts')).toContain('Number');
    save('greeter.yaml', 'nonsense: 1\n');
    expect(make()).toMatchObject({ exitCode: 2, generated: true });
  });
});

describe('npm scripts', () => {
  it('fail on stale files and on a change that breaks callers', () => {
    const [scripts = ''] = blocksOf('use-with-build-tools', 'npm scripts');
    repository.checkOut('change', 'all');
    repository.git(repository.clone, 'fetch', '-q', 'origin', 'main:refs/remotes/origin/main');
    repository.write(repository.clone, { 'package.json': scripts });
    const run = (name: string): Ran => repository.run('npm', ['run', '--silent', name]);
    expect(run('contract')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('greeter.yaml:8:') });
    repository.makeStale();
    expect(run('pretest').exitCode).toBe(1);
    expect(run('generate').exitCode).toBe(0);
    expect(run('pretest').exitCode).toBe(0);
  });
});
