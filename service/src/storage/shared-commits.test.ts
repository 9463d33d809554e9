import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../common/storage-error.ts';
import { openDatabase, openUploadDatabase } from './database.ts';
import { LogState } from './log-state.ts';
import { SharedCommits } from './shared-commits.ts';
import type { Db } from './tables.ts';

describe('shared commits', () => {
  let folder: string;
  let db: Db;
  let commits: SharedCommits;
  /** Transactions that were begun. */
  let begun = 0;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-commits-'));
    db = await openDatabase(join(folder, 'database.sqlite'));
    begun = 0;
    const counted: Db = Object.assign(Object.create(db) as Db, {
      transaction: () => {
        begun += 1;
        return db.transaction();
      },
    });
    commits = new SharedCommits(counted);
  });
  afterEach(async () => {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  const add = (name: string) => async (transaction: Db) => {
    await transaction.insertInto('settings').values({ name, value: 'x' }).execute();
    return name;
  };
  const names = async () =>
    (await db.selectFrom('settings').select('name').where('value', '=', 'x').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  it('are one transaction for concurrent callers, and each gets its own result', async () => {
    const wanted = ['a', 'b', 'c', 'd'];
    expect(await Promise.all(wanted.map((name) => commits.run(add(name))))).toEqual(wanted);
    expect(await names()).toEqual(wanted);
    expect(begun).toBe(1);
  });

  it('wait for callers who prepare a task, when the last commit took long', async () => {
    await commits.run(async (transaction) => {
      await add('long')(transaction);
      await sleep(20);
    });
    // The time until a commit no longer waits does not pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const writes = new EventEmitter();
    const uploads = [1, 2, 3].map(async (number) => {
      await commits.preparing(() => once(writes, `written ${number}`));
      await commits.run(add(`upload ${number}`));
    });
    for (const number of [1, 2, 3]) {
      writes.emit(`written ${number}`);
      for (let turn = 0; turn < 5; turn++) await nextTurn();
    }
    await Promise.all(uploads);
    vi.useRealTimers();
    expect(await names()).toEqual(['long', 'upload 1', 'upload 2', 'upload 3']);
    expect(begun).toBe(2);
  });

  it('do not wait for a caller who takes longer than the last commit, nor for one who fails', async () => {
    await commits.run(async (transaction) => {
      await add('long')(transaction);
      await sleep(2);
    });
    const writes = new EventEmitter();
    const late = commits.preparing(() => once(writes, 'written'));
    await commits.run(add('soon'));
    expect(await names()).toEqual(['long', 'soon']);
    writes.emit('error', new Error('not written'));
    await expect(late).rejects.toThrow('not written');
    await commits.run(add('then'));
    expect(begun).toBe(3);
  });

  it('affect no other caller when one of them fails', async () => {
    const rejected = commits.run(async (transaction) => {
      await add('refused')(transaction);
      throw new Error('refused');
    });
    const responses = await Promise.allSettled([commits.run(add('a')), rejected, commits.run(add('b'))]);
    expect(responses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('fail for all callers when the disk is full or the database locked', async () => {
    const full = commits.run(async () => {
      throw new StorageError('full', 'full');
    });
    const responses = await Promise.allSettled([commits.run(add('a')), full]);
    expect(responses.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await names()).toEqual([]);
    expect(begun).toBe(1);
    await commits.run(add('a'));
    expect(await names()).toEqual(['a']);
  });

  it('fail for callers who came while the database was locked, too', async () => {
    const later: Promise<unknown>[] = [];
    const locked = commits.run(async () => {
      later.push(commits.run(add('a')));
      throw new StorageError('busy', 'locked');
    });
    await expect(locked).rejects.toMatchObject({ code: 'busy' });
    const responses = await Promise.allSettled(later);
    expect(responses.map(({ status }) => status)).toEqual(['rejected']);
    await commits.run(add('b'));
    expect(await names()).toEqual(['b']);
  });

  it('of uploads are visible to every connection immediately, and are synced like all others', async () => {
    const path = join(folder, 'database.sqlite');
    const { db: writer } = await openUploadDatabase(path, new LogState(path));
    await new SharedCommits(writer).run(add('upload'));
    expect(await names()).toEqual(['upload']);
    const synchronous = async (one: Db) =>
      Object.values((await sql.raw<object>('PRAGMA synchronous').execute(one)).rows[0] ?? {})[0];
    expect(await synchronous(writer)).toBe(2);
    expect(await synchronous(db)).toBe(2);
    await writer.destroy();
  });
});
