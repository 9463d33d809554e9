import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blobViews, keepViews } from '../../blob/blob-pieces.ts';
import { spooledBlob } from '../../blob/node/spooled-blob.ts';
import { isSpooled, type SpooledValues } from '../spool.ts';
import { fileSpool } from './file-spool.ts';
import { isInMemory } from './memory-blob.ts';

const size = 400_000;

async function take(values: SpooledValues, byte = 7, most = size): Promise<Blob> {
  const intake = values.open(most);
  for (let left = size; left > 0; ) {
    const bytes = Math.min(left, intake.buffer.length);
    intake.buffer.fill(byte, 0, bytes);
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

describe('a value in memory that is discarded while its bytes are used', () => {
  it('keeps them until the end of the use, in slices too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spool-kept-'));
    const spool = fileSpool({ folder });
    const values = spool.begin();
    const slice = (await take(values, 7)).slice(1);
    const views = blobViews(slice) ?? [];
    const end = keepViews(slice);
    await values.discard();
    await take(spool.begin(), 8);
    expect(Buffer.concat(views).equals(Buffer.alloc(size - 1, 7))).toBe(true);
    end();
    end();
    await take(spool.begin(), 9);
    expect(Buffer.concat(views).includes(9)).toBe(true);
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

  it('is left to others by a value that may be too long for the memory of its message', async () => {
    const spool = fileSpool({ folder, threshold: 500_000, memory: 500_000 });
    const [long, short] = [spool.begin(), spool.begin()];
    expect(isInMemory(await take(long, 7, 500_001))).toBe(false);
    const other = await take(short, 8, 500_000);
    expect(isInMemory(other)).toBe(true);
    expect(Buffer.from(await other.bytes()).equals(Buffer.alloc(size, 8))).toBe(true);
    await long.discard();
    await short.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is released by a value that was never complete, whose blocks show nothing of it to the next one', async () => {
    const spool = fileSpool({ folder, memory: size + 100_000 });
    for (let round = 0; round < 3; round++) {
      const values = spool.begin();
      const intake = values.open(size);
      intake.buffer.fill(7);
      intake.advance(intake.buffer.length);
      await values.discard();
      const next = spool.begin();
      const blob = await take(next, 8);
      expect(isInMemory(blob)).toBe(true);
      expect(Buffer.from(await blob.arrayBuffer()).equals(Buffer.alloc(size, 8))).toBe(true);
      await next.discard();
    }
  });
});

describe('a value in memory that is written', () => {
  let folder: string;
  let file: FileHandle;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'spool-write-'));
    file = await open(join(folder, 'target'), 'w+');
  });
  afterAll(async () => {
    await file.close();
    rmSync(folder, { recursive: true });
  });

  it('is written at a position of a file and hashed; its blocks are not reused before, also when it is discarded', async () => {
    const spool = fileSpool({ folder });
    const values = spool.begin();
    const blob = await take(values);
    if (!isInMemory(blob)) throw new Error('it is on the disk');
    const hash = createHash('sha256');
    const written = blob.writeTo(file, 1_000, hash);
    await values.discard();
    // Would get the blocks of the first value.
    const others = [await take(spool.begin(), 8), await take(spool.begin(), 8)];
    await written;
    expect(others.map(isInMemory)).toEqual([true, true]);
    const expected = Buffer.alloc(size, 7);
    expect((await readFile(join(folder, 'target'))).equals(Buffer.concat([Buffer.alloc(1_000), expected]))).toBe(true);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(expected).digest('hex'));
    await expect(blob.writeTo(file, 0)).rejects.toThrow('was discarded');
  });

  it('is not one when it is a file, or a Blob of another kind', async () => {
    expect(isInMemory(await take(fileSpool({ folder, memory: 1_000 }).begin()))).toBe(false);
    expect(isInMemory(new Blob(['bytes']))).toBe(false);
  });
});

describe('a spool that encrypts its files', () => {
  it('keeps values unreadable on the disk, and gives their bytes, ranges and decrypted copies', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spool-encrypted-'));
    const values = fileSpool({ folder, threshold: 1024, encrypt: true }).begin();
    const blob = await take(values);
    const [name = ''] = readdirSync(folder);
    const written = await readFile(join(folder, name));
    expect(written.length).toBe(size);
    expect(written.includes(Buffer.alloc(8, 7))).toBe(false);
    const bytes = Buffer.from(await blob.arrayBuffer());
    expect(bytes.equals(Buffer.alloc(size, 7))).toBe(true);
    for (const [start, end] of [
      [0, 1],
      [15, 17],
      [65_537, 300_003],
      [size - 1, size],
    ]) {
      expect(Buffer.from(await blob.slice(start, end).arrayBuffer()).every((byte) => byte === 7)).toBe(true);
    }
    const target = join(folder, 'moved');
    if (!isSpooled(blob)) throw new TypeError('The value is not in the spool.');
    await blob.moveTo(target);
    expect(readdirSync(folder)).toEqual(['moved']);
    expect((await readFile(target)).equals(bytes)).toBe(true);
    expect((await blob.arrayBuffer()).byteLength).toBe(size);
    await values.discard();
    expect(readdirSync(folder)).toEqual(['moved']);
    rmSync(folder, { recursive: true });
  });
});
