import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { canMount } from '../../../test/support/service/small-disk.ts';
import { mountVolume, type Volume } from '../../../test/support/service/volumes.ts';
import { findPath } from './entry-tree.ts';
import { removePath } from './remove-entries.ts';

describe.skipIf(!canMount())('a folder whose rows are too many for the room on a full volume', () => {
  let volume: Volume;
  let harness: Harness;
  beforeEach(async () => {
    volume = mountVolume('tmpfs');
    harness = await startHarness({ data: join(volume.path, 'data') });
  });
  afterEach(async () => {
    await harness.close();
    volume.unmount();
  });

  const files = 6_000;
  const largeFiles = 60;
  const unknown = {
    written_ticks: null,
    creation_ticks: null,
    described_content: null,
    digest: null,
    api_key_id: null,
    folder_key_id: null,
    published_at: null,
  };

  it('hardening: is removed, its largest files first; a dry run says the same before', async () => {
    const { db, now } = harness.service.state;
    const folder = await findPath(db, '/anna/in/new');
    const { account_id } = await db
      .selectFrom('entries')
      .select('account_id')
      .where('id', '=', folder?.id ?? '')
      .executeTakeFirstOrThrow();
    const client = harness.client;
    const chunk = { BytesRead: 100_000, Offset: 0n, isLastChunk: true, ChunkData: new Blob([new Uint8Array(100_000)]) };
    for (let i = 0; i < largeFiles; i += 1) {
      const keys = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-new', FileName: `large-${i}` };
      expect((await client.AppendChunkWithFolderAccessKey({ ...keys, ...chunk })).ErrorMessage).toBe('');
    }
    for (let from = largeFiles; from < files; from += 500) {
      const rows = Array.from({ length: Math.min(500, files - from) }, (_, index) => ({
        id: `row-${String((from + index) * 7919).padStart(60, 'x')}`,
        account_id,
        parent_id: folder?.id ?? '',
        kind: 'file' as const,
        name: `file-${from + index}`,
        content: `${'0'.repeat(27)}${String(from + index).padStart(5, '0')}.1`,
        size: 1n,
        created_at: 0,
        ...unknown,
      }));
      await db.insertInto('entries').values(rows).execute();
    }
    // As each command does that opens the database.
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
    volume.fill();
    const remove = (dryRun: boolean) =>
      harness.service.withRoom(() =>
        removePath({ db, store: harness.service.store, now }, '/anna/in/new', { recursive: true, dryRun }),
      );
    const expected = { files, bytes: BigInt(largeFiles * 100_000 + files - largeFiles), folders: 1 };
    expect((await remove(true)).removed).toMatchObject(expected);
    expect((await remove(false)).removed).toMatchObject(expected);
    expect(await findPath(db, '/anna/in/new')).toBeUndefined();
    const audited = await db.selectFrom('audit_log').select('subject').where('action', '=', 'file.removed').execute();
    expect(audited.length).toBeGreaterThan(0);
    expect(audited.some(({ subject }) => subject === 'file:/Anna/in/new/large-0')).toBe(true);
  });
});
