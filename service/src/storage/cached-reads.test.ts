import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CachedReads } from './cached-reads.ts';
import { openDatabase, openUploadDatabase } from './database.ts';
import { LogState } from './log-state.ts';
import { prepared } from './prepared-query.ts';
import type { Db } from './tables.ts';

const setting = prepared<{ readonly name: string }>()((db, value) =>
  db.selectFrom('settings').select('value').where('name', '=', value('name')),
);

describe('CachedReads', () => {
  let folder: string;
  let path: string;
  let db: Db;
  let reads: CachedReads;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-reads-'));
    path = join(folder, 'database.sqlite');
    db = await openDatabase(path);
    reads = new CachedReads(path);
  });
  afterEach(async () => {
    reads.close();
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  const set = async (name: string, value: string, by: Db = db) => {
    await by
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  };

  it('finds rows committed until the refresh, also by another connection, and keeps it until then', async () => {
    const settings = reads.lookup(setting, db);
    reads.refresh();
    expect(settings.now({ name: 'a' })).toBeUndefined();
    await set('a', 'first');
    expect(settings.now({ name: 'a' })).toBeUndefined();
    reads.refresh();
    expect(settings.now({ name: 'a' })).toEqual({ value: 'first' });

    const other = await openDatabase(path);
    await set('a', 'second', other);
    await other.destroy();
    expect(settings.now({ name: 'a' })).toEqual({ value: 'first' });
    reads.refresh();
    expect(settings.now({ name: 'a' })).toEqual({ value: 'second' });
  });

  it('callers in one turn of the event loop share a refresh, which finds rows committed until the last of their calls', async () => {
    const settings = reads.lookup(setting, db);
    expect(settings.now({ name: 'a' })).toBeUndefined();
    const writer = new DatabaseSync(path);
    const first = reads.refreshed();
    writer.exec("INSERT INTO settings (name, value) VALUES ('a', 'first')");
    expect(reads.refreshed()).toBe(first);
    await first;
    expect(settings.now({ name: 'a' })).toEqual({ value: 'first' });
    writer.exec("UPDATE settings SET value = 'second' WHERE name = 'a'");
    writer.close();
    const next = reads.refreshed();
    expect(next).not.toBe(first);
    await next;
    expect(settings.now({ name: 'a' })).toEqual({ value: 'second' });
  });

  it('does not read known rows again, while nothing is committed', async () => {
    await set('a', 'first');
    reads.refresh();
    const settings = reads.lookup(setting, db);
    const found = settings.now({ name: 'a' });
    reads.refresh();
    expect(settings.now({ name: 'a' })).toBe(found);
    expect(settings.now({ name: 'b' })).toBeUndefined();
  });

  it('forgets the oldest results beyond 10,000', async () => {
    await set('a', 'first');
    reads.refresh();
    const settings = reads.lookup(setting, db);
    const found = settings.now({ name: 'a' });
    for (let at = 1; at < 10_000; at++) settings.now({ name: `none ${at}` });
    expect(settings.now({ name: 'a' })).toBe(found);
    settings.now({ name: 'one more' });
    const again = settings.now({ name: 'a' });
    expect(again).toEqual(found);
    expect(again).not.toBe(found);
  });

  it('reads during a transaction of the same process, without its changes', async () => {
    const settings = reads.lookup(setting, db);
    await db.transaction().execute(async (transaction) => {
      await set('a', 'first', transaction);
      reads.refresh();
      expect(await settings.find({ name: 'a' })).toBeUndefined();
    });
    reads.refresh();
    expect(await settings.find({ name: 'a' })).toEqual({ value: 'first' });
  });

  it('keeps known rows after commits of the uncounted connection, and forgets them after others', async () => {
    const { db: uploads, database } = await openUploadDatabase(path, new LogState(path));
    const kept = new CachedReads(path, database);
    const settings = kept.lookup(setting, db);
    await set('a', 'first');
    const found = () => {
      kept.refresh();
      return settings.now({ name: 'a' });
    };
    const first = found();
    expect(first).toEqual({ value: 'first' });
    await set('b', 'of an upload', uploads);
    expect(found()).toBe(first);
    // An own commit right after one of another connection does not hide that.
    await set('a', 'second');
    await set('b', 'of the next upload', uploads);
    expect(found()).toEqual({ value: 'second' });
    // The version is read within a transaction, too.
    await uploads.transaction().execute(async (transaction) => {
      await set('b', 'of a third', transaction);
      expect(found()).toEqual({ value: 'second' });
    });
    await set('a', 'third');
    expect(found()).toEqual({ value: 'third' });
    kept.close();
    await uploads.destroy();
  });

  it('cannot write, and keeps nothing that it reads while its version is unknown', async () => {
    await set('a', 'first');
    const settings = reads.lookup(setting, db);
    reads.close();
    reads.refresh();
    expect(() => settings.now({ name: 'a' })).toThrow('database is not open');
    // From the other connection.
    expect(await settings.find({ name: 'a' })).toEqual({ value: 'first' });
    await set('a', 'second');
    expect(await settings.find({ name: 'a' })).toEqual({ value: 'second' });
    reads = new CachedReads(path);
    const write = prepared<{ readonly name: string }>()((compiler, value) =>
      compiler.deleteFrom('settings').where('name', '=', value('name')),
    );
    expect(() => reads.lookup(write, db).now({ name: 'a' })).toThrow('readonly database');
  });
});
