import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SoapFault } from '@soapwright/runtime/server';
import { isInMemory } from '@soapwright/runtime/server/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alignedMemory, alignment, isAligned } from './aligned-memory.ts';
import { chunkSpool, memoryBesideDisk } from './chunk-spool.ts';
import { type ContentStore, partName } from './content-store.ts';
import { openDataFolder } from './data-folder.ts';
import { DirectWrites } from './direct-writes.ts';
import { fileStore } from './file-store.ts';

const mebibyte = 1024 * 1024;

describe.skipIf(constants.O_DIRECT === undefined)('writes past the page cache', () => {
  let folder: string;
  let isAccepted: boolean;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-direct-'));
    // Not by tmpfs of older versions of Linux.
    isAccepted = await open(join(folder, 'asked'), constants.O_RDWR | constants.O_CREAT | constants.O_DIRECT).then(
      async (file) => {
        await file.close();
        return true;
      },
      () => false,
    );
    await rm(join(folder, 'asked'), { force: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A value as it arrives. */
  const arrived = async (bytes: Uint8Array): Promise<Blob> => {
    const spool = chunkSpool(
      folder,
      memoryBesideDisk,
      async () => false,
      () => SoapFault.receiver('StorageFull', 'full'),
    );
    const intake = spool.begin().open(bytes.length);
    for (let at = 0; at < bytes.length; ) {
      const length = Math.min(bytes.length - at, intake.buffer.length);
      intake.buffer.set(bytes.subarray(at, at + length));
      at += length;
      await intake.advance(length);
    }
    return await intake.finish();
  };

  it('take values of whole pages in memory at offsets of whole pages, and no others', async () => {
    const direct = new DirectWrites(folder);
    const flag = isAccepted ? constants.O_DIRECT : 0;
    const pages = await arrived(randomBytes(mebibyte));
    expect(isInMemory(pages) && isAligned(pages)).toBe(true);
    expect(await direct.flagFor(0, pages)).toBe(flag);
    expect(await direct.flagFor(3 * mebibyte, pages)).toBe(flag);
    expect(await direct.flagFor(512, pages)).toBe(0);
    expect(await direct.flagFor(0, await arrived(randomBytes(mebibyte - 1)))).toBe(0);
    expect(await direct.flagFor(0, await arrived(randomBytes(alignment)))).toBe(0);
    expect(await direct.flagFor(0, new Blob([new Uint8Array(mebibyte)]))).toBe(0);
    expect(await direct.flagFor(0, pages.slice(alignment))).toBe(0);
    expect((await readdir(folder)).filter((name) => name.startsWith('.probe-'))).toEqual([]);
  });

  it('are not used after one was rejected, nor where the trial fails; the caller may send the bytes again', async () => {
    const direct = new DirectWrites(folder);
    const pages = await arrived(randomBytes(mebibyte));
    await direct.flagFor(0, pages);
    expect(direct.rejected(new Error('EINVAL'))).toMatchObject({ name: 'StorageError', code: 'busy' });
    expect(await direct.flagFor(0, pages)).toBe(0);
    const missing = join(folder, 'missing');
    expect(await new DirectWrites(missing).flagFor(0, pages)).toBe(0);
  });

  it('mix with others in one part: it has all bytes, and their hash, also after a shorter resend', async () => {
    const data = await openDataFolder(join(folder, 'data'));
    const store: ContentStore = fileStore(data);
    const part = partName('ab'.repeat(16), 1);
    const chunks = [mebibyte, 65_536, 2 * mebibyte, 5, mebibyte, 1_000].map((size) => randomBytes(size));
    let hash = createHash('sha256');
    let at = 0;
    for (const chunk of chunks) {
      hash = await store.write(part, BigInt(at), await arrived(chunk), { hash });
      at += chunk.length;
      expect(await store.matches(part, BigInt(at - chunk.length), await arrived(chunk))).toBe(true);
    }
    const whole = Buffer.concat(chunks);
    const path = join(data.spool, part);
    expect((await readFile(path)).equals(whole)).toBe(true);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(whole).digest('hex'));
    const again = randomBytes(mebibyte);
    await store.write(part, BigInt(mebibyte), await arrived(again));
    expect((await readFile(path)).equals(Buffer.concat([chunks[0] ?? again, again]))).toBe(true);
  });
});

describe('memory for writes past the page cache', () => {
  it('is aligned where the number of bytes is, and no two values share any', () => {
    const allocate = alignedMemory();
    const blocks = Array.from({ length: 300 }, () => allocate(72 * 1024));
    for (const [index, block] of blocks.entries()) block.fill(index % 251);
    for (const [index, block] of blocks.entries()) {
      expect(block.byteOffset % alignment).toBe(0);
      expect(block.every((byte) => byte === index % 251)).toBe(true);
    }
    expect(allocate(100)).toHaveLength(100);
    expect(allocate(16 * mebibyte)).toHaveLength(16 * mebibyte);
  });
});
