import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { fileOf, type Harness, startHarness } from '../support/service/harness.ts';
import { serversOf, testServers } from '../support/service/servers.ts';

const run = promisify(execFile);
const port = 5551;
const bin = '/usr/lib/postgresql/15/bin';

describe('a failover of PostgreSQL to its synchronous standby', () => {
  let folder: string;
  let harness: Harness;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-failover-'));
    await run('chmod', ['755', folder]);
    await run('bash', [fileURLToPath(new URL('pg-up.sh', import.meta.url)), join(folder, 'pg'), String(port)]);
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    const { servers } = await serversOf(folder, test);
    const url = `postgres://rfs@127.0.0.1:${port},127.0.0.1:${port + 1}/rfs`;
    harness = await startHarness({
      data: join(folder, 'data'),
      servers: { ...servers, database: { url, connections: 4, deadline: 2_000 } },
    });
  });
  afterAll(async () => {
    await harness.close();
    for (const server of ['a', 'b']) await asPostgres(`${bin}/pg_ctl`, '-D', data(server), '-m', 'immediate', 'stop');
    await rm(folder, { recursive: true, force: true });
  });

  const data = (server: string): string => join(folder, 'pg', server);
  const asPostgres = async (...command: readonly string[]): Promise<void> => {
    await run('runuser', ['-u', 'postgres', '--', ...command]).catch(() => undefined);
  };
  /** Kills the primary in the middle of commits, and promotes the standby. */
  const failOver = async (): Promise<void> => {
    const pid = Number((await readFile(join(data('a'), 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await asPostgres(`${bin}/pg_ctl`, '-D', data('b'), '-w', 'promote');
  };
  const send = async (
    bytes: Buffer,
    offset: number,
    token?: string,
    last = false,
  ): Promise<ChunkUploadResult | undefined> =>
    await harness.client
      .AppendChunkWithFolderAccessKey(chunkRequest('a.bin', bytes, { offset, token, last }))
      .catch(() => undefined);

  it('loses no acknowledged byte, and uploads go on at the new primary', async () => {
    const chunks = Array.from({ length: 30 }, () => randomBytes(50_000));
    let [token, offset, failures]: [string | undefined, number, number] = [undefined, 0, 0];
    let failedOver: Promise<void> | undefined;
    for (const [index, bytes] of chunks.entries()) {
      if (index === 10) failedOver = failOver();
      let done: ChunkUploadResult | undefined;
      while (done === undefined) {
        done = await send(bytes, offset, token, index === chunks.length - 1);
        if (done !== undefined) break;
        failures += 1;
        expect(failures).toBeLessThan(300);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect(done).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
      token = done.UploadToken;
      offset += bytes.length;
    }
    await failedOver;
    const stored = await fileOf(harness, 'folder-anna-in', 'a.bin');
    expect(stored?.bytes.equals(Buffer.concat(chunks))).toBe(true);
  });
});
