import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Metrics } from '../../service/src/server/metrics.ts';
import { type ChunkRest, chunkRequest } from '../support/service/chunk-request.ts';
import { fileOf, type Harness, startHarness } from '../support/service/harness.ts';
import {
  type ObjectUploads,
  objectUploadsOf,
  sweepBucket,
  sweptDifferences,
} from '../support/service/object-differences.ts';
import { type PostgresFaultProxy, startPostgresFaults } from '../support/service/postgres-faults.ts';
import { type S3Fault, type S3FaultProxy, startS3Faults } from '../support/service/s3-faults.ts';
import { type OwnServers, serversOf, testServers } from '../support/service/servers.ts';

/** Faults of the drill; more by `RFS_ENGINE_FAULTS`. */
const wanted = Number(process.env.RFS_ENGINE_FAULTS ?? 60);

describe('uploads while the store and the database fail', () => {
  let own: OwnServers;
  let store: S3FaultProxy;
  let database: PostgresFaultProxy;
  let harness: Harness;
  let other: Harness;
  const metrics = new Metrics('1.2.3');
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rfs-faults-'));
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    own = await serversOf(folder, test);
    store = await startS3Faults(own.servers.bucket.endpoint);
    database = await startPostgresFaults(Number(new URL(own.servers.database.url).port));
    const servers = {
      ...own.servers,
      database: { ...own.servers.database, url: database.urlOf(own.servers.database.url) },
      bucket: { ...own.servers.bucket, endpoint: store.endpoint },
    };
    // The sweep looks at objects of running requests, too.
    const options = { servers, uploadTimes: { stray: -5_000 } };
    harness = await startHarness({ ...options, data: folder, counts: metrics });
    other = await startHarness({ ...options, data: join(folder, 'other') });
    // Otherwise its queries may be the ones that are cut.
    for (const each of [harness, other]) partsOf(each).catchUp.close();
  });
  afterAll(async () => {
    await other.close();
    await harness.close();
    await store.close();
    await database.close();
    await own.remove();
  });

  const metric = async (series: string): Promise<number> => {
    const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`${series} `));
    return Number(line?.split(' ').pop());
  };
  const partsOf = ({ service }: Harness): ObjectUploads => objectUploadsOf(service);
  const send = async (
    by: Harness,
    name: string,
    bytes: Buffer,
    offset: number,
    rest: ChunkRest = {},
  ): Promise<ChunkUploadResult | undefined> =>
    await by.client
      .AppendChunkWithFolderAccessKey(chunkRequest(name, bytes, { offset, ...rest }))
      .catch(() => undefined);
  /** Sends a chunk until it is acknowledged, to either service. */
  const sendUntilAcknowledged = async (...[name, bytes, offset, rest]: SendRest): Promise<ChunkUploadResult> => {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const done = await send(Math.random() < 0.5 ? harness : other, name, bytes, offset, rest);
      if (done !== undefined) return done;
    }
    throw new Error(`The chunk of ${name} at ${offset} was not acknowledged.`);
  };
  type SendRest = [name: string, bytes: Buffer, offset: number, rest?: { token?: string | undefined; last?: boolean }];
  const contentOf = async (name: string): Promise<Buffer | undefined> =>
    (await fileOf(harness, 'folder-anna-in', name))?.bytes;
  /** Objects without a row, and rows without an object, after sweeps. */
  const differences = (): Promise<readonly string[]> => sweptDifferences(partsOf(harness));

  it.each(['before', 'after'] as const)(
    'the connection to the database is cut %s the commit of a chunk: the resend is acknowledged, and nothing is doubled',
    async (fault) => {
      const name = `cut ${fault}`;
      const bytes = randomBytes(600_000);
      const first = await send(harness, name, bytes.subarray(0, 200_000), 0);
      const token = first?.UploadToken;
      let key: string | undefined;
      store.fault = ({ method, url = '' }) => {
        if (method === 'PUT') key = url.replace(/^.*\/|\?.*$/g, '');
        return undefined;
      };
      database.fault = (message) => (key !== undefined && message.includes(key) ? fault : undefined);
      expect(await send(harness, name, bytes.subarray(200_000, 400_000), 200_000, { token })).toBeUndefined();
      database.fault = () => undefined;
      expect(await metric('rfs_unknown_commits_total')).toBe(fault === 'before' ? 1 : 2);
      expect(await metric('rfs_storage_busy_total{reason="commit-unknown"}')).toBe(fault === 'before' ? 1 : 2);
      // The use of a key is stored a moment later, by a connection of its own.
      await expect.poll(() => metric('rfs_database_connections_in_use')).toBe(0);
      const { held } = await partsOf(harness)
        .db.selectFrom('uploads')
        .select('held')
        .where('file_name', '=', name)
        .executeTakeFirstOrThrow();
      expect(held).toBe(fault === 'after' ? 400_000n : 200_000n);
      const again = await send(other, name, bytes.subarray(200_000, 400_000), 200_000, { token });
      expect(again).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
      await send(other, name, bytes.subarray(400_000), 400_000, { token, last: true });
      expect((await contentOf(name))?.equals(bytes)).toBe(true);
    },
  );

  it('an object that arrives after its chunk was sent again under another key is swept', async () => {
    const bytes = randomBytes(400_000);
    const token = (await send(harness, 'late', bytes.subarray(0, 200_000), 0))?.UploadToken;
    let faults = 1;
    store.lateness = 1_000;
    store.fault = ({ method }) => {
      if (method !== 'PUT') return undefined;
      faults -= 1;
      return faults < 0 ? undefined : 'late';
    };
    expect(await send(harness, 'late', bytes.subarray(200_000), 200_000, { token, last: true })).toMatchObject({
      ChunkAppended: true,
    });
    store.fault = () => undefined;
    expect(await metric('rfs_object_retries_total')).toBe(1);
    expect(await metric('rfs_object_requests_total{method="PUT",outcome="busy"}')).toBe(1);
    await store.settled();
    await expect.poll(differences, { interval: 1_000 }).toEqual([]);
    expect((await contentOf('late'))?.equals(bytes)).toBe(true);
  });

  it(`${wanted} faults of store and database: every acknowledged byte is there once, and the bucket has nothing else`, async () => {
    let faults = 0;
    const kinds: readonly S3Fault[] = ['refused', 'unanswered', 'truncated', 'late'];
    store.lateness = 300;
    store.fault = () => {
      if (Math.random() > 0.25) return undefined;
      faults += 1;
      return kinds[randomInt(kinds.length)];
    };
    database.fault = () => {
      if (Math.random() > 0.02) return undefined;
      faults += 1;
      return Math.random() < 0.5 ? 'before' : 'after';
    };
    const digests = new Map<string, string>();
    const upload = async (name: string): Promise<void> => {
      const chunks = Array.from({ length: 4 }, () => randomBytes(randomInt(1, 300_000)));
      let token: string | undefined;
      let offset = 0;
      for (const [index, bytes] of chunks.entries()) {
        const last = index === chunks.length - 1;
        const done = await sendUntilAcknowledged(name, bytes, offset, { token, last });
        expect(done).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
        token = done.UploadToken;
        offset += bytes.length;
      }
      digests.set(name, createHash('sha256').update(Buffer.concat(chunks)).digest('hex'));
    };
    let isRunning = true;
    let condemned = 0;
    const sweeping = (async () => {
      while (isRunning) {
        const swept = await sweepBucket(partsOf(other)).catch(() => undefined);
        condemned += swept?.strayParts ?? 0;
      }
    })();
    try {
      for (let round = 0; faults < wanted; round += 1) {
        await Promise.all([0, 1, 2].map((index) => upload(`drill ${round}.${index}`)));
      }
    } finally {
      isRunning = false;
      await sweeping;
    }
    expect(condemned).toBeGreaterThan(0);
    store.fault = () => undefined;
    database.fault = () => undefined;
    await store.settled();
    for (const [name, digest] of digests) {
      const bytes = (await contentOf(name)) ?? Buffer.of();
      expect([name, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, digest]);
    }
    // Uploads whose first acknowledgement was lost expire.
    harness.pass(25 * 3_600_000);
    await expect.poll(differences, { interval: 1_000 }).toEqual([]);
  });
});
