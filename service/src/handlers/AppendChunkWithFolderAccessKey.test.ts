import type { AppendChunkWithFolderAccessKeyRequest } from '@soapwright/generated/remote-file-service/server';
import { DateTime } from '@soapwright/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileOf, type Harness, onDisk, startHarness } from '../../../test/support/service/harness.ts';
import { testServers } from '../../../test/support/service/servers.ts';
import { errorCode } from '../common/storage-error.ts';

type Request = AppendChunkWithFolderAccessKeyRequest;

describe('AppendChunkWithFolderAccessKey', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.close());

  /** Sends a chunk; BytesRead is its size, and the keys are Anna's, unless something else is said. */
  const send = (text: string, Offset: number, rest: Partial<Request> = {}) =>
    harness.client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName: 'a.txt',
      ChunkData: new Blob([text]),
      Offset: BigInt(Offset),
      BytesRead: Buffer.byteLength(text),
      isLastChunk: false,
      ...rest,
    });
  const contentOf = async (name = 'a.txt', key = 'folder-anna-in') =>
    (await fileOf(harness, key, name))?.bytes.toString();
  const refusedWith = (ErrorMessage: unknown) => ({
    ErrorMessage,
    ChunkAppended: false,
    UploadToken: undefined,
    LastWriteTimeUtc: undefined,
    CreationTimeUtc: undefined,
  });
  const last = { isLastChunk: true };
  const unknownToken = expect.stringMatching(/^UploadToken is not valid/);
  const hour = 3600_000;

  it('AppendChunk: three chunks become one file', async () => {
    const { UploadToken, ...first } = await send('one', 0);
    expect(first).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    expect(UploadToken).toMatch(/^[\w-]{43}$/);
    expect(await send('two', 3, { UploadToken })).toMatchObject({ ChunkAppended: true, UploadToken });
    expect(await send('three', 6, { UploadToken, ...last })).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    expect(await contentOf()).toBe('onetwothree');
  });

  it('AppendChunk: the file is invisible until its last chunk, which replaces the older one', async () => {
    await send('old', 0, last);
    const { UploadToken } = await send('new', 0);
    expect(await contentOf()).toBe('old');
    await send('er', 3, { UploadToken, ...last });
    expect(await contentOf()).toBe('newer');
    const { db } = harness.service.state;
    expect(await db.selectFrom('entries').select('id').where('name', '=', 'a.txt').execute()).toHaveLength(1);
  });

  it.skipIf(testServers())('AppendChunk: the bytes of a replaced file are removed from the disk', async () => {
    const parts = async () => {
      const found: string[] = [];
      for await (const part of onDisk(harness.service.state.uploads).store.publishedBefore(Number.POSITIVE_INFINITY))
        found.push(part);
      return found;
    };
    await send('old', 0, last);
    const before = await parts();
    await send('new', 0, last);
    expect(await parts()).toHaveLength(1);
    expect(await parts()).not.toEqual(before);
  });

  it('AppendChunk: a file of zero bytes is one empty last chunk, with empty or absent ChunkData', async () => {
    expect(await send('', 0, last)).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    expect(await contentOf()).toBe('');
    const response = await send('', 0, { ...last, ChunkData: undefined, FileName: 'b.txt' });
    expect(response.ChunkAppended).toBe(true);
    expect(await contentOf('b.txt')).toBe('');
  });

  it('AppendChunk: an empty UploadToken begins an upload, like an absent one', async () => {
    expect(await send('x', 0, { UploadToken: '', ...last })).toMatchObject({ ChunkAppended: true });
    expect(await contentOf()).toBe('x');
  });

  it('AppendChunk: only the first BytesRead bytes count', async () => {
    const { UploadToken } = await send('abcdef', 0, { BytesRead: 2 });
    await send('ghijkl', 2, { UploadToken, BytesRead: 1, ...last });
    expect(await contentOf()).toBe('abg');
  });

  it('AppendChunk: BytesRead beyond ChunkData, negative BytesRead and negative Offset are errors', async () => {
    expect(await send('abc', 0, { BytesRead: 4 })).toEqual(refusedWith('BytesRead is 4, and ChunkData holds 3 bytes.'));
    expect(await send('abc', 0, { BytesRead: -1 })).toEqual(refusedWith('BytesRead is -1, and cannot be negative.'));
    expect(await send('abc', -1)).toEqual(refusedWith('Offset is -1, and cannot be negative.'));
    const { UploadToken } = await send('abc', 0);
    expect(await send('wxyz', -1, { UploadToken })).toEqual(refusedWith('Offset is -1, and cannot be negative.'));
  });

  it('AppendChunk: a wrong Offset gets the expected one, and the upload continues', async () => {
    expect(await send('x', 5)).toEqual(refusedWith(expect.stringMatching(/expected offset is 0\./)));
    const { UploadToken } = await send('abc', 0);
    for (const offset of [0, 1, 4, Number.MAX_SAFE_INTEGER]) {
      const response = await send('xy', offset === 1 ? 0 : offset, { UploadToken });
      expect(response).toEqual(refusedWith(expect.stringMatching(/expected offset is 3\./)));
    }
    const far = await send('x', 0, { UploadToken, Offset: 9_223_372_036_854_775_807n });
    expect(far).toEqual(refusedWith(expect.stringMatching(/expected offset is 3\./)));
    await send('d', 3, { UploadToken, ...last });
    expect(await contentOf()).toBe('abcd');
  });

  it('AppendChunk: a resend is acknowledged and not appended twice', async () => {
    const { UploadToken } = await send('abc', 0);
    await send('def', 3, { UploadToken });
    expect(await send('def', 3, { UploadToken })).toMatchObject({ ErrorMessage: '', ChunkAppended: true, UploadToken });
    expect(await send('abcdef', 0, { UploadToken })).toMatchObject({ ChunkAppended: true });
    await send('g', 6, { UploadToken, ...last });
    expect(await contentOf()).toBe('abcdefg');
  });

  it('AppendChunk: a resend with other bytes is an error', async () => {
    const { UploadToken } = await send('abc', 0);
    await send('def', 3, { UploadToken });
    expect(await send('dXf', 3, { UploadToken })).toEqual(refusedWith(expect.stringMatching(/Other bytes are held/)));
    await send('', 6, { UploadToken, ...last });
    expect(await contentOf()).toBe('abcdef');
  });

  it('AppendChunk: a resend that is now the last chunk finishes the upload', async () => {
    const { UploadToken } = await send('abc', 0);
    expect(await send('abc', 0, { UploadToken, ...last })).toMatchObject({ ChunkAppended: true });
    expect(await contentOf()).toBe('abc');
  });

  it('AppendChunk: a finished token acknowledges its last chunk again for 24 hours, and nothing else', async () => {
    const { UploadToken } = await send('abc', 0);
    const done = await send('def', 3, { UploadToken, ...last });
    await send('other', 0, last);
    harness.pass(23 * hour);
    expect(await send('def', 3, { UploadToken, ...last })).toEqual(done);
    const finished = refusedWith(expect.stringMatching(/^The upload is finished with 6 bytes/));
    expect(await send('g', 6, { UploadToken })).toEqual(finished);
    expect(await send('abc', 0, { UploadToken, ...last })).toEqual(finished);
    expect(await send('def', 3, { UploadToken })).toEqual(finished);
    expect(await send('dXf', 3, { UploadToken, ...last })).toEqual(refusedWith(expect.stringMatching(/Other bytes/)));
    expect(await contentOf()).toBe('other');
    harness.pass(2 * hour);
    expect(await send('def', 3, { UploadToken, ...last })).toEqual(refusedWith(unknownToken));
  });

  it('AppendChunk: a first chunk sent again starts a new upload', async () => {
    const one = await send('abc', 0);
    const two = await send('abc', 0);
    expect(two.UploadToken).not.toBe(one.UploadToken);
    await send('1', 3, { UploadToken: one.UploadToken, ...last });
    expect(await contentOf()).toBe('abc1');
    await send('2', 3, { UploadToken: two.UploadToken, ...last });
    expect(await contentOf()).toBe('abc2');
  });

  it('AppendChunk: a token is bound to API key, folder key and file name', async () => {
    const { UploadToken } = await send('abc', 0);
    for (const changed of [
      { APIKey: 'key-of-1001' },
      { FolderAccessKey: 'folder-anna-new' },
      { FileName: 'b.txt' },
      { FileName: 'A.txt' },
      { UploadToken: `${UploadToken}x` },
    ]) {
      expect(await send('def', 3, { UploadToken, ...changed })).toEqual(refusedWith(unknownToken));
    }
    expect(await send('def', 3, { UploadToken })).toMatchObject({ ChunkAppended: true });
  });

  it('AppendChunk: a finished token is stored for 24 hours, for any expiry of idle uploads', async () => {
    const short = await startHarness({ uploadTimes: { idle: hour } });
    const send = (fields: object) =>
      short.client.AppendChunkWithFolderAccessKey({
        APIKey: 'key-for-all',
        FolderAccessKey: 'folder-anna-in',
        FileName: 'short.txt',
        ChunkData: new Blob(['x']),
        Offset: 0n,
        BytesRead: 1,
        isLastChunk: true,
        ...fields,
      });
    const { UploadToken } = await send({});
    const unfinished = await send({ FileName: 'never.txt', isLastChunk: false });
    short.pass(2 * hour);
    expect(await short.service.sweep()).toMatchObject({ expiredUploads: 1, forgottenUploads: 0 });
    expect(await send({ UploadToken })).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    expect(await send({ FileName: 'never.txt', UploadToken: unfinished.UploadToken })).toMatchObject({
      ChunkAppended: false,
    });
    short.pass(25 * hour);
    expect(await short.service.sweep()).toMatchObject({ forgottenUploads: 1 });
    await short.close();
  });

  it('AppendChunk: an idle upload expires after 24 hours, and a chunk keeps it alive', async () => {
    const { UploadToken } = await send('abc', 0);
    harness.pass(23 * hour);
    expect(await send('def', 3, { UploadToken })).toMatchObject({ ChunkAppended: true });
    harness.pass(23 * hour);
    expect(await send('ghi', 6, { UploadToken })).toMatchObject({ ChunkAppended: true });
    harness.pass(24 * hour + 1);
    expect(await send('jkl', 9, { UploadToken })).toEqual(refusedWith(unknownToken));
  });

  it('AppendChunk: two callers on one token never interleave', async () => {
    const { UploadToken } = await send('', 0);
    const texts = Array.from({ length: 12 }, (_, i) => String.fromCharCode(97 + i).repeat(50_000));
    const responses = await Promise.all(texts.map((text) => send(text, 0, { UploadToken })));
    const winner = responses.findIndex(({ ChunkAppended }) => ChunkAppended);
    expect(responses.filter(({ ChunkAppended }) => ChunkAppended)).toHaveLength(1);
    await send('', 50_000, { UploadToken, ...last });
    expect(await contentOf()).toBe(texts[winner]);
  });

  it('AppendChunk: twenty concurrent uploads of one name: each file is complete, and one of them is visible', async () => {
    const texts = Array.from({ length: 20 }, (_, i) => `${i} `.repeat(1000));
    const responses = await Promise.all(texts.map((text) => send(text, 0, last)));
    expect(responses.every(({ ChunkAppended }) => ChunkAppended)).toBe(true);
    expect(texts).toContain(await contentOf());
  });

  it('AppendChunk: times are returned to 100 ns, and are the times of the file', async () => {
    const LastWriteTimeUtc = DateTime.parse('2024-02-29T23:59:59.1234567Z');
    const CreationTimeUtc = DateTime.parse('1969-12-31T23:59:59.9999999+02:00');
    const response = await send('abc', 0, { ...last, LastWriteTimeUtc, CreationTimeUtc });
    expect(String(response.LastWriteTimeUtc)).toBe('2024-02-29T23:59:59.1234567Z');
    expect(String(response.CreationTimeUtc)).toBe('1969-12-31T21:59:59.9999999Z');
    const file = await fileOf(harness, 'folder-anna-in', 'a.txt');
    expect(file?.writtenTicks).toBe(LastWriteTimeUtc.epochNanoseconds / 100n);
    expect(file?.creationTicks).toBe(-72_000_000_001n);
  });

  it("AppendChunk: the first chunk with a time sets it; without one it is the server's clock", async () => {
    const began = DateTime.fromEpochNanoseconds(BigInt(harness.now()) * 1_000_000n);
    const first = await send('a', 0);
    expect(first.LastWriteTimeUtc?.equals(began)).toBe(true);
    harness.pass(5000);
    const { UploadToken } = first;
    const early = DateTime.parse('2001-01-01T00:00:00.0000001Z');
    const late = DateTime.parse('2002-02-02T00:00:00Z');
    await send('b', 1, { UploadToken, LastWriteTimeUtc: early });
    const done = await send('c', 2, { UploadToken, LastWriteTimeUtc: late, ...last });
    expect(String(done.LastWriteTimeUtc)).toBe('2001-01-01T00:00:00.0000001Z');
    expect(done.CreationTimeUtc?.equals(began)).toBe(true);
  });

  it('AppendChunk: a time without a zone is UTC, and digits beyond 100 ns are cut off', async () => {
    const LastWriteTimeUtc = DateTime.parse('2024-01-01T00:00:00.1234567');
    const CreationTimeUtc = DateTime.parse('1969-12-31T23:59:59.99999995');
    const response = await send('abc', 0, { ...last, LastWriteTimeUtc, CreationTimeUtc });
    expect(String(response.LastWriteTimeUtc)).toBe('2024-01-01T00:00:00.1234567Z');
    expect(String(response.CreationTimeUtc)).toBe('1969-12-31T23:59:59.9999999Z');
    expect((await fileOf(harness, 'folder-anna-in', 'a.txt'))?.creationTicks).toBe(-1n);
  });

  it('AppendChunk: a file is replaced atomically: concurrent readers get the older or the newer one, complete', async () => {
    const texts = Array.from({ length: 8 }, (_, i) => `${i}`.repeat(10_000 + i));
    await send(texts[0] ?? '', 0, last);
    let replacing = true;
    const seen = new Set<string>();
    const looking = (async () => {
      while (replacing) {
        // A file that was replaced while it was read is looked at again.
        const found = await contentOf().catch((error: unknown) => {
          if (!['ENOENT', 'lost'].includes(errorCode(error))) throw error;
        });
        if (found !== undefined) seen.add(found);
      }
    })();
    for (const text of texts.slice(1)) {
      const { UploadToken } = await send(text.slice(0, 5000), 0);
      await send(text.slice(5000), 5000, { UploadToken, ...last });
    }
    replacing = false;
    await looking;
    expect(seen.size).toBeGreaterThan(1);
    for (const text of seen) expect(texts).toContain(text);
    expect(await contentOf()).toBe(texts.at(-1));
  });

  it('AppendChunk: a rejected chunk changes nothing, neither the bytes nor the times', async () => {
    const { UploadToken, ...began } = await send('abc', 0);
    harness.pass(1000);
    const time = DateTime.parse('2001-01-01T00:00:00Z');
    for (const wrong of [{ Offset: 7n }, { Offset: -1n }, { BytesRead: 9 }, { FileName: 'b.txt' }]) {
      const response = await send('xyz', 3, { UploadToken, LastWriteTimeUtc: time, ...last, ...wrong });
      expect(response.ChunkAppended).toBe(false);
    }
    const done = await send('def', 3, { UploadToken, ...last });
    expect(done).toMatchObject({ ChunkAppended: true });
    expect(done.LastWriteTimeUtc?.equals(began.LastWriteTimeUtc ?? time)).toBe(true);
    expect(await contentOf()).toBe('abcdef');
  });

  it('AppendChunk: a time outside the years 0001 to 9999 is an error', async () => {
    const response = await send('a', 0, { LastWriteTimeUtc: DateTime.parse('12024-01-01T00:00:00Z') });
    expect(response).toEqual(refusedWith('LastWriteTimeUtc is not in the years 0001 to 9999.'));
  });

  it.each(['', 'Z', '+02:00', '-05:00', '.0000000', '.000Z'])(
    'AppendChunk: 0001-01-01T00:00:00%s, which .NET sends for an unset time, counts as unset',
    async (rest) => {
      const unset = DateTime.parse(`0001-01-01T00:00:00${rest}`);
      const began = DateTime.fromEpochNanoseconds(BigInt(harness.now()) * 1_000_000n);
      const { UploadToken } = await send('a', 0, { LastWriteTimeUtc: unset, CreationTimeUtc: unset });
      const CreationTimeUtc = DateTime.parse('2001-01-01T00:00:00Z');
      const done = await send('b', 1, { ...last, UploadToken, LastWriteTimeUtc: unset, CreationTimeUtc });
      expect(done).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
      expect(done.LastWriteTimeUtc?.equals(began)).toBe(true);
      expect(String(done.CreationTimeUtc)).toBe('2001-01-01T00:00:00Z');
    },
  );

  it('AppendChunk: the moment after 0001-01-01T00:00:00 is a time', async () => {
    const LastWriteTimeUtc = DateTime.parse('0001-01-01T00:00:00.0000001Z');
    expect(String((await send('a', 0, { ...last, LastWriteTimeUtc })).LastWriteTimeUtc)).toBe(String(LastWriteTimeUtc));
  });

  it('AppendChunk: FileName is stored in NFC, and must be valid', async () => {
    await send('abc', 0, { ...last, FileName: 'e\u0301.txt' });
    expect(await contentOf('\u00E9.txt')).toBe('abc');
    for (const FileName of [undefined, '', '.', '..', '../a', 'a\\b', 'a\nb', 'é'.repeat(128)]) {
      expect(await send('abc', 0, { FileName })).toEqual(refusedWith(expect.stringMatching(/^FileName /)));
    }
  });

  it('AppendChunk: a folder of the same name is not replaced', async () => {
    const taken = refusedWith(expect.stringMatching(/name of an existing folder/));
    expect(await send('abc', 0, { ...last, FileName: 'new' })).toEqual(taken);
    const { UploadToken } = await send('abc', 0, { FileName: 'later' });
    await harness.client.AdminCreateFolder({
      AdminAuthParameters: {
        APIKey: 'key-for-all',
        OrgID: 9_007_199_254_740_993n,
        AdminUserID: 'admin',
        AdminPassword: 'admin-password',
      },
      Parameters: { Path: '/anna/in', FolderName: 'later' },
    });
    expect(await send('def', 3, { UploadToken, FileName: 'later', ...last })).toEqual(taken);
  });

  it("AppendChunk: missing, unknown, revoked and another tenant's folder keys get the same ErrorMessage", async () => {
    const rejected = refusedWith('The folder access key is not valid.');
    for (const FolderAccessKey of [undefined, '', 'unknown', 'folder-revoked', 'key-for-all']) {
      expect(await send('abc', 0, { FolderAccessKey })).toEqual(rejected);
    }
    expect(await send('abc', 0, { APIKey: 'key-of-other' })).toEqual(rejected);
    expect(await send('abc', 0, { APIKey: 'key-of-1001', FolderAccessKey: 'folder-bob-in' })).toEqual(rejected);
    expect(await send('abc', 0, { APIKey: 'revoked' })).toEqual(refusedWith('The API key is not valid.'));
  });

  it('AppendChunk: a revoked key ends its uploads', async () => {
    const { UploadToken } = await send('abc', 0);
    const { db } = harness.service.state;
    await db.updateTable('folder_keys').set({ revoked_at: 1 }).where('name', '=', 'anna-in').execute();
    expect(await send('def', 3, { UploadToken })).toEqual(refusedWith('The folder access key is not valid.'));
  });

  it('Common: neither keys nor tokens are in the log or in the database', async () => {
    const { UploadToken = 'none' } = await send('abc', 0);
    await send('def', 4, { UploadToken });
    expect(harness.log.join('')).not.toContain(UploadToken);
    expect(harness.log.join('')).not.toMatch(/folder-anna-in|key-for-all/);
    const rows = await harness.service.state.db.selectFrom('uploads').selectAll().execute();
    expect(rows.flatMap((row) => Object.values(row)).join()).not.toContain(UploadToken);
  });
});
