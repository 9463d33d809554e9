import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTree } from '@soapwright/runtime/xml';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, type Ended, Project, root } from './cli.ts';

/** A repository with a package in a folder, whose contract has a wrong type. */
let project: Project;
beforeEach(() => {
  project = new Project();
  mkdirSync(join(project.path, '.git'));
  project.write({
    'packages/greeter/greeter.yaml': contract('Greet'),
    'packages/greeter/soapwright.yaml': configuration,
  });
});
afterEach(() => project.remove());

function run(...args: string[]): Ended {
  return project.runWith({ folder: 'packages/greeter' }, ...args);
}

function misspell(): void {
  const file = 'packages/greeter/greeter.yaml';
  project.write({ [file]: project.read(file).replace('Text: string', 'Text: strng') });
}

const isReport = new Ajv({ strict: false }).compile(
  JSON.parse(readFileSync(join(root, 'schema/report.schema.json'), 'utf8')),
);

describe('paths in a package of a repository', () => {
  it('are relative to the current folder in text', () => {
    misspell();
    expect(run('check')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^greeter\.yaml:12:11 error SW1/),
    });
  });

  it('are relative to the repository in annotations, of contracts and of generated files', () => {
    expect(run('check', '--format', 'github').stdout).toContain(
      '::error file=packages/greeter/generated/types.ts,title=SW3302::',
    );
    misspell();
    expect(run('check', '--format', 'github').stdout).toMatch(
      /^::error file=packages\/greeter\/greeter\.yaml,line=12,endLine=12,col=11,endColumn=16,title=SW1304::/,
    );
  });
});

describe('JSON', () => {
  it.each([
    ['check', 1],
    ['lint', 0],
    ['generate', 0],
    ['samples', 0],
  ])('of %s is a report', (command, exitCode) => {
    const ended = run(command, '--format', 'json');
    expect(ended).toMatchObject({ exitCode, stderr: '' });
    const report = JSON.parse(ended.stdout);
    expect(report).toMatchObject({ version: 1, command, exitCode });
    expect([isReport(report), isReport.errors]).toEqual([true, null]);
  });

  it('has the edits of a suggestion', () => {
    misspell();
    const report = JSON.parse(run('lint', '--format', 'json').stdout);
    expect([isReport(report), isReport.errors]).toEqual([true, null]);
    expect(report.diagnostics).toMatchObject([
      {
        code: 'SW1304',
        suggestion: 'string',
        edits: [
          { file: 'packages/greeter/greeter.yaml', line: 12, column: 11, endLine: 12, endColumn: 16, text: 'string' },
        ],
      },
    ]);
  });
});

describe('GitLab code quality', () => {
  it('has the same fingerprints after lines have moved', () => {
    const issues = () => JSON.parse(run('lint', '--format', 'gitlab').stdout);
    const before = issues();
    expect(before).toContainEqual({
      check_name: 'operation-doc',
      description: 'The operation "Greet" has no doc.',
      severity: 'minor',
      fingerprint: expect.stringMatching(/^[\da-f]{32}$/),
      location: { path: 'packages/greeter/greeter.yaml', lines: { begin: 7, end: 7 } },
    });
    const file = 'packages/greeter/greeter.yaml';
    project.write({ [file]: `# One\n# Two\n${project.read(file)}` });
    const after = issues();
    expect(after[0].location.lines.begin).toBe(before[0].location.lines.begin + 2);
    const fingerprints = (list: readonly { fingerprint: string }[]) => list.map(({ fingerprint }) => fingerprint);
    expect(fingerprints(after)).toEqual(fingerprints(before));
  });
});

describe('JUnit', () => {
  const tree = (ended: Ended) => readTree(new TextEncoder().encode(ended.stdout));

  it('fails for stale files, and has no failure when all are up to date', () => {
    const stale = run('check', '--format', 'junit');
    expect(stale.exitCode).toBe(1);
    const missing = JSON.parse(run('check', '--format', 'json').stdout).files.length;
    expect(tree(stale).root.attributes.map(({ local, value }) => `${local}=${value}`)).toEqual([
      'name=soapwright check',
      `tests=${missing}`,
      `failures=${missing}`,
      'errors=0',
    ]);
    run('generate');
    const current = run('check', '--format', 'junit');
    expect(current.exitCode).toBe(0);
    expect(current.stdout).toContain('<testcase name="soapwright check"/>');
  });
});

describe('SARIF', () => {
  it('of check and lint has places from the root, and names the package', () => {
    const stale = JSON.parse(run('check', '--format', 'sarif').stdout).runs[0];
    expect(stale).toMatchObject({
      automationDetails: { id: 'soapwright/check/packages/greeter/' },
      invocations: [{ executionSuccessful: true, exitCode: 1 }],
    });
    expect(stale.results[0].locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: expect.stringMatching(/^packages\/greeter\//), uriBaseId: '%SRCROOT%' },
        },
      },
    ]);
    const linted = JSON.parse(run('lint', '--format', 'sarif').stdout).runs[0];
    expect(linted.results).toContainEqual(
      expect.objectContaining({
        ruleId: 'operation-doc',
        level: 'warning',
        partialFingerprints: { 'soapwright/v1': expect.stringMatching(/^[\da-f]{32}$/) },
      }),
    );
    expect(linted.tool.driver.rules).toContainEqual(
      expect.objectContaining({
        id: 'operation-doc',
        helpUri: 'https://soapwright.github.io/soapwright/codes/operation-doc.html',
      }),
    );
  });

  it('of a wrong argument is a result as well', () => {
    const ended = run('check', '--shema', 'x', '--format=sarif');
    expect(ended.exitCode).toBe(2);
    expect(JSON.parse(ended.stdout).runs[0].results).toMatchObject([{ ruleId: 'SW5002', level: 'error' }]);
  });
});
