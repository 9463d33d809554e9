import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Project, root } from './cli.ts';

const untidy = `soapwright:   1
include: [ shared/records.yaml ]
service: Shop   # names the client


namespace: urn:shop/
address: http://localhost/
operations:
    Find: {request: {Query: string},   result: Found}
    # the second
    Ping:
        request: {}
        result: {type: boolean, as: Alive}
`;

const tidy = `soapwright: 1
include: [shared/records.yaml]
service: Shop   # names the client

namespace: urn:shop/
address: http://localhost/
operations:
  Find: { request: { Query: string }, result: Found }
  # the second
  Ping:
    request: {}
    result: { type: boolean, as: Alive }
`;

const untidyRecords = 'soapwright: 1\nrecords:\n    Found: {Name: string}\n';
const tidyRecords = 'soapwright: 1\nrecords:\n  Found: { Name: string }\n';
const configuration = 'soapwright: 1\ngenerate:\n  - schema: shop.yaml\n    out: generated\n';

describe('soapwright format', () => {
  const project = new Project();
  beforeEach(() =>
    project.write({ 'shop.yaml': untidy, 'shared/records.yaml': untidyRecords, 'soapwright.yaml': configuration }),
  );
  afterAll(() => project.remove());

  it('formats the contracts of the configuration and their included files, and lists the files that it changed', () => {
    const ended = project.run('format');
    expect(ended).toMatchObject({
      exitCode: 0,
      stdout: 'updated  shop.yaml\nupdated  shared/records.yaml\n',
      stderr: '',
    });
    expect(project.read('shop.yaml')).toBe(tidy);
    expect(project.read('shared/records.yaml')).toBe(tidyRecords);
    expect(project.run('format')).toMatchObject({ exitCode: 0, stdout: '', stderr: '2 files already formatted.\n' });
  });

  it('--check writes nothing, shows the lines that would change, and returns 1', () => {
    const ended = project.run('format', '--check', 'shared/records.yaml');
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toBe(
      'stale    shared/records.yaml\n  @@ -1,3 +1,3 @@\n   soapwright: 1\n   records:\n  -    Found: {Name: string}\n  +  Found: { Name: string }\n',
    );
    expect(ended.stderr).toBe('1 file not formatted. Run: npx soapwright format\n');
    expect(project.read('shared/records.yaml')).toBe(untidyRecords);
    project.write({ 'shared/records.yaml': tidyRecords });
    expect(project.run('format', '--check', 'shared/records.yaml')).toMatchObject({
      exitCode: 0,
      stderr: '1 file formatted.\n',
    });
  });

  it('SW5321: --check --format json names each file that is not formatted', () => {
    const { exitCode, stdout } = project.run('format', '--check', '--format', 'json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 1,
      diagnostics: [
        { code: 'SW5321', file: 'shop.yaml' },
        { code: 'SW5321', file: 'shared/records.yaml' },
      ],
    });
  });

  it('prints the formatted text of standard input', () => {
    expect(project.runWith({ input: untidy }, 'format', '-')).toMatchObject({ exitCode: 0, stdout: tidy, stderr: '' });
    expect(project.runWith({ input: untidy }, 'format', '--check', '-').exitCode).toBe(1);
    expect(project.runWith({ input: tidy }, 'format', '--check', '-').exitCode).toBe(0);
  });

  it('leaves a file with errors as it is, reports them, and returns 2; other files are formatted', () => {
    project.write({ 'broken.yaml': 'soapwright:  1\n  service: {\n' });
    const ended = project.run('format', 'broken.yaml', 'shared/records.yaml');
    expect(ended).toMatchObject({ exitCode: 2, stdout: 'updated  shared/records.yaml\n' });
    expect(ended.stderr).toContain('broken.yaml:');
    expect(project.read('broken.yaml')).toBe('soapwright:  1\n  service: {\n');
  });

  it('SW5322: needs files where there is no configuration', () => {
    const ended = project.run('format', '--config', 'other.yaml');
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain('SW5322');
  });

  it('the contracts of this repository are formatted', () => {
    for (const file of ['schema/remote-file-service.yaml', 'service/demo.yaml', 'bench/contracts/orders.yaml']) {
      const text = readFileSync(join(root, file), 'utf8');
      expect(project.runWith({ input: text }, 'format', '-').stdout, file).toBe(text);
    }
  });

  it('what import writes is formatted', () => {
    for (const file of ['legacy', 'library', 'remote-file-service']) {
      const text = readFileSync(join(root, `test/fixtures/imports/${file}.yaml`), 'utf8');
      expect(project.runWith({ input: text }, 'format', '-').stdout, file).toBe(text);
    }
  });
});
