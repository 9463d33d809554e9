import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, type Ended, Project, root } from './cli.ts';

function tickets(name: string): string {
  return readFileSync(join(root, 'test/interop/tickets', name), 'utf8');
}

/** A repository with one configuration at its root, and a package in which commands run. */
let project: Project;
beforeEach(() => {
  project = new Project();
  mkdirSync(join(project.path, '.git'));
  project.write({
    'packages/orders/src/index.ts': '',
    'soapwright.yaml': `${configuration}  - { schema: wsdl/tickets.wsdl, out: tickets }\n`,
    'greeter.yaml': contract('Greet'),
    'wsdl/tickets.wsdl': tickets('tickets.wsdl')
      .replace('ADDRESS?xsd=tickets', '../schemas/tickets.xsd')
      .replaceAll('ADDRESS', 'http://tickets.example/'),
    'schemas/tickets.xsd': tickets('tickets.xsd'),
  });
});
afterEach(() => project.remove());

function runInside(...args: string[]): Ended {
  return project.runWith({ folder: 'packages/orders/src' }, ...args);
}

describe('the configuration of a folder above', () => {
  it('is used and named, and its paths are relative to it', () => {
    expect(project.run('generate').exitCode).toBe(0);
    const before = project.files();
    const ended = runInside('generate');
    expect(ended).toMatchObject({ exitCode: 0, stdout: '' });
    expect(ended.stderr).toContain('Configuration: ../../../soapwright.yaml\n');
    expect(ended.stderr).toContain('Nothing to do:');
    expect(project.files()).toEqual(before);
    expect(runInside('check', '--quiet')).toEqual({ exitCode: 0, signal: null, stdout: '', stderr: '' });
  });

  it('is used by lint and samples as well', () => {
    const linted = runInside('lint');
    expect(linted.stdout).toContain('../../../greeter.yaml:7:3 warning operation-doc');
    expect(JSON.parse(runInside('lint', '--format', 'json').stdout).diagnostics).toContainEqual(
      expect.objectContaining({ code: 'operation-doc', file: 'greeter.yaml', line: 7 }),
    );
    expect(runInside('samples', 'Greet', '--schema', '../../../greeter.yaml').stderr).toBe(
      'Configuration: ../../../soapwright.yaml\n',
    );
  });

  it('is replaced by --config', () => {
    project.write({ 'packages/orders/own.yaml': 'soapwright: 1\ngenerate: [{ schema: a.yaml, out: out }]\n' });
    const ended = runInside('check', '--config', '../own.yaml');
    expect(ended).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('There is no file ../a.yaml.') });
  });
});
