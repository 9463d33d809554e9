import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quietFor } from '../../../test/support/quiet-for.ts';
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

  it('Durable: nothing is committed to a database that was removed or replaced', async () => {
    await rename(path, `${path}.old`);
    const lost = { name: 'StorageError', code: 'lost-database' };
    await expect(set('e')).rejects.toMatchObject(lost);
    await copyFile(`${path}.old`, path);
    await expect(db.transaction().execute((t) => t.deleteFrom('settings').execute())).rejects.toMatchObject(lost);
    await rename(`${path}.old`, path);
    await set('e');
    expect(await db.selectFrom('settings').select('name').where('name', '=', 'e').execute()).toHaveLength(1);
  });

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

  it('Durable: is not committed to while another process reads it, and can still be read', async () => {
    const reader = new DatabaseSync(path);
    reader.exec('BEGIN; SELECT * FROM settings');
    await set('e');
    new LogState(path).fail();
    let done = false;
    const waiting = set('f').then(() => {
      done = true;
    });
    await quietFor(100);
    expect(done).toBe(false);
    reader.exec('COMMIT');
    await waiting;
    expect(existsSync(`${path}-unsynced`)).toBe(false);
    const names = await db.selectFrom('settings').select('name').where('value', '=', 'x').execute();
    expect(names).toHaveLength(6);
    reader.close();
  });

  it('Durable: a single statement that waits for another process commits nothing behind a sync that fails during the wait', async () => {
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const before = logSize();
    let done = false;
    const waiting = set('e').then(() => {
      done = true;
    });
    await quietFor(20);
    expect(done).toBe(false);
    new LogState(path).fail();
    other.exec('ROLLBACK');
    await waiting;
    expect(existsSync(`${path}-unsynced`)).toBe(false);
    expect(logSize()).toBeLessThan(before);
    other.close();
  });

  it('Durable: is not copied to the database by a connection that closes, nor when its process ends', async () => {
    const script = `const { openDatabase } = await import(${JSON.stringify(new URL('../../dist/storage/database.js', import.meta.url))});
      const { LogState } = await import(${JSON.stringify(new URL('../../dist/storage/log-state.js', import.meta.url))});
      const log = new LogState(process.argv[1]);
      const db = await openDatabase(process.argv[1], { log });
      await db.insertInto('settings').values({ name: 'e', value: 'x' }).execute();
      log.fail();
      await db.destroy();`;
    const sizeOf = async (file: string) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], { stdio: 'inherit' });
      expect((await once(child, 'close'))[0]).toBe(0);
      return [statSync(file).size, statSync(`${file}-wal`).size > 0];
    };
    const file = join(folder, 'other.sqlite');
    // All its pages but the first are in the log still.
    expect(await sizeOf(file)).toEqual([4096, true]);
    const again = await openDatabase(file);
    expect(await again.selectFrom('settings').select('name').execute()).toEqual([{ name: 'e' }]);
    await again.destroy();
  });
});
