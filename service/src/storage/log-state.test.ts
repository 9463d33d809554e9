import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { LogState } from './log-state.ts';
import type { Db } from './tables.ts';

describe('a log that must be restarted', () => {
  let folder: string;
  let path: string;
  let db: Db;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-log-'));
    path = join(folder, 'database.sqlite');
    db = await openDatabase(path);
    for (const name of ['a', 'b', 'c', 'd']) await set(name);
  });
  afterEach(async () => {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  const set = (name: string) => db.insertInto('settings').values({ name, value: 'x' }).execute();
  const logSize = () => statSync(`${path}-wal`).size;

  it('Durable: is restarted before the next commit, in a transaction and without one, also by another process', async () => {
    for (const change of [() => set('e'), () => db.transaction().execute((t) => t.deleteFrom('settings').execute())]) {
      const before = logSize();
      // As another process does it.
      new LogState(path).fail();
      expect(existsSync(`${path}-unsynced`)).toBe(true);
      await change();
      expect(existsSync(`${path}-unsynced`)).toBe(false);
      expect(logSize()).toBeLessThan(before);
      for (const name of ['w', 'x', 'y', 'z']) await set(name);
    }
  });

  it('Durable: is not committed to while another process reads it, and is read meanwhile', async () => {
    const reader = new DatabaseSync(path);
    reader.exec('BEGIN; SELECT * FROM settings');
    await set('e');
    new LogState(path).fail();
    let done = false;
    const waiting = set('f').then(() => {
      done = true;
    });
    await sleep(100);
    expect(done).toBe(false);
    reader.exec('COMMIT');
    await waiting;
    expect(existsSync(`${path}-unsynced`)).toBe(false);
    const names = await db.selectFrom('settings').select('name').where('value', '=', 'x').execute();
    expect(names).toHaveLength(6);
    reader.close();
  });
});
