import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { recipes } from '../../src/project/recipes/index.ts';
import { root } from '../cli/cli.ts';
import { action, runAction } from './github-action.ts';
import { blocksOf } from './page-blocks.ts';
import { type Ran, Repository } from './repository.ts';

const page = 'use-in-a-pipeline';
const atRoot = { folder: '', lockFile: 'package-lock.json', install: 'npm ci' };

function recipeText(system: string): string {
  return recipes.get(system)?.files(atRoot)[0]?.text ?? '';
}

/** Names of keys that are not known. */
function unknownKeys(value: object, known: string): readonly string[] {
  return Object.keys(value).filter((key) => !known.split(' ').includes(key));
}

let repository: Repository;
beforeAll(() => {
  repository = new Repository();
});
afterAll(() => repository.remove());

describe('recipes', () => {
  it.each([
    ['github', page, 'GitHub Actions'],
    ['gitlab', page, 'GitLab CI'],
    ['jenkins', page, 'Jenkins'],
    ['pre-commit', page, 'pre-commit'],
    ['make', 'use-with-build-tools', 'Make'],
  ])('%s is on its page as `init --ci` creates it', (system, name, heading) => {
    expect(recipeText(system)).not.toBe('');
    expect(blocksOf(name, heading)[0]).toBe(recipeText(system));
  });
});

describe('GitHub Actions', () => {
  const workflow = parse(recipeText('github'));

  it('have a workflow with known keys, which uses the action with inputs that it has', () => {
    expect(unknownKeys(workflow, 'name on permissions jobs')).toEqual([]);
    expect(workflow.on).toEqual({ push: { branches: ['main', 'master'] }, pull_request: null });
    const { steps, ...job } = workflow.jobs.soapwright;
    expect(job).toEqual({ 'runs-on': 'ubuntu-latest' });
    for (const step of steps) expect(unknownKeys(step, 'name uses run with env if')).toEqual([]);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(steps.at(-1).uses).toBe(`soapwright/soapwright@v${version.split('.')[0]}`);
    const packages = parse(recipes.get('github')?.files({ ...atRoot, folder: 'packages/api' })[0]?.text ?? '');
    const given = packages.jobs.soapwright.steps.at(-1).with;
    expect(given).toEqual({ 'working-directory': 'packages/api' });
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
  });

  it('have an action with known keys, whose inputs are on the page', () => {
    expect(unknownKeys(action, 'name description branding inputs runs')).toEqual([]);
    expect(action.runs.using).toBe('composite');
    for (const step of action.runs.steps) {
      expect(unknownKeys(step, 'name if shell working-directory env run')).toEqual([]);
      // Values of a workflow in a script could contain commands.
      expect(step.run).not.toContain('${{');
    }
    const text = readFileSync(join(root, 'docs/how-to', `${page}.md`), 'utf8');
    for (const name of Object.keys(action.inputs)) expect(text).toContain(`| \`${name}\` |`);
  });

  it('pass on an unchanged contract, and on the first push of a branch', () => {
    repository.checkOut('main');
    const { steps } = runAction(repository, {}, { before: '0'.repeat(40) });
    expect(steps.map(({ name, exitCode }) => [name, exitCode])).toEqual([
      ['soapwright check', 0],
      ['soapwright lint', 0],
      ['soapwright format', 0],
      ['soapwright breaking', 0],
    ]);
    expect(steps.at(-1)?.stdout).toBe('There is no older commit to compare with.\n');
  });

  it('fail on stale files, with annotations', () => {
    repository.checkOut('main');
    repository.makeStale();
    const { PATH = '' } = process.env;
    const [check] = runAction(repository, { commands: 'check' }, {}, { PATH }).steps;
    expect(check?.exitCode).toBe(1);
    expect(check?.stdout).toContain(
      '::error file=generated/types.ts,title=SW3301::generated/types.ts is not up to date.',
    );
  });

  it('fetch the commit that a pull request starts from, and fail on a change that breaks callers', () => {
    repository.checkOut('change');
    const { steps, summary } = runAction(
      repository,
      { commands: 'breaking' },
      { 'pull_request.base.sha': repository.main },
    );
    expect(steps.map(({ exitCode }) => exitCode)).toEqual([1]);
    expect(steps[0]?.stdout).toMatch(/^::error file=greeter\.yaml,line=8,.*REQUEST_FIELD/m);
    expect(summary).toContain('<!-- soapwright breaking -->');
    expect(summary).toContain('greeter.yaml');
    const branch = runAction(repository, { commands: 'breaking', against: 'main' }, {});
    expect(branch.steps[0]?.stdout).toBe(steps[0]?.stdout);
  });
});

describe('GitLab CI', () => {
  const { '.soapwright': base, ...jobs } = parse(recipeText('gitlab'));

  /** Runs a job as the runner does: one script of bash that ends at the first error. */
  function runJob(name: string): Ran {
    const lines: readonly string[] = [...base.before_script, ...jobs[name].script];
    expect(lines[0]).toBe('npm ci');
    const script = ['set -eo pipefail', ...lines.slice(1)].join('\n');
    return repository.run('bash', ['-c', script], { CI_MERGE_REQUEST_DIFF_BASE_SHA: repository.main });
  }

  it('has jobs with known keys', () => {
    const known = 'extends image rules before_script script artifacts';
    for (const job of [base, ...Object.values<object>(jobs)]) expect(unknownKeys(job, known)).toEqual([]);
    for (const { if: condition, ...rule } of base.rules) expect([condition, rule]).toEqual([expect.any(String), {}]);
    expect(base.artifacts).toEqual({ when: 'always', reports: { codequality: 'gl-code-quality-report.json' } });
    expect(parse(recipes.get('gitlab')?.files(atRoot)[1]?.text ?? '')).toEqual({
      include: [{ local: '.gitlab/soapwright.yml' }],
    });
  });

  it('passes without findings, and reports an empty list', () => {
    repository.checkOut('main');
    expect(runJob('soapwright-check').exitCode).toBe(0);
    expect(JSON.parse(repository.read('gl-code-quality-report.json'))).toEqual([]);
  });

  it('fails on stale files and on a change that breaks callers, with a report and a log', () => {
    repository.checkOut('change');
    const breaking = runJob('soapwright-breaking');
    expect(breaking.exitCode).toBe(1);
    expect(breaking.stdout).toContain('greeter.yaml:8:');
    expect(JSON.parse(repository.read('gl-code-quality-report.json'))).toMatchObject([
      { severity: 'major', location: { path: 'greeter.yaml', lines: { begin: 8 } } },
    ]);
    repository.makeStale();
    expect(runJob('soapwright-check')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('stale    generated/types.ts'),
    });
    expect(JSON.parse(repository.read('gl-code-quality-report.json')).length).toBeGreaterThan(3);
  });
});

describe('Jenkins', () => {
  const [, script = ''] = /sh '''\n(.*?)'''/s.exec(recipeText('jenkins')) ?? [];

  it('has a pipeline with known sections, whose braces match', () => {
    const rest = recipeText('jenkins').replace(script, '');
    const words = [...rest.matchAll(/^ *(\w+)/gm)].map(([, word = '']) => word);
    expect(new Set(words)).toEqual(
      new Set(['pipeline', 'agent', 'stages', 'stage', 'steps', 'sh', 'post', 'always', 'junit']),
    );
    expect(rest.split('{').length).toBe(rest.split('}').length);
    // Groovy reads escapes in a text.
    expect(script).not.toContain('\\');
  });

  it('fails on stale files and on a change that breaks callers, with reports of tests', () => {
    expect(script).toContain(' npm ci\n');
    const args = ['-xec', script.replace('npm ci\n', '\n')];
    repository.checkOut('main', 'all');
    expect(repository.run('sh', args).exitCode).toBe(0);
    repository.checkOut('change', 'all');
    repository.makeStale();
    expect(repository.run('sh', args, { CHANGE_TARGET: 'main' }).exitCode).toBe(1);
    expect(recipeText('jenkins')).toContain("junit 'soapwright-*.xml'");
    expect(repository.read('soapwright-check.xml')).toContain('<failure');
    expect(repository.read('soapwright-lint.xml')).not.toContain('<failure');
    expect(repository.read('soapwright-breaking.xml')).toContain('REQUEST_FIELD');
  });
});
