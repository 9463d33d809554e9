import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadId } from '../../uploads/upload-id.ts';
import { tailRow } from '../objects/extent-rows.ts';
import type { OpenPart } from './content.ts';
import { type ContentStore, dataKeyOf, partName, uploadOfPart } from './content-store.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { fileStore } from './file-store.ts';

const record = 64 * 1024;

describe('sealed parts', () => {
  let folder: DataFolder;
  let store: ContentStore;
  const keys = new Map([
    ['aaaaaaaaaaaa', randomBytes(32)],
    ['bbbbbbbbbbbb', randomBytes(32)],
  ]);
  const source = { key: async (id: string) => keys.get(id) ?? randomBytes(32) };
  beforeAll(async () => {
    folder = await openDataFolder(await mkdtemp(join(tmpdir(), 'rfs-sealed-')));
    store = fileStore(folder, source);
  });
  afterAll(() => rm(folder.path, { recursive: true }));

  const newPart = (key = 'aaaaaaaaaaaa') => partName(uploadId(Date.now(), key), 1);
  const pathOf = (part: string) => join(folder.files, part.slice(0, 2), part);
  const all = async (pieces: AsyncIterable<Uint8Array>) => {
    const read: Uint8Array[] = [];
    for await (const piece of pieces) read.push(piece);
    return Buffer.concat(read);
  };
  const range = async (part: OpenPart, from: number, to: number) => await all(part.read(BigInt(from), BigInt(to)));
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  /** Appends chunks, and publishes the part. @returns all bytes. */
  const upload = async (part: string, sizes: readonly number[]): Promise<Buffer> => {
    const chunks = sizes.map((size) => randomBytes(size));
    let offset = 0n;
    let hash = createHash('sha256');
    for (const [index, chunk] of chunks.entries()) {
      const isLast = index === chunks.length - 1;
      hash = await store.write(part, offset, new Blob([chunk]), { hash, isLast });
      offset += BigInt(chunk.length);
    }
    expect(hash.digest('hex')).toBe(sha256(Buffer.concat(chunks)));
    await store.publish(part);
    return Buffer.concat(chunks);
  };

  it('an id names its data key, and that of plain bytes none', () => {
    const id = uploadId(Date.now(), 'aaaaaaaaaaaa');
    expect(id).toMatch(/^[0-9a-f]{19}kaaaaaaaaaaaa$/);
    expect([dataKeyOf(id), dataKeyOf(`${id}.12`), dataKeyOf(uploadId(0))]).toEqual([
      'aaaaaaaaaaaa',
      'aaaaaaaaaaaa',
      undefined,
    ]);
  });

  it('chunks of any sizes are read as they were sent, in any ranges, and nothing of them is on the disk', async () => {
    const size = fc.oneof(fc.nat(100), fc.constantFrom(record - 1, record, record + 1, 4096, 0), fc.nat(300_000));
    await fc.assert(
      fc.asyncProperty(
        fc.array(size, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }),
        async (sizes, places) => {
          const part = newPart();
          const bytes = await upload(part, sizes);
          expect(sha256(await all(store.read(part)))).toBe(sha256(bytes));
          const open = await store.open(part);
          expect(open.size).toBe(BigInt(bytes.length));
          for (const [one, other] of places) {
            const [from = 0, to = 0] = [one % (bytes.length + 1), other % (bytes.length + 1)].sort((a, b) => a - b);
            expect((await range(open, from, to)).equals(bytes.subarray(from, to))).toBe(true);
          }
          await open.close();
          const written = await readFile(pathOf(part));
          if (bytes.length > 16) expect(written.includes(bytes.subarray(0, 16))).toBe(false);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('goes on after what a failed commit left, also in another process', async () => {
    const part = newPart();
    const [one, wrong, two] = [randomBytes(100_000), randomBytes(200_000), randomBytes(5_000)];
    await store.write(part, 0n, new Blob([one]));
    await store.write(part, 100_000n, new Blob([wrong]));
    const other = fileStore(folder, source);
    await other.write(part, 100_000n, new Blob([two]));
    expect(await store.matches(part, 100_000n, new Blob([two]))).toBe(true);
    expect(await store.matches(part, 100_000n, new Blob([wrong]))).toBe(false);
    expect(await all(store.readSpooled(part, 99_000n, 105_000n))).toEqual(Buffer.concat([one.subarray(99_000), two]));
    await expect(store.write(part, 50_000n, new Blob([two]))).rejects.toMatchObject({ code: 'lost' });
    await expect(all(store.readSpooled(part, 0n, 105_001n))).rejects.toMatchObject({ code: 'lost' });
    // Further than a record beyond its end.
    await expect(all(store.readSpooled(part, 200_000n, 200_001n))).rejects.toMatchObject({ code: 'lost' });
    expect(await store.matches(part, 200_000n, new Blob([two]))).toBe(false);
    // Written again at the same place: other bytes than before.
    const before = await readFile(join(folder.spool, part));
    await store.write(part, 100_000n, new Blob([two]));
    const after = await readFile(join(folder.spool, part));
    expect(after.length).toBe(before.length);
    expect(after.subarray(0, 102_400).equals(before.subarray(0, 102_400))).toBe(true);
    expect(after.equals(before)).toBe(false);
    const copy = part.replace(/1$/, '2');
    await store.write(part, 105_000n, new Blob([wrong]));
    await store.copy(part, copy, 105_000n);
    await store.write(copy, 105_000n, new Blob(['end']), { isLast: true });
    await store.publish(copy);
    expect(await all(store.read(copy))).toEqual(Buffer.concat([one, two, Buffer.from('end')]));
  });

  it('bytes that were changed, moved, cut off or exchanged are not read', async () => {
    const part = newPart();
    const bytes = await upload(part, [3 * record, 2 * record + 17]);
    const original = await readFile(pathOf(part));
    const other = newPart();
    await upload(other, [3 * record, 2 * record + 17]);
    const otherBytes = await readFile(pathOf(other));
    const sealedRecord = record + 16;
    const swapped = Buffer.from(original);
    original.copy(swapped, 32, 32 + sealedRecord, 32 + 2 * sealedRecord);
    original.copy(swapped, 32 + sealedRecord, 32, 32 + sealedRecord);
    const flipped = (at: number): Buffer => {
      const changed = Buffer.from(original);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed;
    };
    const exchanged = Buffer.concat([original.subarray(0, 4096), otherBytes.subarray(4096)]);
    const changes = [
      swapped,
      exchanged,
      otherBytes,
      flipped(4),
      flipped(15),
      flipped(20),
      flipped(40),
      flipped(3 * record),
    ];
    for (const changed of changes) {
      await writeFile(pathOf(part), changed);
      await expect(all(store.read(part))).rejects.toMatchObject({ code: 'lost' });
    }
    for (const length of [original.length - 1, original.length - 4096, 4 * record, 32 + sealedRecord, 10]) {
      await writeFile(pathOf(part), original);
      await truncate(pathOf(part), length);
      // Without its index a file is read by its headers.
      const read = all(store.read(part)).then((found) => found.equals(bytes));
      await expect(read.catch((error: unknown) => error)).resolves.toEqual(
        length >= original.length - 4096 ? true : expect.objectContaining({ code: 'lost' }),
      );
    }
    // An index without its middle entry: its places show it, or else the headers do.
    for (const sizes of [
      [3 * record, 5000, 70],
      [4000, 4000, 70],
    ]) {
      const three = newPart();
      const whole = await upload(three, sizes);
      const file = await readFile(pathOf(three));
      const index = Number(file.readBigUInt64BE(file.length - 8));
      file.copy(file, index + 16, index + 32, index + 48);
      file.writeUInt32BE(2, file.length - 12);
      await writeFile(pathOf(three), file);
      const open = await store.open(three);
      expect(open.size).toBe(BigInt(whole.length));
      for (const from of [0, 4010]) {
        const read = range(open, from, whole.length).then((found) => found.equals(whole.subarray(from)));
        await expect(read.catch((error: unknown) => error)).resolves.toEqual(
          sizes[0] === 4000 ? expect.objectContaining({ code: 'lost' }) : true,
        );
      }
      await open.close();
    }
    // Cut off, with a last segment of no bytes that somebody has made up.
    const header = Buffer.from(original.subarray(0, 32));
    header.writeBigUInt64BE(0n, 8);
    header[4] = 1;
    const firstEnd = original.indexOf('RFS1', 32);
    await writeFile(pathOf(part), Buffer.concat([original.subarray(0, firstEnd), header, Buffer.alloc(4064)]));
    await expect(all(store.read(part))).rejects.toMatchObject({ code: 'lost' });
    await writeFile(pathOf(part), original);
    keys.set('aaaaaaaaaaaa', randomBytes(32));
    await expect(all(store.read(part))).rejects.toMatchObject({ code: 'lost' });
  });

  it('goes on after a loss of power that has kept the end of the file and not its index', async () => {
    const chunks = [300_000, 5000, 70].map((size) => randomBytes(size));
    const bytes = Buffer.concat(chunks);
    for (const lost of [32, 48]) {
      const part = newPart();
      for (const [index, at] of [0n, 300_000n, 305_000n].entries()) {
        await store.write(part, at, new Blob([chunks[index] ?? '']), { isLast: index === 2 });
      }
      const path = join(folder.spool, part);
      const written = await readFile(path);
      const index = Number(written.readBigUInt64BE(written.length - 8));
      written.fill(0, index, index + lost);
      await writeFile(path, written);
      const other = fileStore(folder, source);
      expect((await all(other.readSpooled(part, 0n, 305_000n))).equals(bytes.subarray(0, 305_000))).toBe(true);
      const copy = part.replace(/1$/, '2');
      await other.copy(part, copy, 305_000n);
      for (const name of [part, copy]) {
        await other.write(name, 305_000n, new Blob([chunks[2] ?? '']), { isLast: true });
        await other.publish(name);
        expect((await all(store.read(name))).equals(bytes)).toBe(true);
      }
    }
  });

  it('plain parts of before are read and continued', async () => {
    const part = partName(uploadId(0), 1);
    await fileStore(folder).write(part, 0n, new Blob(['plain ']));
    await store.write(part, 6n, new Blob(['text']), { isLast: true });
    await store.publish(part);
    expect((await readFile(pathOf(part))).toString()).toBe('plain text');
    expect((await all(store.read(part))).toString()).toBe('plain text');
    await expect(all(fileStore(folder).read(newPart()))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('without keys sealed bytes are neither read nor stored', async () => {
    const part = newPart();
    await upload(part, [10]);
    const otherKey = { code: 'other-key' };
    await expect(all(fileStore(folder).read(part))).rejects.toMatchObject(otherKey);
    await expect(fileStore(folder).write(newPart(), 0n, new Blob(['text']))).rejects.toMatchObject(otherKey);
    const row = { at: 0n, bytes: Buffer.from('text') };
    await expect(tailRow(uploadOfPart(part), row)).rejects.toMatchObject(otherKey);
    const { bytes } = await tailRow(uploadOfPart(part), row, source);
    expect(bytes.includes('text')).toBe(false);
    expect(await tailRow(uploadId(0), row)).toEqual(row);
  });

  it('a file of one chunk is written where it is published', async () => {
    const part = newPart('bbbbbbbbbbbb');
    const bytes = randomBytes(2 * 1024 * 1024 + 5);
    expect((await store.writePublished(part, new Blob([bytes]))).digest('hex')).toBe(sha256(bytes));
    expect((await all(store.read(part))).equals(bytes)).toBe(true);
    expect((await stat(pathOf(part))).size % 4096).toBe(0);
    expect(await readdir(folder.spool)).not.toContain(part);
    const copied = newPart('bbbbbbbbbbbb');
    await copyFile(pathOf(part), join(folder.spool, copied));
    await store.publish(copied);
    await expect(all(store.read(copied))).rejects.toMatchObject({ code: 'lost' });
  });
});
