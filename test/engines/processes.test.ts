import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChunkRest, chunkRequest } from '../support/service/chunk-request.ts';
import { provisioning } from '../support/service/sample-provisioning.ts';
import { environmentOf, type OwnServers, serversOf, testServers } from '../support/service/servers.ts';
import { type Child, runCommand, startServer } from '../support/service/service-process.ts';

type Server = Child & { readonly url: string };

describe('three processes on PostgreSQL and an S3 store', () => {
  let folder: string;
  let own: OwnServers;
  let environment: Readonly<Record<string, string>>;
  const servers: Server[] = [];
  const start = (index: number): Promise<Server> => startServer(join(folder, `${index}`), [], environment);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-processes-'));
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    own = await serversOf(folder, test);
    environment = environmentOf(own);
    await writeFile(join(folder, 'site.yaml'), provisioning);
    const provisioned = runCommand(['provision', join(folder, 'site.yaml'), '--data', folder], environment);
    expect([await provisioned.exited, provisioned.stderr()]).toEqual([0, '']);
    servers.push(...(await Promise.all([start(0), start(1), start(2)])));
  });
  afterAll(async () => {
    for (const { process } of servers) process.kill('SIGTERM');
    await Promise.all(servers.map(({ exited }) => exited));
    await own.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const send = async (
    index: number,
    bytes: Uint8Array,
    offset: number,
    { name, ...rest }: ChunkRest & { readonly name: string },
  ): Promise<ChunkUploadResult> =>
    await new RemoteFileServiceClient({ address: servers[index % 3]?.url ?? '' }).AppendChunkWithFolderAccessKey(
      chunkRequest(name, bytes, { offset, ...rest }),
    );
  const fileOf = async (name: string): Promise<Buffer> => {
    const output = join(folder, 'got');
    const got = runCommand(
      ['files', 'get', `/anna/in/${name}`, '--data', folder, '--output', output, '--force'],
      environment,
    );
    expect([await got.exited, got.stderr()]).toEqual([0, '']);
    return await readFile(output);
  };

  it('all are ready', async () => {
    const ready = await Promise.all(servers.map(async ({ url }) => await fetch(new URL('/readyz', url))));
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('the chunks of an upload may go to any of them', async () => {
    const bytes = randomBytes(6 * 300_000);
    let token: string | undefined;
    for (let index = 0; index < 6; index += 1) {
      const chunk = bytes.subarray(index * 300_000, (index + 1) * 300_000);
      const done = await send(index, chunk, index * 300_000, { name: 'any', token, last: index === 5 });
      expect(done).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
      token = done.UploadToken;
    }
    expect((await fileOf('any')).equals(bytes)).toBe(true);
  });

  it('callers on one offset through different processes never interleave', async () => {
    const { UploadToken: token } = await send(0, Buffer.of(), 0, { name: 'race' });
    let whole = Buffer.of();
    for (let round = 0; round < 3; round += 1) {
      const chunks = Array.from({ length: 15 }, () => randomBytes(150_000));
      const done = await Promise.all(
        chunks.map((bytes, index) => send(index, bytes, whole.length, { name: 'race', token })),
      );
      const winners = chunks.filter((_, index) => done[index]?.ChunkAppended);
      expect(winners).toHaveLength(1);
      whole = Buffer.concat([whole, ...winners]);
    }
    await send(1, Buffer.of(), whole.length, { name: 'race', token, last: true });
    expect((await fileOf('race')).equals(whole)).toBe(true);
  });

  it('an upload goes on at another process when its own is killed in the middle of a chunk', async () => {
    const bytes = randomBytes(4 * 1_000_000);
    const first = await send(0, bytes.subarray(0, 1_000_000), 0, { name: 'killed' });
    const token = first.UploadToken;
    for (let round = 1; round < 3; round += 1) {
      const chunk = bytes.subarray(round * 1_000_000, (round + 1) * 1_000_000);
      const victim = servers[round];
      const sending = send(round, chunk, round * 1_000_000, { name: 'killed', token }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 20 * round));
      victim?.process.kill('SIGKILL');
      if (victim !== undefined) await once(victim.process, 'exit').catch(() => undefined);
      await sending;
      // Committed or not: the chunk is sent again, and acknowledged.
      expect(await send(0, chunk, round * 1_000_000, { name: 'killed', token })).toMatchObject({ ChunkAppended: true });
      servers[round] = await start(round);
    }
    await send(2, bytes.subarray(3_000_000), 3_000_000, { name: 'killed', token, last: true });
    expect((await fileOf('killed')).equals(bytes)).toBe(true);
  });
});
