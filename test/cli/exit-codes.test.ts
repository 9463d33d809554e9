import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readTree } from '@soapwright/runtime/xml';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuration, contract, Project, root } from './cli.ts';

/** A project in each situation that has an exit code of its own. */
const situations: readonly (readonly [exitCode: number, what: string, prepare: (project: Project) => void])[] = [
  [0, 'all files are up to date', () => {}],
  [1, 'files are stale', (project) => project.write({ 'greeter.yaml': contract('Greet', 'Part') })],
  [
    2,
    'the contract is invalid',
    (project) => project.write({ 'greeter.yaml': `${contract('Greet')}  B: { C: strng }\n` }),
  ],
  [3, 'the contract cannot be read', (project) => rmSync(join(project.path, 'greeter.yaml'))],
];

const isReport = new Ajv({ strict: false }).compile(
  JSON.parse(readFileSync(join(root, 'schema/report.schema.json'), 'utf8')),
);

describe.each(situations)('exit code %i: %s', (exitCode, _what, prepare) => {
  let project: Project;
  beforeAll(() => {
    project = new Project();
    project.write({ 'greeter.yaml': contract('Greet'), 'soapwright.yaml': configuration });
    expect(project.run('generate').exitCode).toBe(0);
    prepare(project);
  });
  afterAll(() => project.remove());

  /** What `check` prints on stdout in a format. */
  function printed(format: string): string {
    const ended = project.run('check', '--format', format);
    expect(ended.exitCode).toBe(exitCode);
    if (format !== 'text') expect(ended.stderr).toBe('');
    return ended.stdout;
  }

  it('of text', () => {
    expect(printed('text') === '').toBe(exitCode !== 1);
  });

  it('of JSON is in the document', () => {
    const report = JSON.parse(printed('json'));
    expect([isReport(report), isReport.errors]).toEqual([true, null]);
    expect(report.exitCode).toBe(exitCode);
    expect(Math.max(0, ...report.diagnostics.map(({ exit }: { exit: number }) => exit))).toBe(exitCode);
  });

  it('of annotations', () => {
    const errors = printed('github')
      .split('\n')
      .filter((line) => /^::error file=[^,]+(,.+)?,title=SW\d{4}::/.test(line));
    expect(errors.length > 0).toBe(exitCode > 0);
  });

  it('of GitLab', () => {
    const severities: readonly string[] = JSON.parse(printed('gitlab')).map(
      (issue: { severity: string }) => issue.severity,
    );
    expect(severities.includes('major')).toBe(exitCode === 1);
    expect(severities.includes('critical')).toBe(exitCode > 1);
  });

  it('of JUnit', () => {
    const { root: suites } = readTree(new TextEncoder().encode(printed('junit')));
    const counts = new Map(suites.attributes.map(({ local, value }) => [local, value]));
    expect(counts.get('failures') !== '0').toBe(exitCode === 1);
    expect(counts.get('errors') !== '0').toBe(exitCode > 1);
    const cases = suites.children.flatMap(({ children }) => children);
    expect(cases.length).toBe(Number(counts.get('tests')));
  });

  it('of SARIF', () => {
    const [run] = JSON.parse(printed('sarif')).runs;
    expect(run.invocations).toEqual([{ executionSuccessful: exitCode < 2, exitCode }]);
    expect(run.results.some(({ level }: { level: string }) => level === 'error')).toBe(exitCode > 0);
  });
});
