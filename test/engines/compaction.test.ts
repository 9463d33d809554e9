import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimCompaction } from '../../service/src/storage/objects/compaction-rows.ts';
import { type CompactionLimits, compactFiles } from '../../service/src/uploads/objects/compact-files.ts';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { fileOf, type Harness, startHarness } from '../support/service/harness.ts';
import { type ObjectUploads, objectUploadsOf, sweptDifferences } from '../support/service/object-differences.ts';

const size = 150_000;
const limits: CompactionLimits = { count: 4, size: 1_000_000, merged: 500_000, most: 1n << 30n };
const prefixes = Array.from({ length: 16 }, (_, digit) => digit.toString(16));

describe('compaction of files of many objects', () => {
  let harness: Harness;
  let parts: ObjectUploads;
  beforeAll(async () => {
    harness = await startHarness({ uploadTimes: { stray: 0 } });
    parts = objectUploadsOf(harness.service);
  });
  afterAll(() => harness.close());

  /** A file of seven objects. */
  const upload = async (name: string): Promise<Buffer> => {
    const bytes = randomBytes(7 * size);
    let token: string | undefined;
    for (let at = 0; at < bytes.length; at += size) {
      const last = at + size === bytes.length;
      const chunk = chunkRequest(name, bytes.subarray(at, at + size), { offset: at, token, last });
      const done = await harness.client.AppendChunkWithFolderAccessKey(chunk);
      expect(done).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
      token = done.UploadToken;
    }
    return bytes;
  };
  const contentOf = async (name: string): Promise<string> => {
    const row = await parts.db
      .selectFrom('entries')
      .select('content')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return row.content ?? '';
  };
  const sizesOf = async (name: string): Promise<readonly number[]> => {
    const id = (await contentOf(name)).slice(0, -2);
    const rows = await parts.db
      .selectFrom('extents')
      .select('size')
      .where('upload_id', '=', id)
      .orderBy('at')
      .execute();
    return rows.map((row) => Number(row.size));
  };
  const compact = (): Promise<number> => compactFiles(parts, prefixes, limits);
  const bytesOf = async (name: string): Promise<Buffer | undefined> =>
    (await fileOf(harness, 'folder-anna-in', name))?.bytes;
  /** Keys in the bucket that no extent names, and extents without an object. */
  const differences = (): Promise<readonly string[]> => sweptDifferences(parts);

  it('rewrites them as fewer objects; bytes, ranges and a download that runs stay right', async () => {
    const bytes = await upload('seven');
    const before = await harness.service.store.open(await contentOf('seven'));
    expect(await compact()).toBe(6);
    expect(await sizesOf('seven')).toEqual([3 * size, 3 * size, size]);
    expect((await bytesOf('seven'))?.equals(bytes)).toBe(true);
    const after = await harness.service.store.open(await contentOf('seven'));
    for (const part of [before, after]) {
      const pieces: Uint8Array[] = [];
      for await (const piece of part.read(100_000n, 700_001n)) pieces.push(piece);
      expect(Buffer.concat(pieces).equals(bytes.subarray(100_000, 700_001))).toBe(true);
    }
    const [row] = await parts.db.selectFrom('entries').select('digest').where('name', '=', 'seven').execute();
    expect(row?.digest).toBe(createHash('sha256').update(bytes).digest('hex'));
    // It is rewritten once.
    expect(await compact()).toBe(0);
    harness.pass(3_600_001);
    await expect.poll(differences, { interval: 1_000 }).toEqual([]);
    expect((await bytesOf('seven'))?.equals(bytes)).toBe(true);
  });

  it('leaves unfinished uploads and files of few objects alone', async () => {
    const { UploadToken: token } = await harness.client.AppendChunkWithFolderAccessKey(
      chunkRequest('open', randomBytes(size)),
    );
    for (let at = size; at < 5 * size; at += size) {
      await harness.client.AppendChunkWithFolderAccessKey(
        chunkRequest('open', randomBytes(size), { offset: at, token }),
      );
    }
    expect(await compact()).toBe(0);
  });

  it('a file that is replaced during it keeps its new bytes, and nothing of the old ones stays', async () => {
    await upload('replaced');
    const { put } = parts.objects;
    let bytes: Buffer = Buffer.of();
    parts.objects.put = async (key, body) => {
      parts.objects.put = put;
      await put.call(parts.objects, key, body);
      bytes = await upload('replaced');
    };
    await compact();
    expect((await bytesOf('replaced'))?.equals(bytes)).toBe(true);
    harness.pass(3_600_001);
    await expect.poll(differences, { interval: 1_000 }).toEqual([]);
    expect((await bytesOf('replaced'))?.equals(bytes)).toBe(true);
  });

  it('a process that ends after it stored an object leaves an orphan only; another goes on when its claim has ended', async () => {
    const bytes = await upload('killed');
    const { put } = parts.objects;
    parts.objects.put = async (key, body) => {
      await put.call(parts.objects, key, body);
      throw new Error('killed');
    };
    await expect(compact()).rejects.toThrow('killed');
    parts.objects.put = put;
    expect((await bytesOf('killed'))?.equals(bytes)).toBe(true);
    const now = harness.now();
    expect(await claimCompaction(parts.db, { now, until: now + 1_000 })).toBe(true);
    expect(await compact()).toBe(0);
    harness.pass(1_001);
    expect(await compact()).toBeGreaterThanOrEqual(6);
    expect((await bytesOf('killed'))?.equals(bytes)).toBe(true);
    harness.pass(3_600_001);
    await expect.poll(differences, { interval: 1_000 }).toEqual([]);
  });
});
