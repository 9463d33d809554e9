import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness } from '../../../test/support/service/harness.ts';
import { runCommand, startServer } from '../../../test/support/service/service-process.ts';
import { setPolicyOf } from '../operator/manage-policies.ts';

const day = 86_400_000;

describe('a service whose clock shows a time long after the last sweep', () => {
  let folder: string;
  let data: string;

  const run = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const child = runCommand([...args, '--data', data], environment);
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-clock-'));
    data = join(folder, 'data');
    const { client, service } = await startHarness({ data, now: () => Date.now() - 100 * day });
    await setPolicyOf(service.state, 'retention', 'folder:/anna/in', BigInt(90 * day));
    const keys = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in' };
    const chunk = { FileName: 'a.txt', ChunkData: new Blob(['abc']), BytesRead: 3, Offset: 0n, isLastChunk: true };
    expect((await client.AppendChunkWithFolderAccessKey({ ...keys, ...chunk })).ErrorMessage).toBe('');
    await service.close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('says so in its log and its metrics, refuses to sweep, and goes on once the operator has confirmed the time', async () => {
    const swept = await run(['sweep']);
    expect([swept.code, swept.stdout]).toEqual([3, '']);
    expect(swept.stderr).toMatch(
      /^The clock shows \S+, 100 days after \S+, .* "remote-file-service clock confirm" .*\.\n$/,
    );
    expect((await run(['clock', 'status'], { RFS_CLOCK_DAYS: '101' })).stdout).toMatch(
      /^now: \S+Z\nlast known to be right: \S+Z\nexpires: yes\n$/,
    );
    const found = await run(['doctor']);
    expect(found.code).toBe(1);
    expect(found.stdout).toMatch(
      /^warning clock-ahead: The clock shows .*\n {2}Nothing expires until .* clock confirm\./m,
    );
    const server = await startServer(data);
    try {
      const lines = server.stderr().split('\n');
      const refused = lines.filter((line) => line.includes('"sweep refused"'));
      expect(refused.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', code: 'clock-ahead' }]);
      const metrics = async () => await (await fetch(new URL('/metrics', server.url))).text();
      expect(await metrics()).toContain('\nrfs_clock_ahead 1\n');
      expect((await run(['clock', 'confirm'])).stdout).toMatch(/^confirmed: \S+Z\n$/);
      expect(await metrics()).toContain('\nrfs_clock_ahead 0\n');
    } finally {
      server.process.kill('SIGTERM');
      await server.exited;
    }
    expect((await run(['sweep'])).stdout).toContain('expired files: 1\n');
  });
});
