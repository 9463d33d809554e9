import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Project, root } from './cli.ts';

const tickets = (file: string): string => readFileSync(join(root, 'test/interop/tickets', file), 'utf8');

let project: Project;

beforeEach(() => {
  project = new Project();
  project.write({
    'soapwright.yaml':
      'soapwright: 1\ngenerate:\n  - { schema: wsdl/tickets.wsdl, overlay: tickets.overlay.yaml, out: generated }\n',
    'wsdl/tickets.wsdl': tickets('tickets.wsdl')
      .replace('ADDRESS?xsd=tickets', 'tickets.xsd')
      .replaceAll('ADDRESS', 'http://tickets.example/'),
    'wsdl/tickets.xsd': tickets('tickets.xsd'),
    'tickets.overlay.yaml': 'soapwright: 1\ncomponents: { Ticket/reply: { name: replies } }\n',
    'node_modules/.keep': '',
  });
});

afterEach(() => project.remove());

describe('an overlay', () => {
  it('belongs to the contract: a change of it makes files stale, with and without the cache', () => {
    expect(project.run('generate').exitCode).toBe(0);
    expect(project.read('generated/types.ts')).toMatch(/replies: string\[\]/);
    expect(project.run('generate').stderr).toContain('Nothing to do');
    expect(project.run('check').exitCode).toBe(0);
    project.write({ 'tickets.overlay.yaml': 'soapwright: 1\ncomponents: { Ticket/reply: { name: answers } }\n' });
    expect(project.run('check').exitCode).toBe(1);
    expect(project.run('check', '--no-cache').exitCode).toBe(1);
    expect(project.run('generate').exitCode).toBe(0);
    expect(project.read('generated/types.ts')).toMatch(/answers: string\[\]/);
  });

  it('gives a name only as long as it says so', () => {
    const overlay = (text: string): void => project.write({ 'tickets.overlay.yaml': `soapwright: 1\n${text}` });
    overlay('components: { Ticket: { name: Request4Help } }\n');
    project.run('generate');
    expect(project.read('generated/types.ts')).toContain('interface Request4Help');
    overlay('');
    expect(project.run('generate').exitCode).toBe(0);
    expect(project.read('generated/types.ts')).toContain('interface Ticket ');
  });

  it('is read by lint too', () => {
    project.write({ 'tickets.overlay.yaml': 'soapwright: 1\ncomponents: { Ticket/answer: { name: answers } }\n' });
    for (const command of ['generate', 'check', 'lint']) {
      const { exitCode, stderr, stdout } = project.run(command);
      expect(`${stdout}${stderr}`, command).toContain('tickets.overlay.yaml:2:15 error SW1601');
      expect(exitCode, command).toBe(2);
    }
  });

  it('reports mistakes in its YAML and in its paths in one run, and that it is missing', () => {
    project.write({
      'tickets.overlay.yaml':
        'soapwright: 1\nnmae: Help\ncomponents:\n  Tiket: { doc: x }\n  Ticket/title: { stream: true }\n',
    });
    const { stderr } = project.run('generate');
    expect(
      [...stderr.matchAll(/overlay\.yaml:(\d+):\d+ error (SW\d+)/g)].map(([, line, code]) => `${line} ${code}`),
    ).toEqual(['2 SW1201', '4 SW1601', '5 SW1310']);
    project.write({ 'soapwright.yaml': project.read('soapwright.yaml').replace('tickets.overlay', 'other.overlay') });
    expect(project.run('generate').stderr).toMatch(
      /^soapwright\.yaml:\d+:\d+ error SW1001: There is no file other\.overlay\.yaml/m,
    );
  });

  it('is for a WSDL only', () => {
    project.write({
      'soapwright.yaml': 'soapwright: 1\ngenerate:\n  - { schema: a.yaml, overlay: b.yaml, out: generated }\n',
      'a.yaml': 'soapwright: 1\n',
    });
    expect(project.run('generate').stderr).toContain('soapwright.yaml:3:23 error SW2008');
  });
});

it('the JSON Schema of overlays accepts the example of the reference page and rejects mistakes in it', () => {
  const page = readFileSync(join(root, 'docs/reference/overlay.md'), 'utf8');
  const [, text = ''] = /```yaml\n(# yaml-language-server.*?)```/s.exec(page) ?? [];
  const schema = JSON.parse(readFileSync(join(root, 'schema/overlay.schema.json'), 'utf8')) as object;
  const validate = new Ajv({ strict: false, unicodeRegExp: true }).compile(schema);
  expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  for (const wrong of ['sensitve: true', 'mapping: bigger', 'name: a-b', 'unwrap: maybe']) {
    expect(validate(parse(`soapwright: 1\ncomponents: { Order: { ${wrong} } }\n`)), wrong).toBe(false);
  }
});
