import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wsdlText } from '../../src/emit/wsdl.ts';
import { contractOf } from '../support/generator/load-contracts.ts';
import { Project } from './cli.ts';

let project: Project;
beforeEach(() => {
  project = new Project();
});
afterEach(() => project.remove());

/** Runs git in the project, or in a folder of it. */
function git(args: readonly string[], folder = '.'): string {
  const settings = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...settings, ...args], {
    cwd: join(project.path, folder),
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function commit(...tags: readonly string[]): void {
  git(['add', '-A']);
  git(['commit', '-q', '-m', 'A change']);
  for (const tag of tags) git(['tag', tag]);
}

const head = 'soapwright: 1\nservice: Shop\nnamespace: urn:shop/\naddress: http://localhost/shop\n';
const find = (fields: string): string =>
  `${head}operations:\n  Find:\n    request:\n      Query: string\n${fields}    response: { Found: string }\n`;
const old = find('');
const current = find('      Limit: int\n');
const configuration = 'soapwright: 1\ngenerate: [{ schema: schema/shop.yaml, out: generated }]\n';

/** A repository with the old contract in the commit v1, and the new one in the working folder. */
function repository(): void {
  project.write({ 'schema/shop.yaml': old, 'soapwright.yaml': configuration });
  git(['init', '-q', '-b', 'main']);
  commit('v1');
  project.write({ 'schema/shop.yaml': current });
}

describe('breaking', () => {
  it('compares with a commit, and shows both positions, the remedy and the verdicts', () => {
    repository();
    const before = project.files();
    const { exitCode, stdout, stderr } = project.run('breaking', '--against', 'v1');
    expect(
      stdout,
    ).toBe(`schema/shop.yaml:9:7 error REQUEST_FIELD_NO_NEW_REQUIRED: The field "Limit" of the request of "Find" is new and required.
  8 |       Query: string
  9 |       Limit: int
    |       ^^^^^
  v1:schema/shop.yaml:6:3 In the old contract (v1).
  5 | operations:
  6 |   Find:
    |   ^^^^
  Make the field optional (\`?\`), and decide in the handler what its absence means.
`);
    expect(stderr).toBe(`1 error. Run \`soapwright explain RULE\` for details.
  On the wire:    old clients can fail
  Other toolkits: code that is generated again changes
  Our TypeScript: code that is generated again changes
`);
    expect(exitCode).toBe(1);
    expect(project.files()).toEqual(before);
  });

  it('exits with 0 without a breaking change, and says so', () => {
    repository();
    commit('v2');
    const { exitCode, stdout, stderr } = project.run('breaking', '--against', 'v2');
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^No breaking change\.\n {2}On the wire: {4}old clients keep working\n/);
  });

  it('reads included files of the old contract from the commit too, also in a folder of a repository', () => {
    const main = `${head}include: [types.yaml]\noperations: { Find: { request: { A: Kind }, response: { B: string } } }\n`;
    const types = (values: string): string => `soapwright: 1\ntypes: { Kind: { base: string, enum: [${values}] } }\n`;
    project.write({ 'packages/shop/main.yaml': main, 'packages/shop/types.yaml': types('a, b') });
    git(['init', '-q', '-b', 'main']);
    commit();
    project.write({ 'packages/shop/types.yaml': types('a') });
    const run = project.runWith({ folder: 'packages/shop' }, 'breaking', '--schema', 'main.yaml', '--against', 'main');
    expect(run.stdout).toContain('types.yaml:2:10 error REQUEST_ENUM_VALUE_NO_DELETE: The type "Kind" no longer has');
    expect(run.stdout).toContain('main:types.yaml:2:10 In the old contract (main).');
    expect(run.exitCode).toBe(1);
    const options = ['--schema', 'main.yaml', '--against', 'main', '--format', 'markdown'];
    const comment = project.runWith({ folder: 'packages/shop' }, 'breaking', ...options).stdout;
    expect(comment).toMatch(/^<!-- soapwright breaking -->\n### 1 breaking change against `main`\n/);
    expect(comment).toContain('| `packages/shop/types.yaml:2`<br>before: `packages/shop/types.yaml:2` |');
  });

  it('compares YAML with a WSDL in a file, in both directions', () => {
    project.write({ 'old.wsdl': wsdlText(contractOf(old), { source: 'old.yaml' }), 'new.yaml': current });
    const forward = project.run('breaking', '--schema', 'new.yaml', '--against', 'old.wsdl');
    expect(forward.stdout).toContain('new.yaml:9:7 error REQUEST_FIELD_NO_NEW_REQUIRED');
    expect(forward.stdout).toMatch(/old\.wsdl:\d+:\d+ In the old contract\./);
    const backward = project.run('breaking', '--schema', 'old.wsdl', '--against', 'new.yaml');
    expect(backward.stdout).toMatch(/^old\.wsdl:\d+:\d+ error REQUEST_FIELD_NO_DELETE_OPTIONAL: The field "Limit"/);
    expect([forward.exitCode, backward.exitCode]).toEqual([1, 1]);
    project.write({ 'same.yaml': old });
    expect(project.run('breaking', '--schema', 'same.yaml', '--against', 'old.wsdl').exitCode).toBe(0);
  });

  it('prints all formats, with paths from the root of the repository', () => {
    repository();
    const run = (format: string): string => project.run('breaking', '--against', 'v1', '--format', format).stdout;
    const json = JSON.parse(run('json'));
    expect(json).toMatchObject({ command: 'breaking', exitCode: 1, against: 'v1', verdicts: { wire: 'fails' } });
    expect(json.diagnostics).toMatchObject([
      {
        rule: 'REQUEST_FIELD_NO_NEW_REQUIRED',
        category: 'WIRE',
        path: 'operations/Find/request/Limit',
        reached: [{ message: 'request', operation: 'Find' }],
        file: 'schema/shop.yaml',
        line: 9,
        related: [{ file: 'schema/shop.yaml', line: 6, message: 'In the old contract (v1).' }],
      },
    ]);
    const [result] = JSON.parse(run('sarif')).runs[0].results;
    expect(result).toMatchObject({ ruleId: 'REQUEST_FIELD_NO_NEW_REQUIRED', level: 'error' });
    expect(run('github')).toContain('file=schema/shop.yaml,line=9');
    expect(run('junit')).toContain('REQUEST_FIELD_NO_NEW_REQUIRED');
    expect(JSON.parse(run('gitlab'))).toHaveLength(1);
    expect(run('markdown')).toContain(
      '| `schema/shop.yaml:9`<br>before: `schema/shop.yaml:6` | The field "Limit" of the request of "Find" is new and required.<br>REQUEST_FIELD_NO_NEW_REQUIRED |',
    );
  });
});

describe('settings of breaking in soapwright.yaml', () => {
  it('say what to compare with, and which rules apply', () => {
    repository();
    project.write({
      'soapwright.yaml': `${configuration}breaking: { against: v1, severity: { REQUEST_FIELD_NO_NEW_REQUIRED: warning } }\n`,
    });
    const { exitCode, stdout } = project.run('breaking');
    expect(stdout).toContain('warning REQUEST_FIELD_NO_NEW_REQUIRED');
    expect(exitCode).toBe(0);
    project.write({ 'soapwright.yaml': `${configuration}breaking: { against: v1, except: [WIRE] }\n` });
    expect(project.run('breaking')).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('ignore intended changes, and report ignored paths without a change', () => {
    repository();
    const ignore = '{ REQUEST_FIELD_NO_NEW_REQUIRED: [operations/Find/request, records/Gone] }';
    project.write({ 'soapwright.yaml': `${configuration}breaking: { against: v1, ignore_only: ${ignore} }\n` });
    const { exitCode, stdout, stderr } = project.run('breaking');
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain('warning SW7002: "records/Gone" is ignored for REQUEST_FIELD_NO_NEW_REQUIRED');
    expect(stderr).not.toContain('"operations/Find');
  });

  it('are checked: unknown rules are errors with a suggestion', () => {
    repository();
    project.write({ 'soapwright.yaml': `${configuration}breaking: { against: v1, use: [WIRE_STRIKT] }\n` });
    const { exitCode, stderr } = project.run('breaking');
    expect(stderr).toContain('SW7001: There is no category or rule "WIRE_STRIKT". Did you mean "WIRE_STRICT"?');
    expect(exitCode).toBe(2);
  });

  it('name a file relative to the configuration', () => {
    project.write({
      'api/soapwright.yaml':
        'soapwright: 1\ngenerate: [{ schema: new.yaml, out: out }]\nbreaking: { against: old.yaml }\n',
      'api/new.yaml': current,
      'api/old.yaml': old,
    });
    const { exitCode, stdout } = project.run('breaking', '--config', 'api/soapwright.yaml');
    expect(stdout).toContain('api/old.yaml:6:3 In the old contract.');
    expect(exitCode).toBe(1);
  });
});

describe('an old contract', () => {
  it('is found where the configuration of the commit had it, and a new one is named', () => {
    project.write({
      'old.yaml': old,
      'soapwright.yaml': 'soapwright: 1\ngenerate: [{ schema: old.yaml, out: generated }]\n',
    });
    git(['init', '-q', '-b', 'main']);
    commit();
    rmSync(join(project.path, 'old.yaml'));
    const more = 'generate: [{ schema: schema/shop.yaml, out: generated }, { schema: schema/more.yaml, out: more }]';
    project.write({
      'schema/shop.yaml': current,
      'schema/more.yaml': old,
      'soapwright.yaml': `soapwright: 1\n${more}\n`,
    });
    const { exitCode, stdout, stderr } = project.run('breaking', '--against', 'main');
    expect(stderr).toContain('info SW7111: schema/shop.yaml is compared with old.yaml');
    expect(stderr).toContain('info SW7112: schema/more.yaml is new: main has no such contract.');
    expect(stdout).toContain('main:old.yaml:6:3 In the old contract (main).');
    expect(exitCode).toBe(1);
  });

  it('that is missing is a failure: the file, the commit, and a commit without any of the contracts', () => {
    repository();
    project.write({ 'schema/other.yaml': old });
    const failures = [
      ['--against', 'v9'],
      ['--against', '--upload-pack=x'],
      ['--against', 'v1', '--schema', 'schema/other.yaml'],
    ].map((args) => project.run('breaking', ...args));
    expect(failures.map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
      [3, ''],
      [3, ''],
      [3, ''],
    ]);
    expect(failures[0]?.stderr).toContain('SW7107: v9 is neither a file nor a branch, a tag or a commit');
    expect(failures[2]?.stderr).toContain('SW7109: schema/other.yaml is not in v1.');
    project.write({ 'soapwright.yaml': 'soapwright: 1\ngenerate: [{ schema: schema/other.yaml, out: more }]\n' });
    const none = project.run('breaking', '--against', 'v1');
    expect(none.stderr).toContain('SW7113: No contract was compared');
    expect(none.exitCode).toBe(3);
  });

  it('is not asked of a commit before the first configuration', () => {
    project.write({ 'readme.txt': 'nothing yet' });
    git(['init', '-q', '-b', 'main']);
    commit();
    project.write({ 'schema/shop.yaml': current, 'soapwright.yaml': configuration });
    const { exitCode, stdout, stderr } = project.run('breaking', '--against', 'main');
    expect(stderr).toContain('info SW7112: schema/shop.yaml is new: main has no such contract.');
    expect([exitCode, stdout]).toEqual([0, '']);
  });

  it('with errors is a failure, with the errors in the commit', () => {
    project.write({ 'schema/shop.yaml': `${old}nonsense: 1\n`, 'soapwright.yaml': configuration });
    git(['init', '-q', '-b', 'main']);
    commit('v1');
    project.write({ 'schema/shop.yaml': current });
    const { exitCode, stdout, stderr } = project.run('breaking', '--against', 'v1');
    expect(stderr).toContain('v1:schema/shop.yaml:10:1 error');
    expect(stderr).toContain('SW7110: The old contract, v1:schema/shop.yaml, cannot be loaded.');
    expect([exitCode, stdout]).toEqual([3, '']);
  });

  it('in a shallow clone is fetched by the command of the message', () => {
    repository();
    commit();
    const url = `file://${project.path}`;
    git(['clone', '-q', '--depth=1', url, 'clone']);
    const run = (): ReturnType<Project['run']> => project.runWith({ folder: 'clone' }, 'breaking', '--against', 'v1');
    const missing = run();
    expect(missing.exitCode).toBe(3);
    expect(missing.stderr).toContain('SW7108: This clone is shallow, and does not have v1.');
    const [, command = ''] = /Fetch it first: git (.*)/.exec(missing.stderr) ?? [];
    git(command.split(' '), 'clone');
    const found = run();
    expect(found.stdout).toContain('REQUEST_FIELD_NO_NEW_REQUIRED');
    expect(found.exitCode).toBe(1);
  });

  it('cannot be found without git or outside of a repository', () => {
    project.write({ 'new.yaml': current });
    const args = ['breaking', '--schema', 'new.yaml', '--against', 'main'];
    mkdirSync(join(project.path, 'empty'));
    const without = project.runWith({ environment: { PATH: join(project.path, 'empty') } }, ...args);
    expect(without.stderr).toContain('SW7105: main is not a file, and git cannot look for it: ENOENT.');
    const outside = project.runWith({ environment: { GIT_CEILING_DIRECTORIES: join(project.path, '..') } }, ...args);
    expect(outside.stderr).toContain('SW7106: main is not a file, and this folder is not in a git repository.');
    expect([without.exitCode, outside.exitCode]).toEqual([3, 3]);
  });

  it('must be said, and be a file or a commit', () => {
    project.write({ 'new.yaml': current, 'old.yaml': old });
    const unsaid = project.run('breaking', '--schema', 'new.yaml');
    expect([unsaid.exitCode, unsaid.stderr]).toEqual([2, expect.stringContaining('SW7102')]);
    const address = project.run('breaking', '--schema', 'new.yaml', '--against', 'https://shop.example/orders?wsdl');
    expect(address.stderr).toContain('npx soapwright fetch https://shop.example/orders?wsdl');
    expect(address.exitCode).toBe(2);
    const nothing = project.run('breaking', '--against', 'old.yaml');
    expect([nothing.exitCode, nothing.stderr]).toEqual([2, expect.stringContaining('SW7101')]);
    project.write({
      'soapwright.yaml': 'soapwright: 1\ngenerate: [{ schema: new.yaml, out: a }, { schema: old.yaml, out: b }]\n',
    });
    const several = project.run('breaking', '--against', 'old.yaml');
    expect([several.exitCode, several.stderr]).toEqual([2, expect.stringContaining('SW7104')]);
  });
});
