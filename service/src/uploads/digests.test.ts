import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transportTo, uploaderFor } from '../../../test/support/service/fake-service.ts';
import { fileOf, type Harness, onDisk, startHarness } from '../../../test/support/service/harness.ts';
import { findPath } from '../operator/entry-tree.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const mebibyte = 1024 * 1024;

describe('SHA-256 of files', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.close());

  const digestOf = async (name: string, { service } = harness): Promise<string | null | undefined> =>
    (await findPath(service.state.db, `/anna/in/${name}`))?.digest;
  const send = async (
    text: Uint8Array | string,
    at: { token?: string | undefined; offset?: number; last?: boolean; name?: string; digest?: string } = {},
    to = harness,
  ) => {
    const bytes = new Blob([text]);
    return await to.client.AppendChunkWithFolderAccessKey(
      {
        APIKey: 'key-for-all',
        FolderAccessKey: 'folder-anna-in',
        FileName: at.name ?? 'a.txt',
        ChunkData: bytes,
        BytesRead: bytes.size,
        Offset: BigInt(at.offset ?? 0),
        isLastChunk: at.last ?? false,
        UploadToken: at.token,
      },
      { headers: at.digest === undefined ? {} : { 'X-File-SHA256': at.digest } },
    );
  };

  it('AppendChunk: is computed while chunks of any size arrive; no stored byte is read again', async () => {
    const read = vi.spyOn(onDisk(harness.service.state.uploads).store, 'readSpooled');
    for (const [size, chunkSize] of [
      [0, 10],
      [10, 10],
      [25, 10],
      [3 * mebibyte + 1, mebibyte],
      [7 * mebibyte, 3 * mebibyte],
      // Beyond the memory of a chunk.
      [21 * mebibyte, 10 * mebibyte],
    ] as const) {
      const content = randomBytes(size);
      const { uploader } = uploaderFor(transportTo(harness), { chunkSize });
      const { sha256: sent } = await uploader.upload(new Uint8Array(content), { name: 'a.txt' });
      expect(sent).toBe(sha256(content));
      expect(await digestOf('a.txt')).toBe(sha256(content));
    }
    // An empty range is not read.
    for (const [, from, to] of read.mock.calls) expect(from).toBe(to);
  });

  it('AppendChunk: is right after a restart, and when processes take turns; each reads what it did not hash', async () => {
    const content = randomBytes(60);
    const [one, two] = [harness, await startHarness({ data: harness.folder })];
    try {
      const reads = [one, two].map(({ service }) => vi.spyOn(onDisk(service.state.uploads).store, 'readSpooled'));
      const { UploadToken: token } = await send(content.subarray(0, 10), {}, one);
      for (const [index, to] of [two, one, one, two, two].entries()) {
        const offset = 10 * (index + 1);
        const chunk = content.subarray(offset, offset + 10);
        const done = await send(chunk, { token, offset, last: offset === 50 }, to);
        expect(done.ErrorMessage).toBe('');
      }
      expect(await digestOf('a.txt')).toBe(sha256(content));
      const ranges = reads.map((read) => read.mock.calls.map(([, from, to]) => [from, to]).filter(([a, b]) => a !== b));
      expect(ranges).toEqual([
        [[10n, 20n]],
        [
          [0n, 10n],
          [20n, 40n],
        ],
      ]);
    } finally {
      await two.service.close();
    }
  });

  it('AppendChunk: is right when a chunk is sent twice, and when an older version has appended one', async () => {
    const { db } = harness.service.state;
    const { UploadToken: token } = await send('one ');
    await send('two ', { token, offset: 4 });
    await send('two ', { token, offset: 4 });
    await db
      .updateTable('uploads')
      .set({ digest: sha256(Buffer.from('one ')), digest_held: 4n })
      .execute();
    await send('three', { token, offset: 8, last: true });
    await send('three', { token, offset: 8, last: true });
    expect(await digestOf('a.txt')).toBe(sha256(Buffer.from('one two three')));
  });

  it('AppendChunk: a file with another SHA-256 than its sender computed is not published, and its upload ends', async () => {
    await send('before', { last: true });
    const { UploadToken: token } = await send('half ');
    const other = await send('damaged', { token, offset: 5, last: true, digest: sha256(Buffer.from('half whole')) });
    expect(other.ChunkAppended).toBe(false);
    expect(other.ErrorMessage).toBe(
      `The SHA-256 of the file is ${sha256(Buffer.from('half damaged'))}, and ${sha256(Buffer.from('half whole'))} was sent. Nothing was published. Begin again with Offset 0 and no UploadToken.`,
    );
    expect((await send('whole', { token, offset: 5, last: true })).ErrorMessage).toMatch(/UploadToken is not valid/);
    expect((await send('single', { last: true, digest: '0'.repeat(64) })).ErrorMessage).toMatch(/^The SHA-256/);
    expect((await fileOf(harness, 'folder-anna-in', 'a.txt'))?.bytes.toString()).toBe('before');
    expect(harness.log.join('')).toContain('"code":"DigestDiffers"');
    await harness.service.sweep();
    expect(await readdir(join(harness.folder, 'spool'))).toEqual(['.reserve']);
  });

  it('AppendChunk: the header is compared in any case of letters, for a resend too; an invalid one is rejected', async () => {
    const digest = sha256(Buffer.from('text'));
    const { UploadToken: token, ErrorMessage } = await send('text', { last: true, digest: digest.toUpperCase() });
    expect(ErrorMessage).toBe('');
    expect((await send('text', { token, last: true, digest })).ErrorMessage).toBe('');
    expect((await send('text', { token, last: true, digest: '1'.repeat(64) })).ErrorMessage).toMatch(/^The SHA-256/);
    expect((await send('text', { last: true, digest: 'nonsense' })).ErrorMessage).toBe(
      'X-File-SHA256 must be a SHA-256 in 64 hexadecimal digits.',
    );
  });

  it('the uploader reports bytes that changed on the way, and nothing is published', async () => {
    const honest = transportTo(harness);
    const { uploader } = uploaderFor({
      async send(request) {
        const text = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
        const body = text.replace(`<ChunkData>${btoa('second----')}`, `<ChunkData>${btoa('sEcond----')}`);
        return await honest.send({ ...request, body });
      },
    });
    const bytes = new TextEncoder().encode('first-----second----third');
    await expect(uploader.upload(bytes, { name: 'a.txt' })).rejects.toMatchObject({
      code: 'digest-differs',
      serverMessage: expect.stringContaining(sha256(bytes)),
    });
    expect(await digestOf('a.txt')).toBeUndefined();
  });

  it('AppendChunk: bytes that changed on the disk are found when they are read again; the caller starts over', async () => {
    const { UploadToken: token } = await send('acknowledged ');
    const spool = join(harness.folder, 'spool');
    const [part = ''] = (await readdir(spool)).filter((name) => !name.startsWith('.'));
    const bytes = await readFile(join(spool, part));
    bytes[3] = (bytes[3] ?? 0) ^ 4;
    await writeFile(join(spool, part), bytes);
    const restarted = await startHarness({ data: harness.folder });
    try {
      await expect(send('more', { token, offset: 13, last: true }, restarted)).rejects.toThrow();
      const again = await send('more', { token, offset: 13, last: true }, restarted);
      expect(again.ErrorMessage).toMatch(/UploadToken is not valid/);
      expect(restarted.log.join('')).toContain('has changed: its SHA-256 should be');
    } finally {
      await restarted.service.close();
    }
  });

  it('sweep: files of an older version get theirs, a limited number of bytes at a time', async () => {
    const { db } = harness.service.state;
    for (const name of ['a', 'b', 'c']) await send(`content of ${name}`, { last: true, name });
    await db.updateTable('entries').set({ digest: 'of another content', described_content: 'other' }).execute();
    expect(await digestOf('a')).toBeNull();
    expect((await harness.service.sweep(12n)).digestedFiles).toBe(1);
    expect((await harness.service.sweep()).digestedFiles).toBe(2);
    expect((await harness.service.sweep()).digestedFiles).toBe(0);
    expect(await digestOf('b')).toBe(sha256(Buffer.from('content of b')));
  });
});
