import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, type Service } from '../../service/src/server/open-service.ts';
import { type ChunkRest, chunkRequest } from '../support/service/chunk-request.ts';
import { type HeldStore, type StoreRequest, startHeldStore } from '../support/service/held-store.ts';
import { objectUploadsOf, sweptDifferences } from '../support/service/object-differences.ts';
import { serversKey } from '../support/service/servers.ts';
import { type SiteOnServers, type SiteProcess, startSite } from '../support/service/site-on-servers.ts';

/** Larger than what waits in the database: each chunk is an object. */
const size = 150_000;

describe('a process that stands still between its PUT and its commit', () => {
  let site: SiteOnServers;
  let store: HeldStore;
  /** Its requests to the store pass the proxy. */
  let slow: SiteProcess;
  let other: SiteProcess;
  /** Sweeps objects of any age. */
  let sweeper: Service;
  beforeAll(async () => {
    site = await startSite();
    const { servers } = site.own;
    store = await startHeldStore(servers.bucket.endpoint);
    [slow, other] = await Promise.all([site.start({ RFS_OBJECTS_ENDPOINT: store.endpoint }), site.start()]);
    sweeper = await openService({
      data: join(site.folder, 'sweeper'),
      servers,
      serviceKeys: serversKey,
      apiUrl: () => '',
      uploadTimes: { stray: -5_000 },
    });
  });
  afterAll(async () => {
    await sweeper.close();
    await site.close();
    await store.close();
  });
  beforeEach(() => {
    store.afterStored = async () => undefined;
    store.clear();
  });

  type Send = (index: number, rest?: ChunkRest & { readonly bytes?: Buffer }) => Promise<ChunkUploadResult>;
  /** An upload whose first chunk is stored; chunks are sent by their index. */
  const begin = async (name: string) => {
    const bytes = randomBytes(3 * size);
    const sender =
      ({ client }: SiteProcess): Send =>
      async (index, { bytes: changed, ...rest } = {}) => {
        const offset = index * size;
        const chunk = changed ?? bytes.subarray(offset, offset + size);
        return await client.AppendChunkWithFolderAccessKey(chunkRequest(name, chunk, { offset, token, ...rest }));
      };
    let token: string | undefined;
    token = (await sender(other)(0)).UploadToken;
    return { bytes, bySlow: sender(slow), byOther: sender(other) };
  };
  /** Stops the process when the store has its next object, before it knows. */
  const stopAfterPut = (): Promise<StoreRequest> =>
    new Promise((resolve) => {
      store.afterStored = async (request) => {
        store.afterStored = async () => undefined;
        slow.process.kill('SIGSTOP');
        resolve(request);
      };
    });
  const fileOf = async (name: string): Promise<Buffer> => {
    const output = join(site.folder, 'got');
    const got = await site.run(['files', 'get', `/anna/in/${name}`, '--output', output, '--force']);
    expect(got).toMatchObject({ code: 0 });
    return await readFile(output);
  };

  const appended = { ErrorMessage: '', ChunkAppended: true };

  it.each<[string, (byOther: Send) => Promise<void>, Partial<ChunkUploadResult>]>([
    [
      'has stored its chunk: it is acknowledged as a resend',
      async (byOther) => expect(await byOther(1)).toMatchObject(appended),
      appended,
    ],
    [
      'has stored other bytes: it is rejected',
      async (byOther) => expect(await byOther(1, { bytes: randomBytes(size) })).toMatchObject(appended),
      {
        ChunkAppended: false,
        ErrorMessage: `Other bytes are held at this Offset. The expected offset is ${2 * size}.`,
      },
    ],
    [
      'has stored its chunk and the next: it is rejected',
      async (byOther) => {
        expect(await byOther(1)).toMatchObject(appended);
        expect(await byOther(2)).toMatchObject(appended);
      },
      {
        ChunkAppended: false,
        ErrorMessage: `Offset is ${size}, and ${3 * size} bytes are held. The expected offset is ${3 * size}.`,
      },
    ],
    [
      'has published the file: it is rejected',
      async (byOther) => {
        expect(await byOther(1)).toMatchObject(appended);
        expect(await byOther(2, { last: true })).toMatchObject(appended);
      },
      { ChunkAppended: false, ErrorMessage: expect.stringContaining(`The upload is finished with ${3 * size} bytes.`) },
    ],
  ])('goes on when another one %s', async (what, change, expected) => {
    const name = what.replace(/:.*/, '');
    const { byOther, bySlow } = await begin(name);
    const stopped = stopAfterPut();
    const sending = bySlow(1);
    await stopped;
    await change(byOther);
    slow.process.kill('SIGCONT');
    expect(await sending).toMatchObject(expected);
  });

  it('files published by the others have the acknowledged bytes, once, in order', async () => {
    const { bytes, byOther, bySlow } = await begin('in order');
    const stopped = stopAfterPut();
    const sending = bySlow(1, { bytes: randomBytes(size) });
    await stopped;
    expect(await byOther(1)).toMatchObject(appended);
    slow.process.kill('SIGCONT');
    expect(await sending).toMatchObject({ ChunkAppended: false });
    expect(await bySlow(2, { last: true })).toMatchObject(appended);
    expect((await fileOf('in order')).equals(bytes)).toBe(true);
  });

  it('stores its chunk again under another key when the sweep has condemned its object', async () => {
    const { bytes, bySlow } = await begin('condemned');
    const stopped = stopAfterPut();
    const sending = bySlow(1);
    const { path } = await stopped;
    const parts = objectUploadsOf(sweeper);
    const key = path.split('/').slice(2).join('/');
    expect(await parts.objects.size(key)).toBe(size);
    await expect.poll(() => sweptDifferences(parts)).toEqual([]);
    expect(await parts.objects.size(key)).toBeUndefined();
    slow.process.kill('SIGCONT');
    expect(await sending).toMatchObject(appended);
    expect(await bySlow(2, { last: true })).toMatchObject(appended);
    expect((await fileOf('condemned')).equals(bytes)).toBe(true);
  });

  it('a PUT that is delivered again after the sweep has condemned its key changes no file, and is swept again', async () => {
    const { bytes, bySlow } = await begin('late');
    let late: StoreRequest | undefined;
    store.afterStored = async (request) => {
      store.afterStored = async () => undefined;
      late = request;
      throw new Error('The caller gets no response.');
    };
    expect(await bySlow(1)).toMatchObject(appended);
    const parts = objectUploadsOf(sweeper);
    await expect.poll(() => sweptDifferences(parts)).toEqual([]);
    const key = late?.path.split('/').slice(2).join('/') ?? '';
    const condemned = await parts.db.selectFrom('extents').select('upload_id').where('key', '=', key).execute();
    expect(condemned).toEqual([{ upload_id: null }]);
    expect(await late?.repeat()).toBe(200);
    expect(await parts.objects.size(key)).toBe(size);
    expect(await bySlow(2, { last: true })).toMatchObject(appended);
    await expect.poll(() => sweptDifferences(parts)).toEqual([]);
    expect(await parts.objects.size(key)).toBeUndefined();
    expect((await fileOf('late')).equals(bytes)).toBe(true);
  });
});
