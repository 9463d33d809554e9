import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareFiles } from './compare-files.ts';

const contract = (type: string): string => `soapwright: 1
service: Shop
namespace: https://shop.example/v1/
address: http://localhost/shop
operations:
  Find: { request: { Number: ${type} }, response: { Count: int } }
`;

describe('compareFiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-compare-'));
  const current = folder;

  beforeAll(() => {
    writeFileSync(join(folder, 'old.yaml'), contract('string'));
    writeFileSync(join(folder, 'new.yaml'), contract('string'));
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'old');
    writeFileSync(join(folder, 'new.yaml'), contract('int'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['old.yaml', 'HEAD'])('compares a contract with %s', async (against) => {
    const { exitCode, findings, verdicts, diagnostics } = await compareFiles('new.yaml', { against, current });
    expect(findings).toMatchObject([{ rule: 'FIELD_COMPATIBLE_TYPE', severity: 'error', file: 'new.yaml', line: 6 }]);
    expect({ exitCode, wire: verdicts?.wire, diagnostics }).toEqual({ exitCode: 1, wire: 'fails', diagnostics: [] });
  });

  it('uses the rules that it is given', async () => {
    const settings = { except: ['FIELD_COMPATIBLE_TYPE'] };
    const result = await compareFiles('new.yaml', { against: 'old.yaml', current, settings });
    expect([result.exitCode, result.findings]).toEqual([0, []]);
  });

  it('reports a contract that is missing, and a baseline that nobody knows', async () => {
    const missing = await compareFiles('none.yaml', { against: 'old.yaml', current });
    expect(missing).toMatchObject({ exitCode: 3, verdicts: undefined, diagnostics: [{ severity: 'error' }] });
    const unknown = await compareFiles('new.yaml', { against: 'no-such-branch', current });
    expect(unknown.diagnostics[0]?.message).toContain('no-such-branch');
    expect(unknown.exitCode).toBe(3);
  });
});
