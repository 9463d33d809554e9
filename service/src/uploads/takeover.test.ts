import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileOf, type Harness, onDisk, startHarness } from '../../../test/support/service/harness.ts';
import { uploadChunks } from '../../../test/support/service/upload-chunks.ts';
import type { ContentStore } from '../storage/content/content-store.ts';
import { appendChunk } from './append-chunk.ts';
import type { Chunk } from './chunk.ts';
import { createDiskUploads } from './disk/create-disk-uploads.ts';
import { currentProcess, ownerStatus } from './lease-owner.ts';
import { sweepUploads } from './sweep-uploads.ts';

describe('taking over an upload', () => {
  let harness: Harness;
  let chunk: (text: string, offset: number, rest?: Partial<Chunk>) => Chunk;
  beforeEach(async () => {
    harness = await startHarness({ uploadTimes: { kept: 0 } });
    chunk = await uploadChunks(harness);
  });
  afterEach(() => harness.close());

  /** Uploads as if by a process on another host: whether it is alive is unknown. */
  const elsewhere = (
    store: Partial<ContentStore> = {},
    process = `elsewhere-${Math.random()}/1/x`,
  ): ReturnType<typeof onDisk> => {
    const { db, hashes } = harness.service.state;
    const uploads = onDisk(harness.service.state.uploads);
    const own = uploads.store;
    const whole: ContentStore = {
      write: (...args) => own.write(...args),
      matches: (...args) => own.matches(...args),
      readSpooled: (...args) => own.readSpooled(...args),
      copy: (...args) => own.copy(...args),
      publish: (...args) => own.publish(...args),
      writePublished: (...args) => own.writePublished(...args),
      read: (part) => own.read(part),
      open: (part) => own.open(part),
      removeSpooled: (part) => own.removeSpooled(part),
      remove: (part) => own.remove(part),
      removeTracesBefore: (time) => own.removeTracesBefore(time),
      keepReserve: () => own.keepReserve(),
      releaseReserve: () => own.releaseReserve(),
      spooledBefore: (time) => own.spooledBefore(time),
      publishedBefore: (time) => own.publishedBefore(time),
      probe: () => own.probe(),
      ...store,
    };
    const times = { patience: 0, kept: 0 };
    return onDisk(createDiskUploads({ db, writer: db, hashes, now: harness.now, store: whole, times, process }));
  };
  const content = async () => (await fileOf(harness, 'folder-anna-in', 'a.txt'))?.bytes.toString();
  /** A gate that blocks a caller, and reports its arrival. */
  const gate = () => {
    let open = (): void => undefined;
    let arrive = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const pass = async (): Promise<void> => {
      arrive();
      await opened;
    };
    return { open: () => open(), arrived, pass };
  };

  it('AppendChunk: while another process appends, a caller is told to retry', async () => {
    const uploads = onDisk(harness.service.state.uploads);
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    const held = gate();
    const slow = elsewhere({
      write: async (...args) => {
        await held.pass();
        return await uploads.store.write(...args);
      },
    });
    const first = appendChunk(slow, chunk('def', 3, { token }));
    await held.arrived;
    await expect(appendChunk(elsewhere(), chunk('xyz', 3, { token }))).rejects.toMatchObject({ code: 'UploadBusy' });
    held.open();
    await first;
    await appendChunk(uploads, chunk('', 6, { token, isLast: true }));
    expect(await content()).toBe('abcdef');
  });

  it('AppendChunk: one that stalls past its lease can neither commit nor damage what the next one writes', async () => {
    const uploads = onDisk(harness.service.state.uploads);
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    const held = gate();
    const stalled = elsewhere({
      write: async (...args) => {
        await held.pass();
        return await uploads.store.write(...args);
      },
    });
    const late = appendChunk(stalled, chunk('STALLED', 3, { token }));
    const failed = expect(late).rejects.toMatchObject({ code: 'UploadBusy' });
    await held.arrived;
    harness.pass(60_001);
    await appendChunk(uploads, chunk('def', 3, { token }));
    held.open();
    await failed;
    await appendChunk(uploads, chunk('ghi', 6, { token, isLast: true }));
    expect(await content()).toBe('abcdefghi');
  });

  it('AppendChunk: an interruption between rename and commit loses nothing', async () => {
    const uploads = onDisk(harness.service.state.uploads);
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    const cut = elsewhere({
      publish: async (part) => {
        await uploads.store.publish(part);
        throw new Error('cut off');
      },
    });
    await expect(appendChunk(cut, chunk('def', 3, { token, isLast: true }))).rejects.toThrow('cut off');
    expect(await content()).toBeUndefined();
    harness.pass(60_001);
    await expect(appendChunk(uploads, chunk('x', 5, { token }))).rejects.toMatchObject({ code: 'OffsetMismatch' });
    await appendChunk(uploads, chunk('def', 3, { token, isLast: true }));
    expect(await content()).toBe('abcdef');
  });

  it('AppendChunk: a single chunk interrupted before the commit shows nothing, and is swept by a command', async () => {
    const uploads = onDisk(harness.service.state.uploads);
    const cut = elsewhere();
    cut.commits.run = () => Promise.reject(new Error('cut off'));
    await expect(appendChunk(cut, chunk('abc', 0, { isLast: true }))).rejects.toThrow('cut off');
    expect(await content()).toBeUndefined();
    expect(await sweepUploads(uploads)).toMatchObject({ strayParts: 0 });
    harness.pass(3_700_000);
    // The database does not know it: only a command removes it.
    expect(await sweepUploads(uploads)).toMatchObject({ strayParts: 0, unknownFiles: 1 });
    expect(await sweepUploads(uploads, { unknownFiles: true })).toMatchObject({ strayParts: 1, unknownFiles: 0 });
  });

  it('AppendChunk: a loss of power after the rename loses nothing: the lease is gone with the commit', async () => {
    const uploads = onDisk(harness.service.state.uploads);
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    const cut = elsewhere({
      publish: async (part) => {
        await uploads.store.publish(part);
        throw new Error('cut off');
      },
    });
    await expect(appendChunk(cut, chunk('def', 3, { token, isLast: true }))).rejects.toThrow('cut off');
    // What was not synced is not there: the row is that of the last chunk that was acknowledged.
    const { db } = harness.service.state;
    await db.updateTable('uploads').set({ lease_owner: null, lease_until: null, generation: 1 }).execute();
    await appendChunk(uploads, chunk('DE', 3, { token }));
    await appendChunk(uploads, chunk('f', 5, { token, isLast: true }));
    expect(await content()).toBe('abcDEf');
  });

  it('AppendChunk: the file of a dead process is continued, and not copied', async () => {
    const uploads = onDisk(harness.service.state.uploads);
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    const { db } = harness.service.state;
    const place = uploads.process.split('/')[0];
    const dead = { lease_owner: `${place}/999999999/1/x`, lease_until: harness.now() + 60_000 };
    await db.updateTable('uploads').set(dead).execute();
    const copied: string[] = [];
    const copy = async (...args: Parameters<ContentStore['copy']>): Promise<void> => {
      copied.push(args[0]);
      await uploads.store.copy(...args);
    };
    await appendChunk(elsewhere({ copy }, currentProcess()), chunk('def', 3, { token, isLast: true }));
    expect(await content()).toBe('abcdef');
    if (process.platform === 'linux') expect(copied).toEqual([]);
  });

  it('AppendChunk: a failed write leaves the upload unchanged', async () => {
    const uploads = onDisk(harness.service.state.uploads);
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    const failing = elsewhere({
      write: async (part, offset, bytes) => {
        await uploads.store.write(part, offset, bytes.slice(0, 1));
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
    });
    await expect(appendChunk(failing, chunk('def', 3, { token }))).rejects.toThrow('no space left');
    await appendChunk(uploads, chunk('xyz', 3, { token, isLast: true }));
    expect(await content()).toBe('abcxyz');
  });

  it('AppendChunk: what a failed write left is cut off when the chunk before it is sent again as the last one', async () => {
    const uploads = onDisk(harness.service.state.uploads);
    const { token } = await appendChunk(uploads, chunk('abc', 0));
    const failing = elsewhere({
      write: async (...args) => {
        await uploads.store.write(...args);
        throw new Error('killed');
      },
    });
    await expect(appendChunk(failing, chunk('def', 3, { token }))).rejects.toThrow('killed');
    await appendChunk(uploads, chunk('abc', 0, { token, isLast: true }));
    expect(await content()).toBe('abc');
  });

  it('sweep: removes expired uploads with their bytes, and forgets finished ones, whose files stay', async () => {
    const uploads = onDisk(harness.service.state.uploads);
    await appendChunk(uploads, chunk('never finished', 0));
    await appendChunk(uploads, chunk('finished', 0, { isLast: true }));
    harness.pass(24 * 3600_000);
    expect(await sweepUploads(uploads)).toEqual({
      expiredUploads: 0,
      forgottenUploads: 0,
      strayParts: 0,
      unknownFiles: 0,
    });
    harness.pass(1);
    expect(await sweepUploads(uploads)).toEqual({
      expiredUploads: 1,
      forgottenUploads: 1,
      strayParts: 0,
      unknownFiles: 0,
    });
    const left: string[] = [];
    for await (const part of uploads.store.spooledBefore(Number.POSITIVE_INFINITY)) left.push(part);
    expect(left).toEqual([]);
    expect(await content()).toBe('finished');
  });

  it('an owner is dead when its process is, and unknown if its process cannot be observed', () => {
    const self = currentProcess();
    const [place = '', pid, start, random] = self.split('/');
    const name = (...parts: readonly unknown[]) => parts.join('/');
    expect(ownerStatus(self, self)).toBe('gone');
    // Of the same process, which uploads twice.
    expect(ownerStatus(name(place, pid, start, 'x'), self)).toBe('unknown');
    expect(ownerStatus(name('elsewhere', 999_999_999, 1, 'x'), self)).toBe('unknown');
    if (process.platform !== 'linux') {
      expect(ownerStatus(name(place, 999_999_999, start, 'x'), self)).toBe('seems gone');
      return;
    }
    expect(ownerStatus(name(place, 999_999_999, start, 'x'), self)).toBe('gone');
    // Its id was given to another process.
    expect(ownerStatus(name(place, process.ppid, Number(start) + 1, 'x'), self)).toBe('gone');
    const [boot, namespace] = place.split(':');
    expect(ownerStatus(name(`${boot}:other`, 999_999_999, start, random), self)).toBe('unknown');
    expect(ownerStatus(name(`other:${namespace}`, pid, start, random), self)).toBe('gone');
  });
});
