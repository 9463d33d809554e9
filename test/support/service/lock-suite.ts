import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmTime } from '../../../service/src/operator/confirm-time.ts';
import { eraseAccount } from '../../../service/src/operator/erasure/erase-account.ts';
import { approveRelease, listLocks, requestRelease, setLock } from '../../../service/src/operator/manage-locks.ts';
import { setPolicyOf } from '../../../service/src/operator/manage-policies.ts';
import { removeAccountOf, removePath } from '../../../service/src/operator/remove-entries.ts';
import { readAudit } from '../../../service/src/storage/audit-log.ts';
import { findRoot, insertFolder } from '../../../service/src/storage/folder-entries.ts';
import { removeEntry } from '../../../service/src/storage/removal.ts';
import { chunkRequest } from './chunk-request.ts';
import { fileOf, type Harness, startHarness } from './harness.ts';

const day = 86_400_000;

/** Tests that nothing removes or replaces the files of a locked folder. */
export function testLocks(title: string): void {
  describe(title, () => {
    let harness: Harness;
    let start: number;
    beforeAll(async () => {
      harness = await startHarness({ clockTime: 7 * day });
      start = harness.now();
    });
    afterAll(() => harness.close());

    const context = () => ({
      ...harness.service.state,
      store: harness.service.store,
      rewrite: harness.service.rewrite,
    });
    const send = async (text: string, name = 'a.txt', rest = {}) =>
      await harness.client.AppendChunkWithFolderAccessKey(
        chunkRequest(name, Buffer.from(text), { last: true, ...rest }),
      );
    const contentOf = async (name = 'a.txt') => (await fileOf(harness, 'folder-anna-in', name))?.bytes.toString();
    const remove = (path = '/anna/in/a.txt', dryRun = false) =>
      removePath(context(), path, { recursive: true, dryRun });
    const locked = { code: 'FileLocked' };
    /** Lets days pass, with a sweep on each. */
    const passDays = async (days: number): Promise<void> => {
      for (let passed = 0; passed < days; passed += 5) {
        harness.pass(Math.min(5, days - passed) * day);
        await harness.service.sweep();
      }
    };

    it('nobody removes or replaces a file before the date, whatever is asked for', async () => {
      await send('first');
      await setLock(context(), '/anna', { until: start + 40 * day });
      await setPolicyOf(context(), 'retention', 'folder:/anna/in', BigInt(day));
      for (const attempt of [
        () => remove(),
        () => remove(undefined, true),
        () => remove('/anna/in'),
        () => removeAccountOf(context(), 'anna', { dryRun: false }),
        () => eraseAccount(context(), 'anna', { dryRun: false }),
      ]) {
        await expect(attempt()).rejects.toMatchObject(locked);
      }
      await expect(remove()).rejects.toThrow(/^\/Anna.* is locked until .*Z: .*lock request-release, lock approve/);
      expect(await send('second')).toMatchObject({
        ChunkAppended: false,
        ErrorMessage: expect.stringContaining('/Anna/in/a.txt is locked until'),
      });
      // The name is taken while an upload to it goes on.
      const { UploadToken: token } = await send('one', 'b.txt', { last: false });
      await send('other', 'b.txt');
      expect(await send('two', 'b.txt', { offset: 3, token })).toMatchObject({ ChunkAppended: false });
      expect(await contentOf('b.txt')).toBe('other');
      await passDays(10);
      expect(await harness.service.sweep()).toMatchObject({ expiredFiles: 0 });
      expect(await contentOf()).toBe('first');
    });

    it('a lock is extended and never shortened', async () => {
      await expect(setLock(context(), '/anna', { until: start + 30 * day })).rejects.toThrow('only ever extended');
      await expect(setLock(context(), '/anna', { until: start - day })).rejects.toThrow('only ever extended');
      await expect(setLock(context(), '/anna/in', { until: start - day })).rejects.toThrow('ends in the future');
      await expect(setLock(context(), '/anna/in', {})).rejects.toThrow('ends in the future');
      await expect(setLock(context(), '/anna/none', { keep: day })).rejects.toMatchObject({ code: 'no-such-folder' });
      await setLock(context(), '/anna', { until: start + 45 * day, keep: 0 });
      expect(await listLocks(context())).toEqual([
        { folder: '/Anna', until: start + 45 * day, keep: 0, releasedUntil: 0 },
      ]);
    });

    it('two people release a lock for a day, and the audit log names both', async () => {
      const id = await requestRelease(context(), '/anna', { by: 'Alice', reason: 'wrong folder' });
      await expect(approveRelease(context(), id, 'ALICE')).rejects.toThrow('another person');
      await expect(remove()).rejects.toMatchObject(locked);
      expect(await approveRelease(context(), id, 'bob')).toMatchObject({ releasedUntil: harness.now() + day });
      await expect(approveRelease(context(), id, 'carol')).rejects.toMatchObject({ code: 'unknown-name' });
      expect(await send('second')).toMatchObject({ ErrorMessage: '' });
      expect(await contentOf()).toBe('second');
      await passDays(1);
      await expect(remove()).rejects.toMatchObject(locked);
      const late = await requestRelease(context(), '/anna', { by: 'alice', reason: 'late' });
      await passDays(3);
      await expect(approveRelease(context(), late, 'bob')).rejects.toMatchObject({ code: 'unknown-name' });
      const released: unknown[] = [];
      for await (const { action, details } of readAudit(harness.service.state.db, 0)) {
        if (action.startsWith('lock.release')) released.push(details);
      }
      expect(released).toMatchObject([
        { request: id, by: 'Alice', reason: 'wrong folder' },
        { request: id, requestedBy: 'Alice', approvedBy: 'bob', reason: 'wrong folder' },
        { request: late, by: 'alice' },
      ]);
    });

    it('a clock far ahead ends no lock, and a sweep under a right one does', async () => {
      const { service, now } = harness;
      harness.pass(3650 * day);
      await expect(service.sweep()).rejects.toMatchObject({ code: 'clock-ahead' });
      await expect(confirmTime(context())).rejects.toThrow(/lock of \/Anna, until .* lock request-release/);
      await expect(remove()).rejects.toMatchObject(locked);
      harness.pass(-3650 * day);
      // The sweep that finds the time passed removes nothing yet.
      await passDays(Math.ceil((start + 45 * day - now()) / day));
      await passDays(1);
      // By its retention of a day.
      expect(await contentOf()).toBeUndefined();
    });

    it('a lock waits for a removal that runs, and fails when that took its folder', async () => {
      const { db } = harness.service.state;
      const anna = await findRoot(db, { clientId: 1001, userNameFolded: 'anna' });
      const { id = '' } = (anna && (await insertFolder(db, anna, 'brief', harness.now()))) ?? {};
      const ends: string[] = [];
      let setting: Promise<unknown> = Promise.resolve();
      await db.transaction().execute(async (transaction) => {
        await removeEntry(transaction, id, harness.now());
        setting = setLock(context(), '/anna/brief', { keep: day }).catch((error) => ends.push(error.code));
        await delay(100);
        ends.push('removed');
      });
      await setting;
      expect(ends).toEqual(['removed', 'no-such-folder']);
    });

    it('days count from the publication of each file, and in all folders below', async () => {
      await setPolicyOf(context(), 'retention', 'folder:/anna/in', 0n);
      await send('old', 'old.txt');
      await passDays(8);
      await setLock(context(), '/anna', { keep: 10 * day });
      await send('new', 'new.txt');
      await passDays(3);
      await remove('/anna/in/old.txt');
      await expect(remove('/anna/in/new.txt')).rejects.toMatchObject(locked);
      await expect(remove('/anna/in')).rejects.toMatchObject(locked);
      // Nothing ran until the days were over.
      harness.pass(8 * day);
      await expect(confirmTime(context())).rejects.toMatchObject(locked);
      const id = await requestRelease(context(), '/anna', { by: 'alice', reason: 'the clock is right' });
      await approveRelease(context(), id, 'bob');
      expect(await confirmTime(context())).toBe(harness.now());
      await passDays(2);
      await remove('/anna/in');
      expect(await listLocks(context())).toMatchObject([{ folder: '/Anna', keep: 10 * day }]);
    });
  });
}
