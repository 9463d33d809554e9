import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { schema, sequence, wsdlWith, wsdlWithSchema } from '../support/generator/wsdl-files.ts';
import { Project } from './cli.ts';

let project: Project;
beforeEach(() => {
  project = new Project();
});
afterEach(() => project.remove());

const forgiven = wsdlWithSchema(sequence('Type', '<xs:element name="a" type="xs:int" maxOccurs="Unbounded"/>'));
const good = wsdlWithSchema(sequence('Type', '<xs:element name="a" type="xs:int"/>'));
const flags = ['--schema', 'a.wsdl', '--out', 'out'];

describe('--strict', () => {
  it('makes warnings about a WSDL errors, and nothing is written', () => {
    project.write({ 'a.wsdl': forgiven });
    const before = project.files();
    const strict = project.run('generate', ...flags, '--strict');
    expect(strict.exitCode).toBe(2);
    expect(strict.stderr).toMatch(/a\.wsdl:\d+:\d+ error SW6312: "Unbounded" is read as "unbounded"\./);
    expect(project.files()).toEqual(before);
    expect(project.run('lint', '--schema', 'a.wsdl', '--strict').exitCode).toBe(2);
    const lenient = project.run('generate', ...flags);
    expect(lenient.exitCode).toBe(0);
    expect(lenient.stderr).toMatch(/a\.wsdl:\d+:\d+ warning SW6312/);
    expect(project.run('check', ...flags).exitCode).toBe(0);
    expect(project.run('check', ...flags, '--strict').exitCode).toBe(2);
  });

  it('changes nothing for a WSDL without mistakes', () => {
    project.write({ 'a.wsdl': good });
    expect(project.run('generate', ...flags, '--strict').exitCode).toBe(0);
    expect(project.run('check', ...flags, '--strict').exitCode).toBe(0);
  });

  it('is applied to the targets of soapwright.yaml', () => {
    project.write({
      'a.wsdl': forgiven,
      'soapwright.yaml': 'soapwright: 1\ngenerate: [{ schema: a.wsdl, out: out }]\n',
    });
    expect(project.run('generate', '--strict').exitCode).toBe(2);
    expect(project.run('lint', '--strict').exitCode).toBe(2);
    expect(project.run('lint').exitCode).toBe(0);
  });
});

describe('--internal-entities', () => {
  it('expands the entities that a file declares', () => {
    const types = schema(`<xs:element name="Root" type="xs:int"/>`, 'urn:test').replace('"urn:test"', '"&ns;"');
    project.write({ 'a.wsdl': `<!DOCTYPE x [<!ENTITY ns "urn:test">]>\n${wsdlWith(types)}` });
    const refused = project.run('generate', ...flags);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('a.wsdl:1:1 error SW6003');
    expect(project.run('generate', ...flags, '--internal-entities').exitCode).toBe(0);
    expect(project.run('check', ...flags, '--internal-entities').exitCode).toBe(0);
    expect(project.run('lint', '--schema', 'a.wsdl', '--internal-entities').exitCode).toBe(0);
  });
});
