import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confirmTime } from '../../service/src/operator/confirm-time.ts';
import { eraseAccount } from '../../service/src/operator/erasure/erase-account.ts';
import { setPolicyOf } from '../../service/src/operator/manage-policies.ts';
import { loadEntities } from '../../service/src/operator/provisioning/load-entities.ts';
import { provision } from '../../service/src/operator/provisioning/provision.ts';
import { insertDelivery, shortenWaits } from '../../service/src/storage/hook-deliveries.ts';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { type Harness, startHarness } from '../support/service/harness.ts';

const day = 86_400_000;

const person = `
accounts: [{ userName: Quaxolotl-User, email: Quaxolotl-Mail@demo.example, folders: [/Quaxolotl-Folder] }]
folderKeys: [{ name: Quaxolotl-Key, key: key-of-the-folder, folder: /quaxolotl-user/Quaxolotl-Folder }]
`;

describe('PostgreSQL and an object store', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ clockTime: 7 * day, hooks: ['index'] });
  });
  afterEach(() => harness.close());

  const context = () => {
    const { state, store, rewrite } = harness.service;
    return { db: state.db, store, now: state.now, rewrite };
  };
  const send = async (
    name: string,
    text: string,
    rest: { offset?: number; last?: boolean; token?: string | undefined } = {},
  ) =>
    await harness.client.AppendChunkWithFolderAccessKey({
      ...chunkRequest(name, Buffer.from(text), rest),
      FolderAccessKey: 'key-of-the-folder',
    });
  const create = async (): Promise<void> => {
    const secrets = { isSet: () => false, environment: () => '', file: () => '' };
    await provision(harness.service.state, loadEntities(person, 'person.yaml', secrets));
  };

  it('account remove --erase: no file of a table has the names, not even in dead rows and statistics', async () => {
    const { db } = harness.service.state;
    await create();
    expect((await send('Quaxolotl-1.txt', 'abc', { last: true })).ErrorMessage).toBe('');
    expect((await send('Quaxolotl-2.txt', 'Quaxolotl-tail')).ErrorMessage).toBe('');
    await sql`ANALYZE`.execute(db);
    const marked = async (): Promise<readonly string[]> => {
      await sql`CHECKPOINT`.execute(db);
      const { rows } = await sql<{ name: string; bytes: Buffer }>`
        SELECT relname AS name, pg_read_binary_file(pg_relation_filepath(oid)) AS bytes FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'i', 't')
        UNION ALL SELECT 'statistics', convert_to(coalesce(string_agg(most_common_vals::text || histogram_bounds::text, ' '), ''), 'UTF8')
        FROM pg_stats WHERE schemaname = current_schema()`.execute(db);
      return rows
        .filter(({ bytes }) => bytes.toString('latin1').toLowerCase().includes('quaxolotl'))
        .map(({ name }) => name);
    };
    expect(await marked()).toContain('accounts');
    const erased = await eraseAccount(context(), 'quaxolotl-user', { dryRun: false });
    expect(erased).toMatchObject({ removed: { files: 1, uploads: 1 } });
    expect(await marked()).toEqual([]);
    const entries = await db.selectFrom('audit_log').select('subject').where('action', '=', 'file.published').execute();
    expect(entries[0]?.subject).toMatch(/^folder-key:erased-[0-9a-f]{8}-key-1\/name-\d+$/);
  });

  it('a file beyond its quota leaves no upload and no object that a row names', async () => {
    const { db } = harness.service.state;
    await create();
    await setPolicyOf(harness.service.state, 'quota', 'folder-key:Quaxolotl-Key', 100n);
    const { UploadToken: token } = await send('large', 'x'.repeat(90));
    expect((await send('large', 'x'.repeat(20), { offset: 90, token })).ErrorMessage).toMatch(
      /^The quota of the folder access key is 100 bytes: 0 are used by other files, and this one has at least 110\./,
    );
    expect(await db.selectFrom('uploads').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('tail').selectAll().execute()).toEqual([]);
    expect((await send('small', 'x'.repeat(95), { last: true })).ErrorMessage).toBe('');
  });

  it('waits of hooks that end later than they can have been set for are shortened', async () => {
    const { db } = harness.service.state;
    const now = harness.now();
    for (const id of ['new', 'once', 'often']) {
      await insertDelivery(db, { id, hook: 'index', accountId: 'x', fileKey: id, body: '{}' }, now + 2_500);
    }
    await db
      .updateTable('hook_deliveries')
      .set({ attempts: 1, lease_until: now + 90_000 })
      .where('id', '=', 'once')
      .execute();
    await db.updateTable('hook_deliveries').set({ attempts: 20 }).where('id', '=', 'often').execute();
    const waits = { hook: 'index', firstPause: 1_000, longestPause: 3_600_000, delay: 0, lease: 60_000 };
    await shortenWaits(db, waits, now);
    const rows = await db
      .selectFrom('hook_deliveries')
      .select(['id', 'due_at', 'lease_until'])
      .orderBy('seq')
      .execute();
    expect(rows).toEqual([
      { id: 'new', due_at: now, lease_until: null },
      { id: 'once', due_at: now, lease_until: now + 60_000 },
      { id: 'often', due_at: now + 2_500, lease_until: null },
    ]);
  });

  it('a clock of the database that is far ahead expires nothing until it is confirmed', async () => {
    await create();
    await setPolicyOf(harness.service.state, 'retention', 'folder:/quaxolotl-user', BigInt(90 * day));
    expect((await send('young', 'abc', { last: true })).ErrorMessage).toBe('');
    harness.pass(100 * day);
    await expect(harness.service.sweep()).rejects.toMatchObject({ code: 'clock-ahead' });
    await confirmTime(harness.service.state);
    expect(await harness.service.sweep()).toMatchObject({ expiredFiles: 1 });
  });
});
