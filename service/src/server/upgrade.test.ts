import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testCost } from '../../../test/support/service/harness.ts';
import { provisioning } from '../../../test/support/service/sample-provisioning.ts';
import { runCommand, startServer } from '../../../test/support/service/service-process.ts';
import { loadEntities } from '../operator/provisioning/load-entities.ts';
import { provision } from '../operator/provisioning/provision.ts';
import { secretSourceBeside } from '../operator/provisioning/secret-values.ts';
import { migrate, migrations } from '../storage/migrations.ts';
import { initialTables, type Migration } from '../storage/schema-steps.ts';
import { sqliteDialect } from '../storage/sqlite-dialect.ts';
import type { Tables } from '../storage/tables.ts';
import { openService } from './open-service.ts';

/** Additions of a possible next version. */
const expanding: Migration = {
  name: 'expanding',
  additive: true,
  async up(db) {
    await db.schema
      .alterTable('uploads')
      .addColumn('colour', 'integer', (c) => c.notNull().defaultTo(3))
      .execute();
    await db.schema.alterTable('entries').addColumn('sealed_size', 'bigint').execute();
    await db.schema.alterTable('api_keys').addColumn('reach', 'text').execute();
    await db.schema.createTable('colours').addColumn('id', 'integer').execute();
    await db.schema.createIndex('entries_by_size').on('entries').column('size').execute();
  },
};
/** Removals of the version after it. */
const contracting: Migration = {
  name: 'contracting',
  additive: false,
  async up(db) {
    await db.schema.dropTable('guesses').execute();
  },
};

describe('upgrading', () => {
  let folder: string;
  let data: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-upgrade-'));
    data = join(folder, 'data');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const chunk = (text: string, more: { UploadToken?: string; Offset?: bigint; isLastChunk?: boolean } = {}) => ({
    APIKey: 'key-for-all',
    FolderAccessKey: 'folder-anna-in',
    FileName: 'a.txt',
    ChunkData: new Blob([text]),
    BytesRead: text.length,
    Offset: 0n,
    isLastChunk: false,
    ...more,
  });

  it('a process continues, and another one starts, after a newer one has expanded the schema; not after it contracts', async () => {
    const service = await openService({ data, apiUrl: () => '', scryptCost: testCost });
    try {
      await provision(service.state, loadEntities(provisioning, 'test.yaml', secretSourceBeside('test.yaml')));
      const old = await startServer(data);
      const client = new RemoteFileServiceClient({ address: old.url });
      const begun = await client.AppendChunkWithFolderAccessKey(chunk('before, '));
      await migrate(service.state.db, [...migrations, expanding]);
      const token = begun.UploadToken ?? '';
      const middle = await client.AppendChunkWithFolderAccessKey(
        chunk('between, ', { UploadToken: token, Offset: 8n }),
      );
      expect(middle.ErrorMessage).toBe('');
      const late = await startServer(data);
      const lateClient = new RemoteFileServiceClient({ address: late.url });
      const last = { UploadToken: token, Offset: 17n, isLastChunk: true };
      expect((await lateClient.AppendChunkWithFolderAccessKey(chunk('after', last))).ErrorMessage).toBe('');
      // The last chunk once more, at the process that did not see it.
      expect((await client.AppendChunkWithFolderAccessKey(chunk('after', last))).ErrorMessage).toBe('');
      const { rows } = await sql`SELECT name, size, sealed_size FROM entries WHERE kind = 'file'`.execute(
        service.state.db,
      );
      expect(rows).toEqual([{ name: 'a.txt', size: 22n, sealed_size: null }]);
      const ready = async () => (await fetch(new URL('/readyz', old.url))).status;
      expect(await ready()).toBe(200);
      await migrate(service.state.db, [...migrations, expanding, contracting]);
      await expect.poll(ready, { interval: 200 }).toBe(503);
      const rejected = runCommand(['serve', '--data', data, '--port', '0']);
      expect(await rejected.exited).toBe(3);
      expect(rejected.stderr()).toContain(`has step ${migrations.length + 2} (contracting)`);
      for (const { process } of [old, late]) process.kill('SIGTERM');
      expect(await Promise.all([old.exited, late.exited])).toEqual([0, 0]);
    } finally {
      await service.close();
    }
  });

  it('three processes that start together on a folder of the first step migrate it once, and all serve', async () => {
    await mkdir(data, { mode: 0o700 });
    const first = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(join(data, 'database.sqlite'))) });
    await initialTables.up(first);
    await sql`CREATE TABLE schema_steps (step INTEGER PRIMARY KEY, name TEXT NOT NULL)`.execute(first);
    await sql`INSERT INTO schema_steps (step, name) VALUES (1, 'initial')`.execute(first);
    await first.destroy();
    const servers = await Promise.all([startServer(data), startServer(data), startServer(data)]);
    for (const { url } of servers) expect((await fetch(new URL('/readyz', url))).status).toBe(200);
    for (const { process } of servers) process.kill('SIGTERM');
    expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0, 0]);
    const after = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(join(data, 'database.sqlite'))) });
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM schema_steps`.execute(after);
    await after.destroy();
    expect(rows[0]?.n).toBe(migrations.length);
  });
});
