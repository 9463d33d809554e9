import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, Project } from './cli.ts';

let project: Project;
beforeEach(() => {
  project = new Project();
  project.write({ 'greeter.yaml': contract('Greet', 'Part'), 'soapwright.yaml': configuration });
  expect(project.run('generate').exitCode).toBe(0);
});
afterEach(() => project.remove());

describe('check', () => {
  it('reports nothing after `generate`, and writes nothing', () => {
    const before = project.files();
    expect(project.run('check')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: expect.stringContaining('up to date'),
    });
    expect(project.files()).toEqual(before);
  });

  it('reports stale, missing and orphaned files with short differences, and the command to run', () => {
    project.write({
      'generated/types.ts': project.read('generated/types.ts').replace('Text', 'Txet'),
      'soapwright.yaml': configuration,
      'greeter.yaml': contract('Greet', 'Part').replace('service: Greeter', 'service: Welcome'),
    });
    rmSync(join(project.path, 'generated/codec.ts'));
    rmSync(join(project.path, 'handlers/Greet.ts'));
    const ended = project.run('check', '--base-url', 'http://localhost:1', '--import-extension', 'ts');
    expect(ended.exitCode).toBe(1);
    const lines = ended.stdout.split('\n');
    expect(lines).toContain('stale    generated/types.ts');
    expect(lines).toContain('  -  Txet: string;');
    expect(lines).toContain('  +  Text: string;');
    expect(lines).toContain('missing  generated/codec.ts');
    expect(lines).toContain('missing  generated/welcome.wsdl');
    expect(lines).toContain('orphaned generated/greeter.wsdl');
    expect(lines).toContain('missing  handlers/Greet.ts');
    expect(lines).toContain('stale    generated/.soapwright.json');
    expect(ended.stderr).toContain(
      'Run: npx soapwright generate --base-url http://localhost:1 --import-extension ts\n',
    );
  });

  it('shows the entry that an index lacks', () => {
    project.write({ 'greeter.yaml': contract('Greet', 'Part', 'Third') });
    const ended = project.run('check', '--quiet');
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toContain('stale    handlers/index.ts\n');
    expect(ended.stdout).toContain("  +import { Third } from './Third.ts';\n");
    expect(ended.stdout).toContain('  +  Third,\n');
    expect(ended.stderr).toBe('');
  });

  it('accepts a checkout with CRLF', () => {
    for (const [name, text] of Object.entries(project.files()))
      project.write({ [name]: text.replaceAll('\n', '\r\n') });
    expect(project.run('check')).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('works in read-only folders', () => {
    for (const name of ['generated', 'handlers', '.']) chmodSync(join(project.path, name), 0o555);
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    expect(project.runWith({ uid }, 'check').exitCode).toBe(0);
    for (const name of ['.', 'generated', 'handlers']) chmodSync(join(project.path, name), 0o755);
  });
});
