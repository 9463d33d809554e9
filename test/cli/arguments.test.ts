import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, Project } from './cli.ts';

let project: Project;
beforeEach(() => {
  project = new Project();
});
afterEach(() => project.remove());

describe('arguments', () => {
  it('prints help and version on stdout', () => {
    const help = project.run('--help');
    expect(help).toMatchObject({ exitCode: 0, stderr: '' });
    for (const word of ['init', 'generate', 'check', 'Exit codes']) expect(help.stdout).toContain(word);
    expect(project.run('generate', '--help')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('--base-url'),
    });
    expect(project.run('--version')).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it.each<[args: string[], says: string]>([
    [[], 'Usage: soapwright'],
    [['genrate'], 'Did you mean generate?'],
    [['generate', '--shema', 'x'], 'Did you mean --schema?'],
    [['generate', '--schema'], "option '--schema <file>' argument missing"],
    [['generate', 'extra'], 'too many arguments'],
    [['lint', 'a.wsdl'], 'Name a contract by its option: soapwright lint --schema <file>'],
    [['generate', '--format', 'xml'], 'Allowed choices are text, json, github'],
    [['generate', '--import-extension', 'mjs'], 'Allowed choices are ts, js, none'],
    [['generate', '--wait', 'long'], 'not a number of seconds'],
    [['generate', '--config', 'a', '--schema', 'b'], 'cannot be used with'],
    [['generate', '--quiet', '--verbose'], 'cannot be used with'],
    [['check', '--force'], "unknown option '--force'"],
    [['verify'], "missing required argument 'url'\nAdd --help to list the arguments and options."],
    [['generate'], 'There is nothing to generate'],
    [['generate', '--schema', 'x'], '--schema is given without --out'],
    [['check', '--config', 'nowhere.yaml'], 'nowhere.yaml'],
  ])('exits with 2 or 3 on %j, with a message on stderr', (args, says) => {
    const ended = project.run(...args);
    expect(ended.stderr).toContain(says);
    expect(ended.stdout).toBe('');
    expect(ended.exitCode).toBe(args.includes('nowhere.yaml') ? 3 : 2);
    expect(project.files()).toEqual({});
  });

  it('SW9003 names the command that chooses one of several contracts', () => {
    const entries = ['a', 'b'].map((name) => `  - { schema: ${name}.yaml, out: ${name} }\n`);
    project.write({ 'soapwright.yaml': `soapwright: 1\ngenerate:\n${entries.join('')}` });
    expect(project.run('mock').stderr).toContain('Choose one: soapwright mock a.yaml');
    expect(project.run('samples').stderr).toContain('Choose one: soapwright samples --schema a.yaml');
    const verify = 'soapwright verify http://localhost:1/';
    expect(project.run('verify', 'http://localhost:1/').stderr).toContain(`Choose one: ${verify} a.yaml`);
  });

  it('prints wrong arguments in the requested format', () => {
    for (const format of [['--format', 'json'], ['--format=json']]) {
      const ended = project.run('check', '--schme', 'x', ...format);
      expect(ended.exitCode).toBe(2);
      expect(ended.stderr).toContain("unknown option '--schme'");
      expect(JSON.parse(ended.stdout)).toMatchObject({
        exitCode: 2,
        diagnostics: [
          { code: 'SW5002', severity: 'error', message: expect.stringContaining("unknown option '--schme'") },
        ],
      });
    }
    for (const args of [['genrate'], ['explain', '--lst'], ['generate', '--wait', '-1'], ['init', 'a', 'b'], []]) {
      const ended = project.run(...args, '--format', 'json');
      expect([args, ended.exitCode, JSON.parse(ended.stdout)]).toMatchObject([args, 2, { exitCode: 2, files: [] }]);
    }
    expect(project.run('check', 'extra', '--format', 'github').stdout).toContain('::error');
    const { runs } = JSON.parse(project.run('lint', '--shema', 'x', '--format', 'sarif').stdout);
    expect(runs[0].results).toMatchObject([{ ruleId: 'SW5002', level: 'error' }]);
  });

  it('reports output folders that are shared or nested through a symbolic link', () => {
    project.write({
      'greeter.yaml': contract('Greet'),
      'soapwright.yaml': [
        'soapwright: 1',
        'generate:',
        '  - { schema: greeter.yaml, out: one }',
        '  - { schema: greeter.yaml, out: two }',
        '',
      ].join('\n'),
    });
    mkdirSync(join(project.path, 'one'));
    symlinkSync('one', join(project.path, 'two'));
    const ended = project.run('generate');
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ended.stderr).toContain('two and one are the same folder');
    project.write({
      'soapwright.yaml': project.read('soapwright.yaml').replace('out: two', 'out: two/deeper'),
    });
    const nested = project.run('generate');
    expect(nested).toMatchObject({ exitCode: 2, stdout: '' });
    expect(nested.stderr).toContain('SW2006: The folder "two/deeper" is inside of "one"');
  });

  it('applies namespace, base URL, service file and extension from the command line', () => {
    project.write({ 'greeter.yaml': contract('Greet') });
    const args = [
      '--schema',
      'greeter.yaml',
      '--out',
      'out',
      '--namespace',
      'urn:n/',
      '--base-url',
      'https://x.example/a',
    ];
    const ended = project.run('generate', ...args, '--service-file', 'other', '--import-extension', 'none');
    expect(ended.exitCode).toBe(0);
    expect(project.read('out/client.ts')).toContain("'https://x.example/a/v1/other.asmx'");
    expect(project.read('out/client.ts')).toContain("from './client-operations'");
    expect(project.read('out/client-operations.ts')).toContain("'urn:n/Greet'");
    // Handlers only where a folder is named for them.
    expect(Object.keys(project.files()).filter((name) => !name.startsWith('out/'))).toEqual(['greeter.yaml']);
  });

  it('applies flags instead of values of the configuration', () => {
    project.write({
      'greeter.yaml': contract('Greet'),
      'sub/soapwright.yaml': configuration.replace('greeter', '../greeter'),
    });
    expect(project.run('generate', '--config', 'sub/soapwright.yaml', '--handlers', 'mine').exitCode).toBe(0);
    const names = Object.keys(project.files());
    expect(names).toContain('mine/Greet.ts');
    expect(names).toContain('sub/generated/types.ts');
    expect(project.read('sub/generated/types.ts')).toContain('from ../greeter.yaml.');
    expect(project.read('mine/Greet.ts')).toContain("'../sub/generated/server.ts'");
  });
});

describe('streams', () => {
  beforeEach(() => project.write({ 'greeter.yaml': contract('Greet'), 'soapwright.yaml': configuration }));

  it('prints results on stdout and everything else on stderr', () => {
    const ended = project.run('generate');
    expect(ended.stdout.split('\n')).toEqual([
      ...[
        'client-operations.ts',
        'client.ts',
        'codec.ts',
        'description.ts',
        'greeter.wsdl',
        'pages.ts',
        'server-operations.ts',
        'server.ts',
        'types.ts',
      ].map((name) => `created  generated/${name}`),
      ...['index.ts', 'Greet.ts', 'context.ts'].map((name) => `created  handlers/${name}`),
      '',
    ]);
    expect(ended.stderr).toContain('Wrote 12 files, 0 unchanged.');
    expect(ended.stderr).toContain('npm install @soapwright/runtime');
    expect(project.run('generate')).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('12 files unchanged'),
    });
    expect(project.run('generate', '--quiet')).toMatchObject({ stdout: '', stderr: '' });
    expect(project.run('generate', '--verbose').stderr).toMatch(/\d ms {2}Reading greeter\.yaml\n/);
  });

  it('uses colours only on terminals, or according to NO_COLOR and FORCE_COLOR', () => {
    project.write({ 'greeter.yaml': `${contract('Greet')}wrong: 1\n` });
    const run = (environment: Record<string, string>): boolean => {
      const { stdout, stderr } = project.runWith({ environment }, 'check');
      return `${stdout}${stderr}`.includes('\u001B[');
    };
    expect(run({})).toBe(false);
    expect(run({ FORCE_COLOR: '1' })).toBe(true);
    expect(run({ FORCE_COLOR: '0' })).toBe(false);
    expect(run({ NO_COLOR: '1' })).toBe(false);
    expect(run({ NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(true);
  });

  it('prints only JSON or annotations on stdout', () => {
    const json = project.run('check', '--format', 'json');
    expect(json).toMatchObject({ exitCode: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({
      exitCode: 1,
      files: expect.arrayContaining([{ what: 'missing', file: 'generated/types.ts', diff: [] }]),
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'SW3302', file: 'generated/types.ts' })]),
    });
    const github = project.run('check', '--format', 'github');
    expect(github).toMatchObject({ exitCode: 1, stderr: '' });
    expect(github.stdout).toContain('::error file=generated/types.ts,title=SW3302::');
  });

  it('ignores a closed pipe', async () => {
    const { spawnSync } = await import('node:child_process');
    const command = `"${process.execPath}" "${new URL('../../bin/soapwright.js', import.meta.url).pathname}" generate | true; exit \${PIPESTATUS[0]}`;
    const ended = spawnSync('bash', ['-c', command], { cwd: project.path, encoding: 'utf8' });
    expect([ended.status, ended.stderr]).toEqual([0, expect.not.stringContaining('EPIPE')]);
  });
});

describe('errors of soapwright itself', () => {
  it('are printed in one line, with a stack only for SOAPWRIGHT_DEBUG', () => {
    project.write({
      'greeter.yaml': contract('Greet'),
      'soapwright.yaml': configuration,
      'break.cjs': "JSON.stringify = () => { throw new TypeError('boom\\nand more'); };",
    });
    const preload = `${project.path}/break.cjs`;
    const ended = project.runWith({ preload }, 'generate');
    expect(ended.exitCode).toBe(3);
    expect(ended.stderr).toMatch(/^soapwright failed unexpectedly: TypeError: boom\\nand more\. .*\n$/);
    const debugged = project.runWith({ preload, environment: { SOAPWRIGHT_DEBUG: '1' } }, 'generate');
    expect(debugged.stderr).toContain('    at ');
  });

  it.each(['--schema', '--out', '--handlers', '--config'])('rejects an empty %s', (option) => {
    const ended = project.run('generate', option, '');
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ended.stderr).toContain('It is empty');
  });

  it('exits if an existing folder rejects new entries', () => {
    project.write({ 'greeter.yaml': contract('Greet') });
    const ended = project.run('generate', '--schema', 'greeter.yaml', '--out', '/proc/soapwright');
    expect(ended).toMatchObject({ exitCode: 3, stdout: '', stderr: expect.stringContaining('/proc/soapwright') });
  });
});
