import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobOf } from '@soapwright/runtime/client';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chunkSpool, memoryBesideDisk } from './chunk-spool.ts';
import { type ContentStore, partName, uploadOfPart } from './content-store.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { fileStore } from './file-store.ts';

describe('the content store', () => {
  let path: string;
  let folder: DataFolder;
  let store: ContentStore;
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'rfs-store-'));
    folder = await openDataFolder(join(path, 'data'));
    store = fileStore(folder);
  });
  afterEach(() => rm(path, { recursive: true, force: true }));

  const part = partName('ab'.repeat(16), 1);
  const other = partName('ab'.repeat(16), 2);
  const contentOf = async (name: string): Promise<string> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of store.read(name)) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };

  it('truncates bytes after the written ones', async () => {
    await store.write(part, 0n, new Blob(['abcdef']));
    await store.write(part, 3n, new Blob(['X']));
    await store.publish(part);
    expect(await contentOf(part)).toBe('abcX');
  });

  it('removes bytes that could not be written completely: on a full disk they would take the last space', async () => {
    await store.write(part, 0n, new Blob(['abc']));
    const size = 5 * 1024 * 1024;
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(size - 1);
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    }
    const failing = blobOf(pieces(), { size });
    await expect(store.write(part, 3n, failing)).rejects.toMatchObject({ code: 'full' });
    expect((await stat(join(folder.spool, part))).size).toBe(3);
  });

  it('uses bytes in the spool as they are; bytes truncated on a full disk must be resent', async () => {
    const size = 10 * 1024 * 1024;
    const lying = async (): Promise<Blob> => {
      const values = chunkSpool(
        folder.spool,
        memoryBesideDisk,
        async () => false,
        () => undefined,
      ).begin();
      const intake = values.open(size);
      for (let left = size; left > 0; ) {
        const bytes = Math.min(left, intake.buffer.length);
        intake.buffer.fill(7, 0, bytes);
        await intake.advance(bytes);
        left -= bytes;
      }
      return await intake.finish();
    };
    const bytes = await lying();
    await store.write(part, 0n, bytes);
    expect(await readdir(folder.spool)).toEqual(expect.not.arrayContaining([expect.stringMatching(/^\.intake/)]));
    expect((await stat(join(folder.spool, part))).size).toBe(size);
    await truncate(join(folder.spool, part), 0);
    await expect(store.write(other, 0n, bytes)).rejects.toMatchObject({ code: 'full' });
    await store.write(other, 0n, await lying());
    expect((await stat(join(folder.spool, other))).size).toBe(size);
  });

  it('never leaves a hole: bytes before the offset must exist', async () => {
    await store.write(part, 0n, new Blob(['abc']));
    await expect(store.write(part, 4n, new Blob(['x']))).rejects.toMatchObject({ code: 'lost' });
    await expect(store.write(other, 1n, new Blob(['x']))).rejects.toMatchObject({ name: 'StorageError' });
  });

  it('distinguishes equal and different stored bytes', async () => {
    await store.write(part, 0n, new Blob(['abc']));
    expect(await store.matches(part, 0n, new Blob(['abc']))).toBe(true);
    expect(await store.matches(part, 0n, new Blob(['abd']))).toBe(false);
    expect(await store.matches(part, 1n, new Blob(['bcd']))).toBe(false);
  });

  it('continues a part whose publisher was interrupted before the commit', async () => {
    await store.write(part, 0n, new Blob(['abc']));
    await store.publish(part);
    expect(await store.matches(part, 1n, new Blob(['bc']))).toBe(true);
    await store.publish(part);
    await store.write(part, 3n, new Blob(['def']));
    await store.publish(part);
    expect(await contentOf(part)).toBe('abcdef');
  });

  it('writes a new part where it is published, and never over another one', async () => {
    const hash = await store.writePublished(part, new Blob(['abc']));
    expect(hash.digest('hex')).toBe(createHash('sha256').update('abc').digest('hex'));
    expect(await contentOf(part)).toBe('abc');
    await expect(store.writePublished(part, new Blob(['other']))).rejects.toMatchObject({ name: 'StorageError' });
    expect(await contentOf(part)).toBe('abc');
    expect(await readdir(folder.spool)).toEqual([]);
  });

  it('copies a part from the spool and from the published ones, and only the requested range', async () => {
    await store.write(part, 0n, new Blob(['abcdef']));
    await store.copy(part, other, 4n);
    await store.publish(other);
    expect(await contentOf(other)).toBe('abcd');
    await store.publish(part);
    await store.copy(part, other, 2n);
    await store.publish(other);
    expect(await contentOf(other)).toBe('ab');
    await expect(store.copy(part, other, 7n)).rejects.toMatchObject({ code: 'lost' });
  });

  it('stores chunks larger than a piece completely', async () => {
    const bytes = Buffer.alloc(9 * 1024 * 1024 + 5, 'spool');
    await store.write(part, 0n, new Blob([bytes]));
    expect(await store.matches(part, 0n, new Blob([bytes]))).toBe(true);
    await store.publish(part);
    expect((await stat(join(folder.files, 'ab', part))).size).toBe(bytes.length);
  });

  it('any sequence of chunks equals its bytes in one chunk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 8 }), async (chunks) => {
        let offset = 0n;
        await store.write(part, 0n, new Blob([]));
        for (const chunk of chunks) {
          await store.write(part, offset, new Blob([new Uint8Array(chunk)]));
          offset += BigInt(chunk.length);
        }
        const whole = new Blob(chunks.map((chunk) => new Uint8Array(chunk)));
        expect(await store.matches(part, 0n, whole)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('lists only parts, by age', async () => {
    await store.write(part, 0n, new Blob(['abc']));
    await store.probe();
    const listed = async (parts: AsyncIterable<string>) => {
      const all: string[] = [];
      for await (const name of parts) all.push(name);
      return all;
    };
    expect(await listed(store.spooledBefore(Date.now() + 10_000))).toEqual([part]);
    expect(await listed(store.spooledBefore(Date.now() - 10_000))).toEqual([]);
    await store.publish(part);
    expect(await listed(store.publishedBefore(Date.now() + 10_000))).toEqual([part]);
    expect(uploadOfPart(part)).toBe('ab'.repeat(16));
    expect(await readdir(folder.spool)).toEqual([]);
  });

  it('removes existing content, and ignores missing content', async () => {
    await store.write(part, 0n, new Blob(['abc']));
    await store.removeSpooled(part);
    await store.removeSpooled(part);
    await store.remove(part);
    expect(await readdir(folder.spool)).toEqual([]);
  });

  it('reserves space for the database, releases it, and reserves it only once', async () => {
    const reserve = join(folder.spool, '.reserve');
    await store.keepReserve();
    const { size, ino } = await stat(reserve);
    expect(size).toBe(1024 * 1024);
    await store.keepReserve();
    expect((await stat(reserve)).ino).toBe(ino);
    await store.releaseReserve();
    await store.releaseReserve();
    expect(await readdir(folder.spool)).toEqual([]);
  });

  it('leaves no probe, and removes those of killed processes', async () => {
    await store.probe();
    expect(await readdir(folder.spool)).toEqual([]);
    await writeFile(join(folder.spool, '.probe-1-left'), '');
    await store.removeTracesBefore(Date.now() - 10_000);
    expect(await readdir(folder.spool)).toEqual(['.probe-1-left']);
    await store.removeTracesBefore(Date.now() + 10_000);
    expect(await readdir(folder.spool)).toEqual([]);
  });

  it('creates a data folder that only its owner can read', async () => {
    for (const name of [folder.path, folder.spool, folder.files]) {
      expect((await stat(name)).mode & 0o077, name).toBe(0);
    }
    expect((await stat(folder.database)).mode & 0o077).toBe(0);
  });
});
