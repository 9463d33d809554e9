import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { checkSchema, migrate, migrations } from './migrations.ts';
import { initialTables, type Migration } from './schema-steps.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Db, Tables } from './tables.ts';

/** A step that makes a table of its name. */
function step(name: string, additive: boolean, ran: string[] = []): Migration {
  return {
    name,
    additive,
    async up(db) {
      ran.push(name);
      await db.schema.createTable(name).addColumn('x', 'integer').execute();
    },
  };
}

describe('migrations of the schema', () => {
  let folder: string;
  let path: string;
  const opened: Db[] = [];
  const open = async (steps?: readonly Migration[]): Promise<Db> => {
    const db = await openDatabase(path, { steps });
    opened.push(db);
    return db;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-steps-'));
    path = join(folder, 'database.sqlite');
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  it('are applied once by several processes that open a folder together', async () => {
    for (const db of await Promise.all(Array.from({ length: 4 }, () => open()))) {
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM schema_steps`.execute(db);
      expect(rows[0]?.n).toBe(migrations.length);
    }
  });

  it('are applied in order, each once', async () => {
    const db = await open();
    const ran: string[] = [];
    await migrate(db, [...migrations, step('two', false, ran)]);
    await migrate(db, [...migrations, step('two', false, ran), step('three', true, ran)]);
    expect(ran).toEqual(['two', 'three']);
  });

  it('leave the schema unchanged when one fails', async () => {
    const db = await open();
    const broken: Migration = {
      name: 'broken',
      additive: true,
      async up(any: Kysely<unknown>) {
        await any.schema.createTable('half').addColumn('x', 'integer').execute();
        throw new Error('broken');
      },
    };
    await expect(migrate(db, [...migrations, broken])).rejects.toThrow('broken');
    await expect(sql`SELECT * FROM half`.execute(db)).rejects.toThrow(/no such table/);
    await migrate(db);
  });

  it('are ignored by a process if unknown and additive; others stop it, at start and later', async () => {
    const old = await open();
    await migrate(old, [...migrations, step('new_table', true)]);
    await checkSchema(old);
    await open();
    await migrate(old, [...migrations, step('new_table', true), step('taken_away', false)]);
    await expect(checkSchema(old)).rejects.toMatchObject({ code: 'newer-schema' });
    await expect(open()).rejects.toMatchObject({ code: 'newer-schema', message: /taken_away/ });
  });

  it('with another name here belong to another line of versions', async () => {
    await open([...migrations, step('theirs', true)]);
    await expect(open([...migrations, step('ours', true)])).rejects.toMatchObject({
      code: 'newer-schema',
      message: /theirs.*ours/,
    });
  });

  it('migrate a folder of the first step, with its content', async () => {
    // As it was made when steps were not marked yet.
    const first = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(path)) });
    await initialTables.up(first);
    await sql`CREATE TABLE schema_steps (step INTEGER PRIMARY KEY, name TEXT NOT NULL)`.execute(first);
    await sql`INSERT INTO schema_steps (step, name) VALUES (1, 'initial')`.execute(first);
    await first.insertInto('sites').values({ id: 's', api_url: 'https://site.example' }).execute();
    await first.destroy();
    const db = await open();
    const { rows } = await sql`SELECT step, name FROM schema_steps ORDER BY step`.execute(db);
    expect(rows).toEqual(migrations.map(({ name }, index) => ({ step: index + 1, name })));
    expect(await db.selectFrom('sites').selectAll().execute()).toEqual([{ id: 's', api_url: 'https://site.example' }]);
    expect(await db.selectFrom('used_assertions').selectAll().execute()).toEqual([]);
  });

  it('that add columns keep prepared statements of a process correct', async () => {
    const old = await open([initialTables]);
    const site = (id: string) => ({ id, api_url: `https://${id}.example` });
    const all = old.selectFrom('sites').selectAll().orderBy('id');
    await old.insertInto('sites').values(site('a')).execute();
    expect(await all.execute()).toEqual([site('a')]);
    const wider: Migration = {
      name: 'wider',
      additive: true,
      async up(db) {
        await db.schema
          .alterTable('sites')
          .addColumn('weight', 'integer', (column) => column.notNull().defaultTo(7))
          .execute();
        await db.schema.alterTable('sites').addColumn('bytes', 'bigint').execute();
      },
    };
    await open([initialTables, wider]);
    await old.insertInto('sites').values(site('b')).execute();
    const added = { weight: 7, bytes: null };
    for (let again = 0; again < 2; again++) {
      expect(await all.execute()).toEqual([
        { ...site('a'), ...added },
        { ...site('b'), ...added },
      ]);
    }
  });
});
