import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provisionFolder } from '../../../test/support/service/harness.ts';
import { type Child, runCommand, startServer } from '../../../test/support/service/service-process.ts';

/** Kills of each command, at moments between its start and its end, 150 ms apart. */
const kills = 5;

describe('rotation of the service key under two servers', () => {
  let folder: string;
  let data: string;
  const servers: (Child & { readonly url: string })[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-rotation-'));
    data = join(folder, 'data');
    await provisionFolder(data);
    servers.push(...(await Promise.all([startServer(data), startServer(data)])));
  });
  afterAll(async () => {
    for (const { process } of servers) process.kill('SIGTERM');
    await Promise.all(servers.map(({ exited }) => exited));
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (...args: string[]): Promise<string> => {
    const child = runCommand([...args, '--data', data]);
    await child.exited;
    return child.stdout() + child.stderr();
  };
  const keysInFile = async () => (await readFile(join(data, 'service.key'), 'utf8')).trim().split('\n').length;
  /** Starts a command, and kills it after some milliseconds. */
  const killed = async (milliseconds: number, ...args: string[]): Promise<void> => {
    const child = runCommand([...args, '--data', data]);
    await sleep(milliseconds);
    child.process.kill('SIGKILL');
    await child.exited;
  };

  /** Uploads in two chunks, each by another server, until it is stopped; returns the refusals. */
  const uploadUntil = async (stopped: AbortSignal, name: string) => {
    const clients = servers.map(({ url }) => new RemoteFileServiceClient({ address: url }));
    const refusals: (string | undefined)[] = [];
    let uploads = 0;
    for (let turn = 0; !stopped.aborted; turn += 1) {
      const send = (which: number, Offset: bigint, isLastChunk: boolean, UploadToken?: string) =>
        clients[which % 2]?.AppendChunkWithFolderAccessKey({
          APIKey: 'key-for-all',
          FolderAccessKey: name,
          FileName: `${turn}.txt`,
          ChunkData: new Blob(['abc']),
          BytesRead: 3,
          Offset,
          isLastChunk,
          UploadToken,
        });
      const first = await send(turn, 0n, false);
      const second = await send(turn + 1, 3n, true, first?.UploadToken);
      for (const each of [first, second]) if (each?.ChunkAppended !== true) refusals.push(each?.ErrorMessage);
      uploads += 1;
    }
    return { refusals, uploads };
  };

  it('no request is refused, whenever the command is killed', async () => {
    const stop = new AbortController();
    const uploading = Promise.all(
      ['folder-anna-in', 'folder-anna-new', 'folder-bob-in'].map((name) => uploadUntil(stop.signal, name)),
    );
    for (let kill = 1; kill <= kills; kill += 1) await killed(kill * 150, 'service-key', 'rotate');
    const rotated = await run('service-key', 'rotate');
    expect(rotated).toMatch(/^service key [0-9a-f]{8}: current, ([0-9a-f]{8}): old$/m);
    // The servers notice it, and hash the used keys anew.
    while (/api-key +all|folder-key +(anna|bob-in)|process /.test(await run('service-key', 'status'))) await sleep(200);
    stop.abort();
    const results = await uploading;
    expect(results.flatMap(({ refusals }) => refusals)).toEqual([]);
    expect(results.every(({ uploads }) => uploads > 3)).toBe(true);
  });

  it('a retirement that is killed goes on, and the servers follow', async () => {
    const status = JSON.parse(`[${(await run('service-key', 'status', '--json')).trim().replaceAll('\n', ',')}]`) as {
      readonly id: string;
      readonly state?: string;
    }[];
    expect(status.map(({ state }) => state)).toEqual(['old', 'current']);
    const id = status[0]?.id ?? '';
    const shown = await run('service-key', 'retire', id, '--revoke-rest');
    expect(shown).toContain('Nothing was revoked.');
    // The uploads of the other test have used these.
    expect(shown).not.toMatch(/api-key all|folder-key anna|folder-key bob-in/);
    const args = ['service-key', 'retire', id, '--revoke-rest', '--yes'];
    for (let kill = 1; kill <= kills; kill += 1) await killed(kill * 150, ...args);
    expect(await run(...args)).toContain(`service key ${id}: retired, removed`);
    expect(await keysInFile()).toBe(1);
    expect(await run('doctor')).not.toContain('key-');
    for (const { url, stderr } of servers) {
      const client = new RemoteFileServiceClient({ address: url });
      const found = await client.GetAPIURL({ APIKey: 'key-for-all', ClientId: 1001 });
      expect(found.ErrorMessage).toBe('');
      expect(stderr()).toContain('service keys changed');
      expect(stderr()).not.toContain('"level":"error"');
    }
  });
});
