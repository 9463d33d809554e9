import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blobViews } from '../../blob/blob-pieces.ts';
import { spooledBlob } from '../../blob/node/spooled-blob.ts';
import type { SpooledValues } from '../spool.ts';
import { fileSpool } from './file-spool.ts';

const size = 400_000;

async function take(values: SpooledValues): Promise<Blob> {
  const intake = values.open(size);
  for (let left = size; left > 0; ) {
    const bytes = Math.min(left, intake.buffer.length);
    intake.buffer.fill(7, 0, bytes);
    await intake.advance(bytes);
    left -= bytes;
  }
  return await intake.finish();
}

describe('a value in memory', () => {
  it('is read without a copy, in slices too, until it is discarded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spool-views-'));
    const values = fileSpool({ folder }).begin();
    const blob = await take(values);
    const joined = (views: readonly Uint8Array[] | undefined): Buffer => Buffer.concat(views ?? []);
    expect(joined(blobViews(blob)).equals(Buffer.alloc(size, 7))).toBe(true);
    expect(joined(blobViews(blob.slice(65_000, 200_000)))).toHaveLength(135_000);
    expect(blobViews(blob)?.[0]?.buffer).toBe(blobViews(blob.slice(5))?.[0]?.buffer);
    expect(blobViews(new Blob(['platform']))).toBeUndefined();
    await values.discard();
    expect(() => blobViews(blob)).toThrow('discarded');
    rmSync(folder, { recursive: true });
  });
});

describe('the memory budget of a spool', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'spool-memory-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is released when values are discarded, and when they are handed over', async () => {
    const spool = fileSpool({ folder, memory: 700_000 });
    for (let round = 0; round < 10; round++) {
      for (const end of ['keep', 'discard'] as const) {
        const values = spool.begin();
        const blob = await take(values);
        expect(blob.size).toBe(size);
        expect(readdirSync(folder)).toEqual([]);
        await values[end]();
      }
      const source = [new Uint8Array(size)];
      expect((await spooledBlob(source, { spool })).size).toBe(size);
      expect(readdirSync(folder)).toEqual([]);
    }
    const [first, second] = [spool.begin(), spool.begin()];
    await take(first);
    await take(second);
    expect(readdirSync(folder)).toHaveLength(1);
    first.discard();
    await second.discard();
    expect(readdirSync(folder)).toEqual([]);
  });
});
