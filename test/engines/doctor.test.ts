import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../service/src/config/load-settings.ts';
import { examineServers } from '../../service/src/operator/doctor/examine-servers.ts';
import { destroyDataKeys } from '../../service/src/operator/manage-data-keys.ts';
import type { SharedServers } from '../../service/src/storage/shared-servers.ts';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { type Harness, startHarness } from '../support/service/harness.ts';
import { objectUploadsOf } from '../support/service/object-differences.ts';
import { environmentOf, type OwnServers, serversKey, serversOf, testServers } from '../support/service/servers.ts';

describe('doctor on PostgreSQL and an S3 store', () => {
  let harness: Harness;
  let own: OwnServers;
  beforeAll(async () => {
    harness = await startHarness();
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    own = await serversOf(harness.folder, test);
    await harness.client.AppendChunkWithFolderAccessKey(chunkRequest('a.bin', randomBytes(200_000), { last: true }));
  });
  afterAll(() => harness.close());

  const examined = async (
    changed: Partial<SharedServers> = {},
    deep = false,
    on: OwnServers = own,
  ): Promise<readonly string[]> => {
    const environment = { ...environmentOf(on), RFS_PUBLIC_URL: 'https://files.example', RFS_TRUST_PROXY: 'true' };
    const settings = loadSettings({ environment, flags: {} });
    const options = { settings, serviceKeys: serversKey, deep, online: false };
    const { findings } = await examineServers(options, { ...on.servers, ...changed });
    return findings.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
  };

  it('finds nothing on servers that keep acknowledged data', async () => {
    expect(await examined()).toEqual([]);
    expect(await examined({}, true)).toEqual([]);
  });

  it('finds servers that cannot be reached', async () => {
    const database = { ...own.servers.database, url: 'postgres://rfs@127.0.0.1:9/rfs', deadline: 500 };
    expect(await examined({ database })).toEqual([expect.stringMatching(/^error database-unreachable: /)]);
    const bucket = { ...own.servers.bucket, bucket: 'no-such-bucket' };
    expect(await examined({ bucket })).toEqual([expect.stringMatching(/^error store-unreachable: .*404/)]);
  });

  it('finds objects that are missing, have another size, or have changed', async () => {
    const { db, objects } = objectUploadsOf(harness.service);
    const { key } = await db.selectFrom('extents').select('key').executeTakeFirstOrThrow();
    const put = async (size: number): Promise<void> => {
      const bytes = Buffer.alloc(size, 1);
      await objects.put(key, { size, digest: createHash('sha256').update(bytes).digest('hex'), pieces: () => [bytes] });
    };
    await put(200_000);
    expect(await examined()).toEqual([]);
    expect(await examined({}, true)).toEqual([expect.stringMatching(/^error content-changed: \/Anna\/in\/a.bin: /)]);
    await put(5);
    expect(await examined()).toEqual([expect.stringMatching(/^error content-size: .*\/Anna\/in\/a.bin.* has 5\.$/)]);
    await objects.remove(key);
    expect(await examined()).toEqual([expect.stringMatching(/^error content-missing: .*\/Anna\/in\/a.bin/)]);
  });

  it('counts files whose data key was destroyed', async () => {
    const sealed = await startHarness({ encryption: true });
    try {
      const bytes = randomBytes(200_000);
      await sealed.client.AppendChunkWithFolderAccessKey(chunkRequest('a.bin', bytes, { last: true }));
      const { state, rewrite } = sealed.service;
      expect(await destroyDataKeys({ ...state, rewrite }, 1001)).toBe(1);
      const test = testServers();
      const on = test && (await serversOf(sealed.folder, test));
      for (const deep of [false, true]) {
        expect(await examined({}, deep, on)).toEqual([expect.stringMatching(/^hint key-destroyed: .*: 1\.$/)]);
      }
    } finally {
      await sealed.close();
    }
  });
});
