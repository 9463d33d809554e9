import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../support/service/harness.ts';
import { type ServedShares, serveShares } from '../../support/service/served-shares.ts';
import { runProgram } from '../support/program.ts';

describe('a share with a password, by WebDAV', () => {
  let folder: string;
  let harness: Harness;
  let served: ServedShares;
  let url: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-dav-'));
    harness = await startHarness();
    served = await serveShares(harness);
    await served.put('Größe & 1.txt', 'abc');
    await served.put('deep.txt', 'deep', 'folder-anna-new');
    ({ url } = await served.share({ password: 'correct horse' }));
  });
  afterAll(async () => {
    await served.close();
    await harness.close();
    rmSync(folder, { recursive: true });
  });

  it('is listed and copied by rclone, which cannot change it', async () => {
    const { stdout } = await promisify(execFile)('rclone', ['obscure', 'correct horse']);
    const environment = {
      RCLONE_WEBDAV_URL: url,
      RCLONE_WEBDAV_USER: 'x',
      RCLONE_WEBDAV_PASS: stdout.trim(),
      RCLONE_CONFIG: '/dev/null',
    };
    const rclone = (...args: string[]) => runProgram('rclone', args, { cwd: folder, environment });
    const listed = await rclone('lsf', '-R', '--format', 'ps', ':webdav:');
    expect(listed.trim().split('\n').sort()).toEqual(['Größe & 1.txt;3', 'new/;-1', 'new/deep.txt;4']);
    await rclone('copy', ':webdav:', 'copied');
    expect(readFileSync(join(folder, 'copied', 'new', 'deep.txt'), 'utf8')).toBe('deep');
    expect(readFileSync(join(folder, 'copied', 'Größe & 1.txt'), 'utf8')).toBe('abc');
    await expect(rclone('deletefile', '--retries', '1', ':webdav:new/deep.txt')).rejects.toThrow('405');
  });

  it('is listed and read by cadaver', async () => {
    const [, host = ''] = /^http:\/\/([^/]+)/.exec(url) ?? [];
    const netrc = `machine ${host.split(':')[0]} login x password "correct horse"\n`;
    writeFileSync(join(folder, '.netrc'), netrc, { mode: 0o600 });
    const output = await runProgram('cadaver', [url], {
      cwd: folder,
      environment: { HOME: folder },
      input: 'ls\ncd new\nget deep.txt got.txt\nquit\n',
    });
    expect(output).toMatch(/Coll:\s+new\s+0[\s\S]*Größe & 1\.txt\s+3/);
    expect(readFileSync(join(folder, 'got.txt'), 'utf8')).toBe('deep');
  });
});
