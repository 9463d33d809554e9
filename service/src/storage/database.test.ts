import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quietFor } from '../../../test/support/quiet-for.ts';
import { StorageError } from '../common/storage-error.ts';
import { isNewEnough, openDatabase } from './database.ts';
import type { Db } from './tables.ts';

describe('the database', () => {
  let folder: string;
  let path: string;
  let db: Db;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-db-'));
    path = join(folder, 'database.sqlite');
    db = await openDatabase(path);
  });
  afterEach(async () => {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  const tenant = (client_id: number, org_id: bigint) => ({
    client_id,
    org_id,
    company_code: `c${client_id}`,
    company_code_folded: `c${client_id}`,
    site_id: null,
    created_at: 0,
  });

  it('preserves 64-bit integers in BIGINT columns, and returns numbers elsewhere', async () => {
    const orgs = [2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n), 0n, 7n];
    for (const [index, org] of orgs.entries())
      await db
        .insertInto('tenants')
        .values(tenant(index + 1, org))
        .execute();
    const rows = await db.selectFrom('tenants').select(['client_id', 'org_id']).orderBy('client_id').execute();
    expect(rows.map((row) => row.org_id)).toEqual(orgs);
    expect(rows.map((row) => row.client_id)).toEqual([1, 2, 3, 4, 5]);
    const one = await db
      .selectFrom('tenants')
      .select('client_id')
      .where('org_id', '=', 2n ** 53n)
      .executeTakeFirst();
    expect(one).toBeUndefined();
  });

  it('returns a bigint from RETURNING and under another name, and counts as numbers', async () => {
    const inserted = await db
      .insertInto('tenants')
      .values(tenant(1, 2n ** 53n + 1n))
      .returning('org_id as renamed')
      .executeTakeFirst();
    expect(inserted?.renamed).toBe(2n ** 53n + 1n);
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM tenants`.execute(db);
    expect(rows[0]?.n).toBe(1);
  });

  it('leaves all commits in its main file when it is closed, and an empty log', async () => {
    await db.insertInto('tenants').values(tenant(1, 5n)).execute();
    expect((await stat(`${path}-wal`)).size).toBeGreaterThan(0);
    await db.destroy();
    expect((await stat(`${path}-wal`)).size).toBe(0);
    const copy = join(folder, 'copy.sqlite');
    await copyFile(path, copy);
    db = await openDatabase(copy);
    const rows = await db.selectFrom('tenants').select('org_id').execute();
    expect(rows).toEqual([{ org_id: 5n }]);
  });

  it('never rounds: a number that cannot be exact is an error', async () => {
    const question = sql<{ n: number }>`SELECT 9007199254740993 AS n`.execute(db);
    await expect(question).rejects.toThrow(/9007199254740993/);
  });

  it('journals with WAL, syncs at every commit, and checks foreign keys', async () => {
    const pragma = async (name: string) =>
      Object.values((await sql.raw<object>(`PRAGMA ${name}`).execute(db)).rows[0] ?? {})[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
    await expect(db.insertInto('domains').values({ domain: 'x', client_id: 9 }).execute()).rejects.toThrow(
      StorageError,
    );
  });

  it('rolls a failed transaction back completely', async () => {
    const work = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('tenants').values(tenant(1, 1n)).execute();
      await transaction.insertInto('tenants').values(tenant(2, 1n)).execute();
    });
    await expect(work).rejects.toMatchObject({ name: 'StorageError', code: 'failed' });
    expect(await db.selectFrom('tenants').selectAll().execute()).toEqual([]);
  });

  it('waits for another writing process, without blocking this one', async () => {
    // Holds the write lock until it is told to commit.
    const module = createRequire(import.meta.url).resolve('@photostructure/sqlite');
    const script = `const { DatabaseSync } = require(${JSON.stringify(module)});
      const db = new DatabaseSync(${JSON.stringify(path)}); db.exec('BEGIN IMMEDIATE'); console.log('held');
      process.stdin.once('data', () => { db.exec('COMMIT'); process.exit(); });`;
    const other = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
    const closed = once(other, 'close');
    await once(other.stdout, 'data');
    let isInserted = false;
    // With RETURNING: the errors of that call carry no code.
    const inserted = db.insertInto('tenants').values(tenant(1, 1n)).returning('client_id').execute();
    void inserted.then(() => {
      isInserted = true;
    });
    await quietFor(100);
    expect(isInserted).toBe(false);
    other.stdin.write('now');
    await inserted;
    await closed;
  });

  it('recognises the safe versions of SQLite', () => {
    expect(['3.51.3', '3.51.4', '3.52.0', '3.100.0', '4.0.0'].map(isNewEnough)).not.toContain(false);
    expect(['3.51.2', '3.45.1', '3.9.9', '2.99.99', ''].map(isNewEnough)).not.toContain(true);
  });

  it('reports why a file is not a database', async () => {
    await expect(openDatabase(folder)).rejects.toMatchObject({
      name: 'StorageError',
      message: /Cannot open the database/,
    });
    expect((await stat(path)).isFile()).toBe(true);
  });
});
