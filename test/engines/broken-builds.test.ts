import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../service/src/storage/tables.ts';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { fileOf, type Harness, startHarness } from '../support/service/harness.ts';
import { type ObjectUploads, objectUploadsOf, sweepBucket } from '../support/service/object-differences.ts';

/** The broken parts of the service. */
const broken = vi.hoisted(() => ({ keys: false, sweep: false }));

vi.mock('../../service/src/storage/objects/object-store.ts', async (original) => {
  const real = await original<typeof import('../../service/src/storage/objects/object-store.ts')>();
  let used = 0;
  const newObjectKey = (site: string): string => {
    used += 1;
    // Each key is given to two callers.
    return broken.keys ? `00/${site}/${Math.floor(used / 2)}` : real.newObjectKey(site);
  };
  return { ...real, newObjectKey };
});

vi.mock('../../service/src/storage/objects/extent-rows.ts', async (original) => {
  const real = await original<typeof import('../../service/src/storage/objects/extent-rows.ts')>();
  const unnamed = async (db: Db, keys: readonly string[]): Promise<readonly string[]> => {
    if (keys.length === 0) return [];
    const rows = await db.selectFrom('extents').select('key').where('key', 'in', keys).execute();
    const named = new Set(rows.map(({ key }) => key));
    return keys.filter((key) => !named.has(key));
  };
  return {
    ...real,
    condemn: (...args: Parameters<typeof unnamed>) => (broken.sweep ? unnamed : real.condemn)(...args),
  };
});

describe('uploads during sweeps, with a pause between PUT and commit', () => {
  let harness: Harness;
  afterEach(() => harness.close());

  const partsOf = ({ service }: Harness): ObjectUploads => objectUploadsOf(service);
  /** Sends a file in three chunks, each until it is acknowledged. Undefined: one was not. */
  const upload = async (name: string): Promise<Buffer | undefined> => {
    const bytes = randomBytes(3 * 150_000);
    let token: string | undefined;
    for (let index = 0; index < 3; index += 1) {
      const offset = index * 150_000;
      const request = chunkRequest(name, bytes.subarray(offset, offset + 150_000), {
        offset,
        token,
        last: index === 2,
      });
      let appended = false;
      for (let attempt = 0; attempt < 20 && !appended; attempt += 1) {
        const done = await harness.client.AppendChunkWithFolderAccessKey(request).catch(() => undefined);
        appended = done?.ChunkAppended === true;
        token = done?.UploadToken ?? token;
      }
      if (!appended) return undefined;
    }
    return bytes;
  };
  /**
   * Uploads files while the bucket is swept, and kills the service.
   *
   * @returns the names of the files that were acknowledged and do not have their bytes afterwards.
   */
  const lostFiles = async (put: (store: () => Promise<void>) => Promise<void>): Promise<readonly string[]> => {
    // The sweep looks at objects of running requests, too.
    harness = await startHarness({ uploadTimes: { stray: -5_000 } });
    const parts = partsOf(harness);
    const store = parts.objects.put.bind(parts.objects);
    parts.objects.put = (key, body) => put(() => store(key, body));
    const names = Array.from({ length: 8 }, (_, index) => `file ${index}`);
    let isRunning = true;
    const sweeping = (async () => {
      for (; isRunning; await sleep(20)) await sweepBucket(parts).catch(() => undefined);
    })();
    const sent = await Promise.all(names.map((name) => upload(name)));
    isRunning = false;
    await sweeping;
    const lost: string[] = [];
    for (const [index, name] of names.entries()) {
      const bytes = sent[index];
      const stored = await fileOf(harness, 'folder-anna-in', name).catch(() => undefined);
      if (bytes !== undefined && !stored?.bytes.equals(bytes)) lost.push(name);
    }
    return lost;
  };
  const pausing = async (store: () => Promise<void>): Promise<void> => {
    await store();
    await sleep(40);
  };

  it('nothing acknowledged is lost', async () => {
    expect(await lostFiles(pausing)).toEqual([]);
  });

  it('a build that commits before the PUT loses files', async () => {
    // The service is killed before any of them begins.
    expect(await lostFiles(async () => undefined)).not.toEqual([]);
  });

  it('a build that sweeps without condemning loses files', async () => {
    broken.sweep = true;
    try {
      expect(await lostFiles(pausing)).not.toEqual([]);
    } finally {
      broken.sweep = false;
    }
  });

  it('a build that uses keys again loses files', async () => {
    broken.keys = true;
    try {
      expect(await lostFiles(pausing)).not.toEqual([]);
    } finally {
      broken.keys = false;
    }
  });
});
