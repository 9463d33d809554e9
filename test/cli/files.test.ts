import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, Project, root } from './cli.ts';

function tickets(name: string): string {
  return readFileSync(join(root, 'test/interop/tickets', name), 'utf8');
}

/** Two contracts: one in YAML with an included file, and a WSDL with an imported schema and an overlay. */
let project: Project;
beforeEach(() => {
  project = new Project();
  mkdirSync(join(project.path, '.git'));
  project.write({
    'package.json': '{}',
    'api/soapwright.yaml': `${configuration}  - { schema: ../wsdl/tickets.wsdl, overlay: tickets.yaml, out: tickets }\n`,
    'api/greeter.yaml': contract('Greet').replace('service:', 'include: [types/common.yaml]\nservice:'),
    'api/types/common.yaml': 'soapwright: 1\nrecords:\n  Login: { Name: string }\n',
    'api/tickets.yaml': 'soapwright: 1\ncomponents: { Ticket/reply: { name: replies } }\n',
    'wsdl/tickets.wsdl': tickets('tickets.wsdl')
      .replace('ADDRESS?xsd=tickets', 'tickets.xsd')
      .replaceAll('ADDRESS', 'http://tickets.example/'),
    'wsdl/tickets.xsd': tickets('tickets.xsd'),
  });
});
afterEach(() => project.remove());

const inputs = [
  '../wsdl/tickets.wsdl',
  '../wsdl/tickets.xsd',
  'greeter.yaml',
  'soapwright.yaml',
  'tickets.yaml',
  'types/common.yaml',
];

function runIn(folder: string, ...args: string[]) {
  return project.runWith({ folder }, ...args);
}

function jsonIn(folder: string, ...args: string[]) {
  return JSON.parse(runIn(folder, ...args).stdout);
}

describe('inputs', () => {
  it('are the configuration and all files of the contracts, from the folder of the configuration', () => {
    expect(runIn('api', 'inputs')).toEqual({
      exitCode: 0,
      signal: null,
      stdout: inputs.map((file) => `${file}\n`).join(''),
      stderr: '',
    });
    expect(jsonIn('api', 'inputs', '--json')).toMatchObject({ version: 1, command: 'inputs', inputs, missing: [] });
    expect(jsonIn('api/types', 'inputs', '--json')).toMatchObject({ inputs });
    expect(jsonIn('.', 'inputs', '--json', '--config', 'api/soapwright.yaml')).toMatchObject({ inputs });
  });

  it('name missing files, and do not depend on errors in a contract', () => {
    project.write({
      'api/greeter.yaml': contract('Greet').replace('service:', 'include: [types/gone.yaml]\nservice:'),
      'api/tickets.yaml': 'soapwright: 1\ncomponents: { No/such: { name: a } }\n',
    });
    const ended = runIn('api', 'inputs', '--json');
    expect(ended.exitCode).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      inputs: inputs.filter((file) => file !== 'types/common.yaml'),
      missing: ['types/gone.yaml'],
    });
  });

  it('have the manifest of a WSDL, in which its names are kept', () => {
    expect(runIn('api', 'generate').exitCode).toBe(0);
    expect(jsonIn('api', 'inputs', '--json').inputs).toEqual([...inputs, 'tickets/.soapwright.json'].sort());
  });
});

describe('outputs', () => {
  it('are what generate writes; handlers are apart, since people edit them', () => {
    const outputs = jsonIn('api', 'outputs', '--json');
    expect(outputs).toMatchObject({
      command: 'outputs',
      exitCode: 0,
      handlers: ['handlers/Greet.ts', 'handlers/context.ts', 'handlers/index.ts'],
    });
    const before = Object.keys(project.files());
    expect(runIn('api', 'generate').exitCode).toBe(0);
    const written = Object.keys(project.files()).filter((file) => !before.includes(file));
    expect([...outputs.outputs, ...outputs.handlers].map((file) => `api/${file}`).sort()).toEqual(written.sort());
    expect(runIn('api', 'outputs').stdout).toBe(outputs.outputs.map((file: string) => `${file}\n`).join(''));
  });

  it('cannot be listed while a contract has errors', () => {
    project.write({ 'api/types/common.yaml': 'soapwright: 1\nrecords:\n  Login: { Name: strng }\n' });
    expect(runIn('api', 'outputs')).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('types/common.yaml:3:18 error SW1304'),
    });
  });
});
