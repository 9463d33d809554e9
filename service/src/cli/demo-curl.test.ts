import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pages } from '@soapwright/generated/remote-file-service/pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningDemo, startDemo } from '../../../test/support/service/demo-process.ts';
import { runCommand } from '../../../test/support/service/service-process.ts';

const required = process.env.SOAPWRIGHT_FOREIGN === 'required';
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl && !required)('demo and demo-token, with curl', () => {
  let folder: string;
  let demo: RunningDemo;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-demo-curl-'));
    demo = await startDemo(join(folder, 'data'), [], { PORT: '0' });
  });
  afterAll(async () => {
    demo.process.kill('SIGTERM');
    await demo.exited;
    await rm(folder, { recursive: true, force: true });
  });

  it('prints a working command for each operation', async () => {
    const lines = demo.stdout().split('\n');
    const calls = lines.filter((line) => line.startsWith('soap '));
    expect(calls.map((line) => line.split(' ')[1]).sort()).toEqual(
      pages.description.operations.map(({ name }) => name).sort(),
    );
    const functions = lines.filter((line) => /^(soap|token)\(\)/.test(line));
    const script = [...functions, ...calls].join('\n');
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd: process.cwd() });
    const responses = stdout
      .trim()
      .split('\n')
      .filter((line) => line.includes('Envelope'));
    expect(responses).toHaveLength(calls.length);
    for (const [index, answer] of responses.entries()) {
      expect(answer, calls[index]).toMatch(/<ErrorMessage><\/ErrorMessage>|<AdminCreateFolderResult><FolderName>made/);
    }
  });

  it('--curl prints a command that signs in', async () => {
    for (const args of [['saml', '--use', 'web'], ['oidc'], ['oidc', '--use', 'web']]) {
      const printed = runCommand(['demo-token', ...args, '--url', demo.address, '--curl']);
      expect(await printed.exited).toBe(0);
      const answer = await promisify(execFile)('sh', ['-c', printed.stdout()]);
      expect(answer.stdout, args.join(' ')).toMatch(/<ErrorMessage><\/ErrorMessage><Token>[\w-]{43}</);
    }
  });
});
