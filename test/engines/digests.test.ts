import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CatchUpLimits } from '../../service/src/uploads/digest-catch-up.ts';
import { type ChunkRest, chunkRequest } from '../support/service/chunk-request.ts';
import { fileOf, type Harness, startHarness } from '../support/service/harness.ts';
import { type ObjectUploads, objectUploadsOf } from '../support/service/object-differences.ts';
import { type OwnServers, serversOf, testServers } from '../support/service/servers.ts';

const size = 200_000;

/** Every upload is long. */
const limits: Partial<CatchUpLimits> = { atOnce: 0n, step: BigInt(size) + 1n, handOver: 2_000, patience: 10_000 };

describe('the SHA-256 of a file whose chunks went to several processes', () => {
  let own: OwnServers;
  let first: Harness;
  let second: Harness;
  let bytes: Buffer;
  let digest: string;
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rfs-digests-'));
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    own = await serversOf(folder, test);
    first = await startHarness({ servers: own.servers, data: folder });
    second = await startHarness({ servers: own.servers, data: join(folder, 'other') });
    for (const harness of [first, second]) Object.assign(partsOf(harness).catchUp.limits, limits);
    bytes = randomBytes(5 * size);
    digest = createHash('sha256').update(bytes).digest('hex');
  });
  afterEach(async () => {
    await second.close();
    await first.close();
    await own.remove();
  });

  const partsOf = ({ service }: Harness): ObjectUploads => objectUploadsOf(service);
  const send = async (by: Harness, index: number, rest: ChunkRest = {}, sha256?: string): Promise<ChunkUploadResult> =>
    await by
      .clientFrom('192.0.2.1', '1.2', sha256 === undefined ? {} : { 'X-File-SHA256': sha256 })
      .AppendChunkWithFolderAccessKey(
        chunkRequest('a.bin', bytes.subarray(index * size, (index + 1) * size), { offset: index * size, ...rest }),
      );
  /** All but the last chunk: the first one to one process, the others to another. Returns the token. */
  const begin = async (): Promise<string | undefined> => {
    const { UploadToken: token } = await send(first, 0);
    for (const index of [1, 2, 3]) expect(await send(second, index, { token })).toMatchObject({ ChunkAppended: true });
    return token;
  };
  const entryOf = async (): Promise<{ readonly digest: string | null } | undefined> =>
    await partsOf(second).db.selectFrom('entries').select('digest').where('name', '=', 'a.bin').executeTakeFirst();
  /** Counts the reads of objects. */
  const readsOf = (harness: Harness): (() => number) => {
    const { objects } = partsOf(harness);
    const { read } = objects;
    let count = 0;
    objects.read = async (...range) => {
      count += 1;
      return await read.call(objects, ...range);
    };
    return () => count;
  };

  it('is computed by the process that hashed the beginning; the one of the last chunk reads nothing', async () => {
    const token = await begin();
    const reads = readsOf(second);
    expect(await send(second, 4, { token, last: true }, digest)).toMatchObject({
      ErrorMessage: '',
      ChunkAppended: true,
    });
    expect(await entryOf()).toEqual({ digest });
    expect(reads()).toBe(0);
    expect((await fileOf(second, 'folder-anna-in', 'a.bin'))?.bytes.equals(bytes)).toBe(true);
  });

  it('is computed by the process of the last chunk when the other one is gone', async () => {
    const token = await begin();
    partsOf(first).catchUp.close();
    expect(await send(second, 4, { token, last: true }, digest)).toMatchObject({
      ErrorMessage: '',
      ChunkAppended: true,
    });
    expect(await entryOf()).toEqual({ digest });
  });

  it('is computed after a request that did not wait for it, and the resend is acknowledged by any process', async () => {
    const token = await begin();
    partsOf(first).catchUp.close();
    Object.assign(partsOf(second).catchUp.limits, { handOver: 0, patience: 0 });
    await expect(send(second, 4, { token, last: true })).rejects.toMatchObject({
      message: expect.stringContaining('busy'),
    });
    expect(await entryOf()).toBeUndefined();
    const row = partsOf(second).db.selectFrom('uploads').select('digest');
    await expect.poll(() => row.executeTakeFirst()).toEqual({ digest });
    const reads = readsOf(first);
    expect(await send(first, 4, { token, last: true })).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    expect(reads()).toBe(0);
    expect(await entryOf()).toEqual({ digest });
    expect(await send(second, 4, { token, last: true })).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
  });

  it('other than that of its sender: nothing is published, and the upload ends', async () => {
    const token = await begin();
    const done = await send(second, 4, { token, last: true }, '0'.repeat(64));
    expect(done.ErrorMessage).toContain(`The SHA-256 of the file is ${digest}`);
    expect(await entryOf()).toBeUndefined();
    expect((await send(first, 4, { token, last: true })).ErrorMessage).toContain('UploadToken is not valid');
  });
});
