import { createHash, randomBytes } from 'node:crypto';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { type JoinBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CachedCredentials } from '../../service/src/storage/objects/credential-sources.ts';
import { newObjectKey } from '../../service/src/storage/objects/object-store.ts';
import { S3Store } from '../../service/src/storage/objects/s3-store.ts';
import { PostgresConnection } from '../../service/src/storage/postgres/postgres-connection.ts';
import type { Tables } from '../../service/src/storage/tables.ts';
import { type ChunkRest, chunkRequest } from '../support/service/chunk-request.ts';
import { fileOf, type Harness, startHarness } from '../support/service/harness.ts';
import { type ObjectUploads, objectUploadsOf, sweepBucket } from '../support/service/object-differences.ts';

const ofContent = (join: JoinBuilder<Tables, 'extents' | 'entries'>): JoinBuilder<Tables, 'extents' | 'entries'> =>
  join.on(sql<boolean>`content = upload_id || '.1'`);

const KiB = 1024;
const MiB = 1024 * KiB;

describe('uploads to an object store', () => {
  let harness: Harness;
  let parts: ObjectUploads;
  beforeAll(async () => {
    harness = await startHarness({ uploadTimes: { stray: 0 } });
    parts = objectUploadsOf(harness.service);
  });
  afterAll(() => harness.close());

  const send = async (
    fileName: string,
    bytes: Uint8Array,
    offset: number,
    rest: ChunkRest = {},
  ): Promise<ChunkUploadResult> =>
    await harness.client.AppendChunkWithFolderAccessKey(chunkRequest(fileName, bytes, { offset, ...rest }));

  /** Uploads bytes in chunks of some sizes; the last one is the last chunk. */
  const upload = async (fileName: string, bytes: Buffer, sizes: readonly number[]): Promise<void> => {
    let token: string | undefined;
    let at = 0;
    for (const [index, size] of sizes.entries()) {
      const last = index === sizes.length - 1;
      const done = await send(fileName, bytes.subarray(at, at + size), at, { token, last });
      expect(done).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
      token = done.UploadToken;
      at += size;
    }
    expect(at).toBe(bytes.length);
  };
  const bytesOf = async (fileName: string): Promise<Buffer | undefined> =>
    (await fileOf(harness, 'folder-anna-in', fileName))?.bytes;
  const extentsOf = async (fileName: string): Promise<readonly number[]> => {
    const rows = await parts.db
      .selectFrom('extents')
      .innerJoin('entries', ofContent)
      .select('extents.size')
      .where('name', '=', fileName)
      .orderBy('at')
      .execute();
    return rows.map(({ size }) => Number(size));
  };
  const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const keysInBucket = async (): Promise<readonly string[]> => {
    const keys: string[] = [];
    for await (const { key } of parts.objects.list()) if (key.includes(`/${parts.site}/`)) keys.push(key);
    return keys.sort();
  };
  const namedKeys = async (): Promise<readonly string[]> => {
    const rows = await parts.db.selectFrom('extents').select('key').where('upload_id', 'is not', null).execute();
    return rows.map(({ key }) => key).sort();
  };

  it.each([
    ['1 byte', [1]],
    ['128 KiB', [128 * KiB, 128 * KiB, 128 * KiB]],
    ['128 KiB and 1', [128 * KiB + 1, 128 * KiB + 1]],
    ['1 MiB', [MiB, MiB, 5]],
    ['no bytes first and last', [0, 3, 0]],
    ['small ones around a large one', [10, 2 * MiB, 10, 20, 1 * MiB, 30]],
  ])('chunks of %s become one file', async (name, sizes) => {
    const bytes = randomBytes(sizes.reduce((sum, size) => sum + size, 0));
    await upload(name, bytes, sizes);
    expect(digestOf((await bytesOf(name)) ?? Buffer.of())).toBe(digestOf(bytes));
  });

  it('small chunks become an object together with the chunk that follows or ends them', async () => {
    const bytes = randomBytes(30 + 2 * MiB + 30);
    await upload('together', bytes, [10, 20, 2 * MiB, 10, 20]);
    expect(await extentsOf('together')).toEqual([30 + 2 * MiB, 30]);
    expect((await bytesOf('together'))?.equals(bytes)).toBe(true);
  });

  it('a resend across a tail and an object is judged by their bytes', async () => {
    const bytes = randomBytes(400 * KiB);
    const { UploadToken: token } = await send('resend', bytes.subarray(0, 200 * KiB), 0);
    await send('resend', bytes.subarray(200 * KiB, 300 * KiB), 200 * KiB, { token });
    expect(await send('resend', bytes.subarray(100 * KiB, 300 * KiB), 100 * KiB, { token })).toMatchObject({
      ChunkAppended: true,
    });
    const other = Buffer.from(bytes.subarray(100 * KiB, 300 * KiB));
    other[0] = (other[0] ?? 0) ^ 1;
    expect((await send('resend', other, 100 * KiB, { token })).ErrorMessage).toContain('Other bytes are held');
    await send('resend', bytes.subarray(300 * KiB), 300 * KiB, { token, last: true });
    expect((await bytesOf('resend'))?.equals(bytes)).toBe(true);
  });

  it('the last chunk sent again as the last one keeps the tail', async () => {
    const { UploadToken: token } = await send('again', Buffer.from('abc'), 0);
    await send('again', Buffer.from('def'), 3, { token });
    expect(await send('again', Buffer.from('def'), 3, { token, last: true })).toMatchObject({ ChunkAppended: true });
    expect(await bytesOf('again')).toEqual(Buffer.from('abcdef'));
  });

  it('16 appenders at one offset: one wins, and the others learn the offset', async () => {
    const { UploadToken: token } = await send('race', Buffer.of(), 0);
    let whole = Buffer.of();
    for (let round = 0; round < 4; round += 1) {
      const chunks = Array.from({ length: 16 }, () => randomBytes(200 * KiB));
      const done = await Promise.all(chunks.map((bytes) => send('race', bytes, whole.length, { token })));
      const winners = chunks.filter((_, index) => done[index]?.ChunkAppended);
      expect(winners).toHaveLength(1);
      whole = Buffer.concat([whole, ...winners]);
      for (const { ChunkAppended, ErrorMessage } of done) {
        if (!ChunkAppended) expect(ErrorMessage).toMatch(/The expected offset is|Other bytes/);
      }
    }
    await send('race', Buffer.of(), whole.length, { token, last: true });
    expect((await bytesOf('race'))?.equals(whole)).toBe(true);
  });

  it('a chunk that is sent before the one before it is stored is appended after it', async () => {
    const bytes = randomBytes(3 * MiB);
    const { UploadToken: token } = await send('ahead', bytes.subarray(0, MiB), 0);
    const { put } = parts.objects;
    let first: Promise<ChunkUploadResult> | undefined;
    await new Promise<void>((stored) => {
      parts.objects.put = async (key, body) => {
        stored();
        await put.call(parts.objects, key, body);
      };
      first = send('ahead', bytes.subarray(MiB, 2 * MiB), MiB, { token });
    });
    parts.objects.put = put;
    const both = await Promise.all([first, send('ahead', bytes.subarray(2 * MiB), 2 * MiB, { token })]);
    expect(both).toMatchObject([{ ChunkAppended: true }, { ChunkAppended: true }]);
    await send('ahead', Buffer.of(), 3 * MiB, { token, last: true });
    expect((await bytesOf('ahead'))?.equals(bytes)).toBe(true);
  });

  it('a chunk after one of the same process reads its upload only if that was changed since', async () => {
    const run = vi.spyOn(PostgresConnection.prototype, 'executeQuery');
    const bytes = randomBytes(3 * MiB);
    try {
      const { UploadToken: token } = await send('committed', bytes.subarray(0, MiB), 0);
      await send('committed', bytes.subarray(MiB, 2 * MiB), MiB, { token });
      const reads = () => run.mock.calls.filter(([{ sql: text }]) => /^SELECT uploads\./.test(text)).length;
      expect(reads()).toBe(0);
      // As by another process that has found a lost object.
      const ofName = () => parts.db.selectFrom('uploads').selectAll().where('file_name', '=', 'committed');
      await parts.db.updateTable('uploads').set({ touched_at: 1 }).where('file_name', '=', 'committed').execute();
      expect(await send('committed', bytes.subarray(2 * MiB), 2 * MiB, { token, last: true })).toMatchObject({
        ChunkAppended: false,
        ErrorMessage: expect.stringContaining('UploadToken is not valid'),
      });
      expect(reads()).toBe(1);
      expect(await ofName().executeTakeFirst()).toMatchObject({ held: BigInt(2 * MiB), touched_at: 1 });
      expect(await bytesOf('committed')).toBeUndefined();
    } finally {
      run.mockRestore();
    }
  });

  it('small chunks after one of the same process read neither their upload nor its tail until the last one', async () => {
    const { UploadToken: token } = await send('small', Buffer.from('ab'), 0);
    const run = vi.spyOn(PostgresConnection.prototype, 'executeQuery');
    const reads = () => run.mock.calls.filter(([{ sql: text }]) => /^SELECT uploads\.|from "tail"/.test(text)).length;
    try {
      await send('small', Buffer.from('cd'), 2, { token });
      await send('small', Buffer.from('ef'), 4, { token });
      expect(reads()).toBe(0);
      await send('small', Buffer.from('gh'), 6, { token, last: true });
      expect(reads()).toBe(1);
    } finally {
      run.mockRestore();
    }
    expect(await bytesOf('small')).toEqual(Buffer.from('abcdefgh'));
  });

  it('after a sweep the bucket has the objects of the extents, and no others', async () => {
    await upload('kept', randomBytes(MiB), [MiB]);
    await upload('replaced', randomBytes(MiB), [MiB]);
    await upload('replaced', randomBytes(MiB), [MiB]);
    const { UploadToken: token } = await send('expires', randomBytes(MiB), 0);
    const orphan = newObjectKey(parts.site);
    await parts.objects.put(orphan, {
      size: 3,
      digest: digestOf(Buffer.from('abc')),
      pieces: () => [Buffer.from('abc')],
    });
    harness.pass(25 * 3_600_000);
    // Young objects are left alone, by the clock of the store, which has whole seconds.
    const differences = async (): Promise<readonly string[]> => {
      await sweepBucket(parts);
      const [found, named] = [await keysInBucket(), await namedKeys()];
      return [...found.filter((key) => !named.includes(key)), ...named.filter((key) => !found.includes(key))];
    };
    await expect.poll(differences, { interval: 1_000 }).toEqual([]);
    expect(await keysInBucket()).not.toContain(orphan);
    expect((await send('expires', randomBytes(3), MiB, { token })).ErrorMessage).toContain('UploadToken is not valid');
    expect((await bytesOf('kept'))?.length).toBe(MiB);
  });

  it('a writer whose object was condemned cannot commit it, and its chunk is stored under another key', async () => {
    const key = newObjectKey(parts.site);
    await parts.db.insertInto('extents').values({ key, upload_id: null, at: null, size: 0n, digest: '' }).execute();
    const late = parts.db
      .insertInto('extents')
      .values({ key, upload_id: 'an upload', at: 0n, size: 3n, digest: '' })
      .execute();
    await expect(late).rejects.toMatchObject({ message: expect.stringContaining('23505') });
  });

  it('two sites in one bucket do not delete objects of each other', async () => {
    const other = await startHarness({ uploadTimes: { stray: 0 } });
    await upload('two sites', randomBytes(MiB), [MiB]);
    const before = await keysInBucket();
    await sweepBucket(objectUploadsOf(other.service));
    expect(await keysInBucket()).toEqual(before);
    await other.close();
  });

  it('a file whose object is missing or changed is not read', async () => {
    await upload('missing', randomBytes(3 * MiB), [MiB, MiB, MiB]);
    const row = await parts.db
      .selectFrom('extents')
      .innerJoin('entries', ofContent)
      .select(['key', 'extents.digest'])
      .where('name', '=', 'missing')
      .where('at', '=', BigInt(MiB))
      .executeTakeFirstOrThrow();
    const zeros = Buffer.alloc(MiB);
    await parts.objects.put(row.key, { size: MiB, digest: digestOf(zeros), pieces: () => [zeros] });
    await expect(bytesOf('missing')).rejects.toMatchObject({
      code: 'lost',
      message: expect.stringContaining(row.digest),
    });
    await parts.objects.remove(row.key);
    await expect(bytesOf('missing')).rejects.toMatchObject({ code: 'lost' });
  });

  it('a store that does not respond is a busy service, and the upload goes on afterwards', async () => {
    const { UploadToken: token } = await send('down', randomBytes(200 * KiB), 0);
    const bucket = { endpoint: 'http://127.0.0.1:9', bucket: 'rfs-tests', region: 'us-east-1' };
    const down = new S3Store(
      bucket,
      new CachedCredentials(async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }), Date.now),
    );
    const put = parts.objects.put;
    parts.objects.put = (key, body) => down.put(key, body);
    try {
      const failing = send('down', randomBytes(200 * KiB), 200 * KiB, { token });
      await expect(failing).rejects.toMatchObject({ message: expect.stringContaining('busy') });
    } finally {
      parts.objects.put = put;
      down.close();
    }
    expect(await send('down', randomBytes(5), 200 * KiB, { token, last: true })).toMatchObject({ ChunkAppended: true });
  });
});
