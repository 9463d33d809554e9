import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileOf, type Harness, onDisk, startHarness } from '../../../test/support/service/harness.ts';
import { uploadChunks } from '../../../test/support/service/upload-chunks.ts';
import { appendChunk } from './append-chunk.ts';
import type { Chunk } from './chunk.ts';
import { createDiskUploads } from './disk/create-disk-uploads.ts';

describe('a lease that is kept between chunks', () => {
  let harness: Harness;
  let uploads: ReturnType<typeof onDisk>;
  let chunk: (text: string, offset: number, rest?: Partial<Chunk>) => Chunk;
  /** Commits of the process under test. */
  let commits = 0;
  const others: ReturnType<typeof onDisk>[] = [];
  beforeEach(async () => {
    harness = await startHarness();
    chunk = await uploadChunks(harness);
    uploads = process({ kept: 60_000 });
    commits = 0;
    const { run } = uploads.commits;
    uploads.commits.run = (work) => {
      commits += 1;
      return run.call(uploads.commits, work) as ReturnType<typeof work>;
    };
  });
  afterEach(async () => {
    for (const { leases } of [uploads, ...others.splice(0)]) await leases.releaseAll();
    await harness.close();
  });

  /** Uploads as if by a process on another host: whether it is alive is unknown. */
  const process = ({
    kept,
    patience = 0,
  }: {
    readonly kept: number;
    readonly patience?: number;
  }): ReturnType<typeof onDisk> => {
    const { db, hashes } = harness.service.state;
    const uploads = onDisk(harness.service.state.uploads);
    const name = `elsewhere-${Math.random()}/1/x`;
    const times = { kept, patience };
    const { store } = uploads;
    const created = onDisk(
      createDiskUploads({ db, writer: db, hashes, now: harness.now, store, times, process: name }),
    );
    others.push(created);
    return created;
  };
  const content = async () => (await fileOf(harness, 'folder-anna-in', 'a.txt'))?.bytes.toString();
  const row = async () =>
    await harness.service.state.db
      .selectFrom('uploads')
      .select(['lease_owner', 'generation', 'held'])
      .executeTakeFirstOrThrow();

  it('AppendChunk: each further chunk needs one commit only', async () => {
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    expect(commits).toBe(1);
    await appendChunk(uploads, chunk('def', 3, { token }));
    await appendChunk(uploads, chunk('def', 3, { token }));
    expect(commits).toBe(3);
    await appendChunk(uploads, chunk('ghi', 6, { token, isLast: true }));
    expect(commits).toBe(4);
    expect(await row()).toMatchObject({ lease_owner: null, generation: 1 });
    expect(await content()).toBe('abcdefghi');
  });

  it('AppendChunk: after a commit that failed, the next chunk commits a lease before it writes', async () => {
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    const { run } = uploads.commits;
    uploads.commits.run = () => Promise.reject(new Error('no commit'));
    await expect(appendChunk(uploads, chunk('def', 3, { token }))).rejects.toThrow('no commit');
    uploads.commits.run = run;
    commits = 0;
    await appendChunk(uploads, chunk('xyz', 3, { token, isLast: true }));
    expect(commits).toBe(2);
    expect(await content()).toBe('abcxyz');
  });

  it('AppendChunk: another process waits until it is released, and continues the same part', async () => {
    const first = process({ kept: 1_000 });
    const { token } = await appendChunk(first, chunk('abc', 0));
    expect((await row()).lease_owner).toBe(first.process);
    const other = process({ kept: 1_000, patience: 10_000 });
    await appendChunk(other, chunk('def', 3, { token }));
    expect(await row()).toMatchObject({ generation: 1, held: 6n });
    await appendChunk(first, chunk('ghi', 6, { token, isLast: true }));
    expect(await content()).toBe('abcdefghi');
  });

  it('AppendChunk: processes that met keep none, so that they do not wait for each other again', async () => {
    const first = process({ kept: 1_000 });
    const { token } = await appendChunk(first, chunk('abc', 0));
    const other = process({ kept: 60_000, patience: 10_000 });
    await appendChunk(other, chunk('def', 3, { token }));
    expect((await row()).lease_owner).toBeNull();
    await appendChunk(first, chunk('ghi', 6, { token }));
    expect((await row()).lease_owner).toBeNull();
    await appendChunk(other, chunk('', 9, { token, isLast: true }));
    expect(await content()).toBe('abcdefghi');
  });

  it('AppendChunk: who keeps one past its time appends to nothing that another process has taken', async () => {
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    await expect(appendChunk(process({ kept: 0 }), chunk('xyz', 3, { token }))).rejects.toMatchObject({
      code: 'UploadBusy',
    });
    harness.pass(60_001);
    const other = process({ kept: 0 });
    await appendChunk(other, chunk('def', 3, { token }));
    expect(await row()).toMatchObject({ generation: 2, held: 6n });
    await expect(appendChunk(uploads, chunk('STALE', 3, { token }))).rejects.toMatchObject({ code: 'OffsetMismatch' });
    await appendChunk(uploads, chunk('ghi', 6, { token, isLast: true }));
    expect(await content()).toBe('abcdefghi');
  });

  it('AppendChunk: who keeps one past its time continues its own part', async () => {
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    harness.pass(60_001);
    await appendChunk(uploads, chunk('def', 3, { token }));
    expect(await row()).toMatchObject({ lease_owner: uploads.process, generation: 1, held: 6n });
  });

  it('AppendChunk: an upload that was removed since is unknown', async () => {
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    await harness.service.state.db.deleteFrom('uploads').execute();
    await expect(appendChunk(uploads, chunk('def', 3, { token }))).rejects.toMatchObject({ code: 'UploadUnknown' });
  });

  it('is released when no chunk follows, and when the process ends', async () => {
    await appendChunk(process({ kept: 1 }), chunk('abc', 0));
    while ((await row()).lease_owner !== null) await sleep(5);
    await harness.service.state.db.deleteFrom('uploads').execute();
    await appendChunk(uploads, chunk('abc', 0));
    expect((await row()).lease_owner).toBe(uploads.process);
    await uploads.leases.releaseAll();
    expect((await row()).lease_owner).toBeNull();
  });
});
