import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { confirmTime } from '../operator/confirm-time.ts';
import { setPolicyOf } from '../operator/manage-policies.ts';

const day = 86_400_000;

describe('a clock that is far ahead', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ clockTime: 7 * day, auditTime: 30 * day, hooks: ['index'] });
    await setPolicyOf(harness.service.state, 'retention', 'tenant:1001', BigInt(90 * day));
  });
  afterEach(() => harness.close());

  const send = async (FileName: string, isLastChunk: boolean) => {
    const chunk = { ChunkData: new Blob(['abc']), BytesRead: 3, Offset: 0n, isLastChunk };
    const keys = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in' };
    expect((await harness.client.AppendChunkWithFolderAccessKey({ ...keys, FileName, ...chunk })).ErrorMessage).toBe(
      '',
    );
  };
  /** Everything that a sweep may remove. */
  const rows = async (): Promise<Readonly<Record<string, number>>> => {
    const { db } = harness.service.state;
    const count = async (table: 'entries' | 'uploads' | 'audit_log' | 'hook_deliveries' | 'used_assertions') =>
      (await db.selectFrom(table).selectAll().execute()).length;
    return {
      entries: await count('entries'),
      uploads: await count('uploads'),
      audit: await count('audit_log'),
      events: await count('hook_deliveries'),
      assertions: await count('used_assertions'),
    };
  };
  const sweep = async () => {
    const { expiredFiles, expiredUploads } = await harness.service.sweep();
    return { expiredFiles, expiredUploads };
  };
  const ahead = {
    code: 'clock-ahead',
    message: expect.stringMatching(/^The clock shows .* 100 days after .* clock confirm/),
  };

  it('expires nothing: no file, upload, audit entry, event or used assertion', async () => {
    await send('young', true);
    await send('unfinished', false);
    const assertion = { hash: 'x', key_id: null, expires_at: harness.now() + 60_000 };
    await harness.service.state.db.insertInto('used_assertions').values(assertion).execute();
    const before = await rows();
    harness.pass(100 * day);
    await expect(harness.service.sweep()).rejects.toMatchObject(ahead);
    expect(await rows()).toEqual(before);
    // It is set again.
    harness.pass(-100 * day);
    expect(await sweep()).toEqual({ expiredFiles: 0, expiredUploads: 0 });
    expect(await rows()).toEqual(before);
  });

  it('removes no idle upload when the disk is full', async () => {
    await send('unfinished', false);
    harness.pass(100 * day);
    expect(await harness.service.state.uploads.freeUp(1n)).toBe(false);
    harness.pass(-100 * day + 2 * 3_600_000);
    expect(await harness.service.state.uploads.freeUp(1n)).toBe(true);
  });

  it('is not right because requests have stored its time, or because the service was started again', async () => {
    await send('young', true);
    harness.pass(100 * day);
    await send('under the wrong clock', true);
    await expect(harness.service.sweep()).rejects.toMatchObject({ code: 'clock-ahead' });
    const again = await startHarness({ data: harness.folder, clockTime: 7 * day, now: harness.now });
    try {
      await expect(again.service.sweep()).rejects.toMatchObject({ code: 'clock-ahead' });
    } finally {
      await again.service.close();
    }
  });

  it('is right when the operator says so, after the service was off for months', async () => {
    await send('old', true);
    harness.pass(100 * day);
    expect(await confirmTime(harness.service.state)).toBe(harness.now());
    expect(await sweep()).toMatchObject({ expiredFiles: 1 });
    harness.pass(100 * day);
    await expect(harness.service.sweep()).rejects.toMatchObject(ahead);
  });

  it('is not met by a service that sweeps', async () => {
    await send('old', true);
    const removed: number[] = [];
    for (let week = 0; week < 13; week += 1) {
      harness.pass(7 * day);
      removed.push((await harness.service.sweep()).expiredFiles);
    }
    expect(removed).toEqual([...Array(12).fill(0), 1]);
  });

  it('is found by the newest entry in a folder of an older version, which noted no time', async () => {
    await send('young', true);
    await harness.service.state.db.deleteFrom('settings').where('name', '=', 'clock').execute();
    harness.pass(100 * day);
    await expect(harness.service.sweep()).rejects.toMatchObject(ahead);
    harness.pass(-99 * day);
    expect(await sweep()).toEqual({ expiredFiles: 0, expiredUploads: 0 });
  });

  it('does not move the noted time back when it is set back', async () => {
    harness.pass(-10 * day);
    await harness.service.sweep();
    harness.pass(10 * day);
    await harness.service.sweep();
    expect((await harness.service.clock.read()).rightAt).toBe(harness.now());
  });
});
