import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { type HeldStore, startHeldStore } from '../support/service/held-store.ts';
import { type SiteOnServers, startSite } from '../support/service/site-on-servers.ts';
import { createTusUpload, installTus, patchTusUpload, startTus, tusOffset } from '../support/service/tus-peer.ts';

const MiB = 1024 * 1024;

/** Requests to the store after which the process is killed, each in an upload of its own. */
const kills = Array.from({ length: 12 }, (_, index) => index + 1);

/** Installs packages of 34 MB: `npm run drill:tus`. */
describe.skipIf(process.env.RFS_TUS_DRILL !== '1')('a server that is killed after any request to the store', () => {
  let site: SiteOnServers;
  let store: HeldStore;
  let tus: string;
  beforeAll(async () => {
    site = await startSite();
    store = await startHeldStore(site.own.servers.bucket.endpoint);
    tus = join(site.folder, 'tus');
    await mkdir(tus);
    await installTus(tus);
  });
  afterAll(async () => {
    await site.close();
    await store.close();
  });
  beforeEach(() => {
    store.afterStored = async () => undefined;
  });

  /** Kills a process after `requests` further responses of the store. */
  const killAfter = (requests: number, { process }: Pick<Awaited<ReturnType<SiteOnServers['start']>>, 'process'>) => {
    let left = requests;
    store.afterStored = async () => {
      left -= 1;
      if (left > 0) return;
      store.afterStored = async () => undefined;
      const exited = once(process, 'exit');
      process.kill('SIGKILL');
      await exited;
    };
  };
  const [first, second] = [randomBytes(MiB), randomBytes(MiB)];

  /** Bytes that were acknowledged and are not held any more; undefined: the process was not killed. */
  const lostByTus = async (requests: number): Promise<number | undefined> => {
    const server = await startTus(tus, site.own, store.endpoint);
    const path = await createTusUpload(server, 20 * MiB);
    expect(await patchTusUpload(server, path, 0, first)).toBe(MiB);
    killAfter(requests, server);
    const done = await patchTusUpload(server, path, MiB, second);
    store.afterStored = async () => undefined;
    server.process.kill('SIGKILL');
    if (done !== undefined) return undefined;
    const next = await startTus(tus, site.own, store.endpoint);
    const held = await tusOffset(next, path);
    next.process.kill('SIGKILL');
    return Math.max(0, MiB - held);
  };

  const lostHere = async (requests: number): Promise<number | undefined> => {
    const name = `killed ${requests}`;
    const server = await site.start({ RFS_OBJECTS_ENDPOINT: store.endpoint });
    const { UploadToken: token } = await server.client.AppendChunkWithFolderAccessKey(chunkRequest(name, first));
    killAfter(requests, server);
    const append = async (offset: number, bytes: Buffer, last: boolean, { client } = server) =>
      await client.AppendChunkWithFolderAccessKey(chunkRequest(name, bytes, { offset, token, last }));
    const done = await append(MiB, second, true).catch(() => undefined);
    store.afterStored = async () => undefined;
    server.process.kill('SIGKILL');
    if (done !== undefined) return undefined;
    // The same chunk again, at another process: it is acknowledged, and the file has both.
    const next = await site.start();
    expect(await append(MiB, second, true, next)).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    next.process.kill('SIGTERM');
    const output = join(site.folder, 'got');
    await site.run(['files', 'get', `/anna/in/${name}`, '--output', output, '--force']);
    const stored = await readFile(output);
    return stored.subarray(0, MiB).equals(first) && stored.subarray(MiB).equals(second) ? 0 : MiB;
  };

  it('loses acknowledged bytes with the S3 store of tus, and none here', async () => {
    const losses = async (lost: (requests: number) => Promise<number | undefined>): Promise<readonly number[]> => {
      const all: number[] = [];
      for (const requests of kills) {
        const bytes = await lost(requests);
        if (bytes === undefined) break;
        all.push(bytes);
      }
      return all;
    };
    const [ofTus, here] = [await losses(lostByTus), await losses(lostHere)];
    console.log(`Lost by tus: ${ofTus.join(', ')}; here: ${here.join(', ')}.`);
    expect(Math.max(...ofTus)).toBe(MiB);
    expect(here.length).toBeGreaterThan(0);
    expect(here).toEqual(here.map(() => 0));
  });
});
