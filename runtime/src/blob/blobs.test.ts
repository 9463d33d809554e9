import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blobOf } from './blob-of.ts';
import { fileBlob } from './node/file-blob.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soapwright-blob-'));
});
afterAll(() => rm(folder, { recursive: true }));

const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(size).map((_, index) => index * 7);

async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

describe('fileBlob', () => {
  it('is a Blob with the bytes of the file', async () => {
    for (const size of [0, 1, 196_608, 196_609, 1_000_003]) {
      const bytes = bytesOf(size);
      const blob = await fileBlob(await fileOf('a', bytes), { type: 'Text/Plain' });
      expect(blob).toBeInstanceOf(Blob);
      expect([blob.size, blob.type]).toEqual([size, 'text/plain']);
      expect(Buffer.from(await blob.arrayBuffer()).equals(bytes)).toBe(true);
      expect(Buffer.from(await new Response(blob).arrayBuffer()).equals(bytes)).toBe(true);
      const parts: Uint8Array[] = [];
      for await (const piece of blob.stream()) parts.push(piece);
      expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    }
  });

  it('slices like any Blob', async () => {
    const bytes = bytesOf(1000);
    const blob = await fileBlob(await fileOf('b', bytes));
    const native = new Blob([bytes]);
    for (const [start, end] of [
      [0, 10],
      [990, 2000],
      [-10, undefined],
      [-2000, 5],
      [500, 400],
      [10, -10],
    ] as const) {
      const slice = blob.slice(start, end, 'a/b');
      expect(slice.type).toBe('a/b');
      const wanted = native.slice(start, end);
      expect(slice.size).toBe(wanted.size);
      expect(await slice.arrayBuffer()).toEqual(await wanted.arrayBuffer());
      expect(await slice.slice(2, 5).arrayBuffer()).toEqual(await wanted.slice(2, 5).arrayBuffer());
    }
    expect(await blob.slice(48, 51).text()).toBe(await native.slice(48, 51).text());
  });

  it('continues to read when its file is renamed', async () => {
    const bytes = bytesOf(1_000_000);
    const path = await fileOf('c', bytes);
    const blob = await fileBlob(path);
    const reader = blob.stream().getReader();
    const parts = [(await reader.read()).value ?? new Uint8Array()];
    await rename(path, `${path}.moved`);
    for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    await expect(blob.text()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('fails when its file has changed', async () => {
    const path = await fileOf('d', bytesOf(300_000));
    const blob = await fileBlob(path);
    await utimes(path, 1_000, 1_000);
    await expect(blob.arrayBuffer()).rejects.toMatchObject({ code: 'changed' });
    const longer = await fileBlob(path);
    await writeFile(path, bytesOf(10), { flag: 'a' });
    await expect(longer.arrayBuffer()).rejects.toMatchObject({ code: 'changed' });
    const shorter = await fileBlob(path);
    await writeFile(path, bytesOf(10));
    await expect(shorter.arrayBuffer()).rejects.toMatchObject({ code: 'wrong-size' });
  });

  it('accepts only existing files', async () => {
    await expect(fileBlob(folder)).rejects.toThrow(TypeError);
    await expect(fileBlob(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('blobOf', () => {
  async function* generator(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
    yield* pieces;
  }

  it('accepts generators, arrays and streams', async () => {
    const [one, two] = [Uint8Array.of(1, 2), Uint8Array.of(3)];
    for (const source of [generator(one, two), [one, two], new Blob([one, two]).stream()]) {
      const blob = blobOf(source, { size: 3, type: 'a/b' });
      expect([blob.size, blob.type, blob instanceof Blob]).toEqual([3, 'a/b', true]);
      expect(new Uint8Array(await blob.arrayBuffer())).toEqual(Uint8Array.of(1, 2, 3));
    }
    const reader = { getReader: () => new Blob([one, two]).stream().getReader() } as ReadableStream<Uint8Array>;
    expect((await blobOf(reader, { size: 3 }).arrayBuffer()).byteLength).toBe(3);
  });

  it('can be read once, also through a slice', async () => {
    const blob = blobOf(generator(bytesOf(10), bytesOf(10)), { size: 20 });
    expect(new Uint8Array(await blob.slice(8, 12).arrayBuffer())).toEqual(
      Uint8Array.of(...bytesOf(10).subarray(8), ...bytesOf(2)),
    );
    await expect(blob.text()).rejects.toMatchObject({ code: 'read-already', name: 'BlobError' });
  });

  it('fails when it is longer or shorter than declared or yields other values, and then withholds the last piece', async () => {
    const cases = [
      [[bytesOf(5), bytesOf(4)], 'wrong-size'],
      [[bytesOf(5), bytesOf(5), bytesOf(1)], 'wrong-size'],
      [[bytesOf(11)], 'wrong-size'],
      [[], 'wrong-size'],
      [['0123456789'], 'not-bytes'],
    ] as const;
    for (const [pieces, code] of cases) {
      let length = 0;
      const read = async () => {
        for await (const piece of blobOf(pieces as readonly Uint8Array[], { size: 10 }).stream())
          length += piece.length;
      };
      await expect(read()).rejects.toMatchObject({ code });
      expect(length).toBeLessThan(10);
    }
    for (const size of [-1, 1.5, Number.NaN, 2 ** 53]) expect(() => blobOf([], { size })).toThrow(TypeError);
  });

  it('closes an iterable that is not read to its end', async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield bytesOf(1);
      } finally {
        isClosed = true;
      }
    }
    const reader = blobOf(endless(), { size: 100 }).stream().getReader();
    await reader.read();
    await reader.cancel();
    expect(isClosed).toBe(true);
  });
});
