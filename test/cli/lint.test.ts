import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, Project } from './cli.ts';

let project: Project;
beforeEach(() => {
  project = new Project();
  project.write({ 'greeter.yaml': contract('Greet', 'Part'), 'soapwright.yaml': configuration });
});
afterEach(() => project.remove());

const settings = (text: string): Readonly<Record<string, string>> => ({
  'soapwright.yaml': `${configuration}lint: ${text}\n`,
});

describe('lint', () => {
  it('prints findings with code frames on stdout and their count on stderr, and writes nothing', () => {
    const before = project.files();
    const ended = project.run('lint');
    expect(ended).toMatchObject({
      exitCode: 0,
      stderr: '2 warnings, 1 hint. Run `soapwright explain RULE` for details.\n',
    });
    expect(ended.stdout).toContain(`greeter.yaml:7:3 warning operation-doc: The operation "Greet" has no doc.
  6 | operations:
  7 |   Greet:
    |   ^^^^^
  Add "doc": what it does, what it needs, and what it returns for an empty result.
`);
    expect(project.files()).toEqual(before);
  });

  it('exits with 0 without findings', () => {
    project.write(settings('{ use: [minimal, security] }'));
    expect(project.run('lint')).toEqual({ exitCode: 0, signal: null, stdout: '', stderr: 'Nothing found.\n' });
    expect(project.run('lint', '--quiet')).toEqual({ exitCode: 0, signal: null, stdout: '', stderr: '' });
  });

  it('exits with 1 for an error, or for too many warnings', () => {
    expect(project.run('lint', '--max-warnings', '2').exitCode).toBe(0);
    const many = project.run('lint', '--max-warnings=1', '--quiet');
    expect(many.exitCode).toBe(1);
    expect(many.stdout).not.toContain('info');
    expect(many.stderr).toContain('error SW7003: 2 warnings are more than the 1 that --max-warnings allows.\n');
    project.write(settings('{ severity: { operation-doc: error } }'));
    expect(project.run('lint')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('2 errors, 1 hint.') });
  });

  it('hides ignored findings, and reports unused ignores', () => {
    project.write(settings('{ use: [operation-doc], ignore: { operation-doc: [operations/Greet, operations/Gone] } }'));
    const ended = project.run('lint', '--verbose');
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toContain('"Part"');
    expect(ended.stdout).toContain('\n  Path: operations/Part\n');
    expect(ended.stdout).not.toContain('"Greet"');
    expect(ended.stderr).toContain(
      'soapwright.yaml:7:75 warning SW7002: "operations/Gone" is ignored for operation-doc',
    );
  });

  it('prints JSON, annotations and SARIF', () => {
    const json = JSON.parse(project.run('lint', '--format', 'json').stdout);
    expect(json).toMatchObject({ exitCode: 0, files: [] });
    expect(json.diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'operation-doc',
        path: 'operations/Greet',
        file: 'greeter.yaml',
        line: 7,
        column: 3,
      }),
    );
    const github = project.run('lint', '--format', 'github').stdout;
    expect(github).toContain(
      '::warning file=greeter.yaml,line=7,endLine=7,col=3,endColumn=8,title=operation-doc::The operation',
    );
    const sarif = JSON.parse(project.run('lint', '--format', 'sarif').stdout);
    expect(sarif.version).toBe('2.1.0');
    const [{ tool, results }] = sarif.runs;
    const finding = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'operation-doc');
    expect(tool.driver.rules[finding.ruleIndex]).toMatchObject({
      id: 'operation-doc',
      defaultConfiguration: { level: 'warning' },
    });
    expect(finding.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'greeter.yaml', uriBaseId: '%SRCROOT%' },
      region: { startLine: 7, startColumn: 3, endColumn: 8 },
    });
  });

  it('lints the contract of --schema with the settings of the configuration', () => {
    project.write({ ...settings('{ use: [plain-http] }'), 'sub/other.yaml': contract('Greet') });
    expect(project.run('lint', '--schema', 'sub/other.yaml').stdout).toBe('');
    const ended = project.run('lint', '--schema', 'sub/other.yaml', '--base-url', 'http://greeter.example');
    expect(ended.stdout).toContain(
      'sub/other.yaml:2:10 warning plain-http: The address of "GreeterSoap" is http without TLS.',
    );
  });

  it('lints included files, and ignores unused declarations that other contracts may use', () => {
    project.write({
      'greeter.yaml': contract('Greet').replace('service: Greeter', 'include: [shared/common.yaml]\nservice: Greeter'),
      'shared/common.yaml': 'soapwright: 1\nrecords:\n  Login: { Password: string }\n',
      ...settings('{ use: [security, unused-record] }'),
    });
    const { exitCode, stdout } = project.run('lint');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('shared/common.yaml:3:12 warning unmarked-secret:');
    expect(stdout).toContain('  3 |   Login: { Password: string }\n');
    expect(stdout).not.toContain('unused-record');
  });

  it('exits with 2 for an invalid contract or configuration, and with 3 if it cannot be read', () => {
    project.write(settings('{ use: [recomended] }'));
    expect(project.run('lint')).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('There is no preset, category or rule "recomended". Did you mean "recommended"?'),
    });
    project.write({
      'soapwright.yaml': configuration,
      'greeter.yaml': contract('Greet').replace('result: Answer', 'result: Anser'),
    });
    expect(project.run('lint')).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('SW1304') });
    expect(project.run('lint', '--schema', 'gone.yaml')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('SW1001'),
    });
    expect(project.run('lint', '--max-warnings', 'few').exitCode).toBe(2);
  });

  it('reports a missing configuration', () => {
    const empty = new Project();
    expect(empty.run('lint')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('SW7004') });
    empty.write({ 'a.yaml': contract('Greet') });
    expect(empty.run('lint', '--schema', 'a.yaml')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('1 warning'),
    });
    empty.remove();
  });

  it('does not affect `generate` and `check`', () => {
    project.write(settings('{ use: [recomended] }'));
    expect(project.run('generate').exitCode).toBe(0);
    expect(project.run('check').exitCode).toBe(0);
  });
});

describe('explain', () => {
  it('prints the page of a rule and of a code', () => {
    expect(project.run('explain', 'operation-doc')).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringContaining('Each operation has a doc.'),
    });
    const code = project.run('explain', 'sw1304').stdout;
    expect(code).toContain('SW1304: error, exit code 2\n\nThere is no type "<type>".\n');
    expect(code).toContain('Example:\n  Number: String\n');
    expect(JSON.parse(project.run('explain', 'R2705', '--format', 'json').stdout)).toMatchObject({
      id: 'wsi-r2705',
      severity: 'error',
    });
  });

  it('prints the list, without an id or with --list', () => {
    const list = project.run('explain').stdout;
    expect(list).toContain('\n  operation-doc          warning recommended Each operation has a doc.\n');
    expect(list).toContain('\n  SW1304  error   There is no type "<type>".\n');
    expect(project.run('explain', '--list').stdout).toBe(list);
  });

  it('suggests a known id', () => {
    expect(project.run('explain', 'operation-docs')).toEqual({
      exitCode: 2,
      signal: null,
      stdout: '',
      stderr:
        'error SW7005: There is no page for "operation-docs". Did you mean "operation-doc"?\n  `soapwright explain --list` lists all rules and codes.\n',
    });
    expect(JSON.parse(project.run('explain', 'SW1399', '--format=json').stdout)).toMatchObject({ exitCode: 2 });
  });
});
