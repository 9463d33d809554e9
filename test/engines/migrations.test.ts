import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSchema, dataFormat } from '../../service/src/storage/migrations.ts';
import { openPostgres } from '../../service/src/storage/postgres/open-postgres.ts';
import { postgresMigrations } from '../../service/src/storage/postgres/postgres-steps.ts';
import type { Migration } from '../../service/src/storage/schema-steps.ts';
import { type OwnServers, serversOf, testServers } from '../support/service/servers.ts';

/** A step of a later release, on a table that is in use. */
const later: Migration = {
  name: 'later',
  additive: true,
  async up(db) {
    await db.schema.createTable('later').addColumn('id', 'text').execute();
    await db.schema.createIndex('guesses_by_time').on('guesses').column('since_at').execute();
  },
};

describe('a migration of PostgreSQL while other processes run', () => {
  let folder: string;
  let own: OwnServers;
  let writer: pg.Client;
  let other: pg.Client;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-migrations-'));
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    own = await serversOf(folder, test);
    await (await openPostgres(own.servers.database)).destroy();
    [writer, other] = [new pg.Client(own.servers.database.url), new pg.Client(own.servers.database.url)];
    await Promise.all([writer.connect(), other.connect()]);
  });
  afterEach(async () => {
    await Promise.all([writer.end(), other.end()]);
    await own.remove();
    await rm(folder, { recursive: true });
  });

  const migrate = async (): Promise<void> => {
    await (await openPostgres(own.servers.database, { steps: [...postgresMigrations, later] })).destroy();
  };
  const insert = (subject: string, at: number): string =>
    `INSERT INTO guesses (subject, failures, since_at) VALUES ('${subject}', 1, ${at})`;
  const indexOf = async (name: string): Promise<object | undefined> => {
    const { rows } = await other.query(
      `SELECT indisvalid AS valid, indisunique AS unique FROM pg_index WHERE indexrelid = to_regclass('${name}')`,
    );
    return rows[0];
  };

  it('creates indexes without holding up those who write, and waits for them', async () => {
    await writer.query('BEGIN');
    await writer.query(insert('first', 1));
    let isDone = false;
    const migrating = migrate().then(() => {
      isDone = true;
    });
    await expect.poll(() => indexOf('guesses_by_time')).toEqual({ valid: false, unique: false });
    await other.query('SET lock_timeout = 2000');
    await other.query(insert('second', 2));
    expect(isDone).toBe(false);
    await writer.query('COMMIT');
    await migrating;
    expect(await indexOf('guesses_by_time')).toEqual({ valid: true, unique: false });
  });

  it('creates an index again that an interrupted attempt has left invalid, when two processes start', async () => {
    await migrate();
    await other.query('DROP INDEX guesses_by_time');
    for (const subject of ['first', 'second']) await other.query(insert(subject, 1));
    const failing = other.query('CREATE UNIQUE INDEX CONCURRENTLY guesses_by_time ON guesses (since_at)');
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await indexOf('guesses_by_time')).toEqual({ valid: false, unique: true });
    await Promise.all([migrate(), migrate()]);
    expect(await indexOf('guesses_by_time')).toEqual({ valid: true, unique: false });
  });

  it('tries again when a table is locked for longer than it waits, and lets others through in between', async () => {
    await writer.query('BEGIN');
    await writer.query('LOCK TABLE schema_steps IN ACCESS EXCLUSIVE MODE');
    const migrating = migrate();
    await new Promise((resolve) => setTimeout(resolve, 6_500));
    await writer.query('COMMIT');
    await migrating;
    expect(await indexOf('guesses_by_time')).toEqual({ valid: true, unique: false });
  });

  it('finds nothing to create in a schema that is up to date', async () => {
    await migrate();
    const { rows: before } = await other.query(`SELECT to_regclass('guesses_by_time')::oid AS id`);
    await migrate();
    const { rows: after } = await other.query(`SELECT to_regclass('guesses_by_time')::oid AS id`);
    expect(after).toEqual(before);
  });

  it('refuses data of a newer format at the start and while running, and gives older data its own', async () => {
    const formatIn = async () => (await other.query("SELECT value FROM settings WHERE name = 'format'")).rows;
    expect(await formatIn()).toEqual([{ value: String(dataFormat) }]);
    const running = await openPostgres(own.servers.database);
    try {
      await checkSchema(running, postgresMigrations);
      await other.query("UPDATE settings SET value = '99' WHERE name = 'format'");
      const refused = { code: 'newer-schema', message: expect.stringContaining('The data has format 99') };
      await expect(checkSchema(running, postgresMigrations)).rejects.toMatchObject(refused);
      await expect(openPostgres(own.servers.database)).rejects.toMatchObject(refused);
      expect(await formatIn()).toEqual([{ value: '99' }]);
    } finally {
      await running.destroy();
    }
    await other.query("DELETE FROM settings WHERE name = 'format'");
    await (await openPostgres(own.servers.database)).destroy();
    expect(await formatIn()).toEqual([{ value: String(dataFormat) }]);
  });
});
