import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutWsdl } from '../corpus/import/import-entry.ts';
import { Project, root } from './cli.ts';

const wsdl = readFileSync(join(root, 'generated/remote-file-service/remote-file-service.wsdl'), 'utf8');

let project: Project;

beforeEach(() => {
  project = new Project();
  project.write({ 'service.wsdl': wsdl });
});

afterEach(() => project.remove());

describe('import', () => {
  it('writes a contract that has all components of the WSDL, always the same text', () => {
    const { exitCode, stdout, stderr } = project.run('import', 'service.wsdl', '--out', 'schema/contract.yaml');
    expect([exitCode, stdout]).toEqual([0, 'created  schema/contract.yaml\n']);
    expect(stderr).toContain('Read the service RemoteFileService: 9 operations, 10 records, from 1 file.');
    expect(stderr).toContain('`schema: schema/contract.yaml`');
    const text = project.read('schema/contract.yaml');
    expect(project.run('import', 'service.wsdl').stdout).toBe(text);
    expect(project.run('import', 'service.wsdl', '-o', '-').stdout).toBe(text);
    const again = project.run('import', 'service.wsdl', '-o', 'schema/contract.yaml');
    expect([again.exitCode, again.stdout]).toEqual([0, '']);
    expect(again.stderr).toContain('has all components of the WSDL');
  });

  it('generates the same from the contract as from the WSDL', () => {
    project.write({ 'node_modules/.keep': '' });
    const generate = (schema: string) => {
      const target = `{ schema: ${schema}, out: generated, handlers: handlers, reading: tolerant }`;
      project.write({ 'soapwright.yaml': `soapwright: 1\ngenerate: [${target}]\n` });
      return project.run('generate');
    };
    expect(generate('service.wsdl').exitCode).toBe(0);
    project.run('import', 'service.wsdl', '-o', 'contract.yaml');
    const before = project.files();
    expect(generate('contract.yaml').exitCode).toBe(0);
    const after = project.files();
    const typeScript = Object.keys(before).filter((name) => name.endsWith('.ts'));
    expect(typeScript.length).toBeGreaterThan(10);
    const comparable = (name: string, text = ''): string =>
      // Each WSDL keeps the order of its own components.
      (name.endsWith('/description.ts') ? withoutWsdl(text) : text)
        .replaceAll('service.wsdl', 'SOURCE')
        .replaceAll('contract.yaml', 'SOURCE');
    for (const name of typeScript) expect(comparable(name, after[name]), name).toBe(comparable(name, before[name]));
  });

  it('shows the differences of an existing contract of the service, and writes nothing', () => {
    project.run('import', 'service.wsdl', '-o', 'contract.yaml');
    const changed = project
      .read('contract.yaml')
      .replace('    OrgID: long\n', '    OrgID: string?\n')
      .replace('  GetAPIURLResult:\n', '  Spare: { Text: string }\n\n  GetAPIURLResult:\n');
    project.write({ 'contract.yaml': changed });
    const { exitCode, stdout, stderr } = project.run('import', 'service.wsdl', '-o', 'contract.yaml');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^changed {2}type AdminAuthParameters: OrgID\/.*occurs\/min 0 → 1.*\(contract\.yaml:\d+, service\.wsdl:\d+\)$/m,
    );
    expect(stdout).toMatch(/^removed {2}type Spare {2}\(contract\.yaml:\d+\)$/m);
    expect(stderr).toContain('2 components differ');
    expect(project.read('contract.yaml')).toBe(changed);
    const json = JSON.parse(project.run('import', 'service.wsdl', '-o', 'contract.yaml', '--format', 'json').stdout);
    expect(json.diagnostics.map(({ code }: { code: string }) => code)).toEqual(['SW5313', 'SW5312']);
    expect(project.run('import', 'service.wsdl', '-o', 'contract.yaml', '--force').exitCode).toBe(0);
    expect(project.run('import', 'service.wsdl', '-o', 'contract.yaml').exitCode).toBe(0);
  });

  it('finds a fetched WSDL by its address, and opens no connection', () => {
    const missing = project.run('import', 'http://service.invalid/?wsdl');
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain('Run: npx soapwright fetch http://service.invalid/?wsdl');
    const file = { address: 'http://service.invalid/?wsdl', digest: '', size: 1, written: '' };
    const lock = { soapwright: 1, address: file.address, files: { 'own.wsdl': file } };
    project.write({ 'wsdl/Own/own.wsdl': wsdl, 'wsdl/Own/fetch-lock.json': JSON.stringify(lock) });
    const found = project.run('import', 'http://service.invalid/?wsdl', '-o', 'contract.yaml');
    expect([found.exitCode, found.stdout]).toEqual([0, 'created  contract.yaml\n']);
  });

  it('tells which entry of the configuration to change', () => {
    project.write({ 'soapwright.yaml': 'soapwright: 1\ngenerate: [{ schema: service.wsdl, out: generated }]\n' });
    const { stderr } = project.run('import', 'service.wsdl', '-o', 'contract.yaml');
    expect(stderr).toContain('`schema: contract.yaml` instead of `schema: service.wsdl`');
  });

  it.each([
    ['without a file', [], 2, "missing required argument 'file'"],
    ['of a file that does not exist', ['other.wsdl'], 3, 'SW1001'],
    ['of a contract', ['own.yaml'], 2, 'SW5203'],
    ['of a service that the WSDL lacks', ['service.wsdl', '--service', 'Other'], 2, 'SW6202'],
    ['over another file', ['service.wsdl', '-o', 'own.yaml'], 3, 'SW5205'],
    ['with an empty path', ['service.wsdl', '-o', ''], 2, 'It is empty'],
    ['with an unknown option', ['service.wsdl', '--merge'], 2, "unknown option '--merge'"],
  ])('is refused %s', (_, args, exitCode, message) => {
    project.write({ 'own.yaml': 'soapwright: 1\nservice: Other\n' });
    const ended = project.run('import', ...args);
    expect([ended.exitCode, ended.stdout]).toEqual([exitCode, '']);
    expect(ended.stderr).toContain(message);
    expect(project.read('own.yaml')).toBe('soapwright: 1\nservice: Other\n');
  });
});
