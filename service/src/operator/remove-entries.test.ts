import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harness, onDisk, startHarness } from '../../../test/support/service/harness.ts';
import { runCommand } from '../../../test/support/service/service-process.ts';
import { findPath } from './entry-tree.ts';
import { listAccounts } from './manage-accounts.ts';
import { createFolderKey, listKeys } from './manage-keys.ts';
import { listPoliciesOf, setPolicyOf } from './manage-policies.ts';
import { cancelUploads, listUploads } from './manage-uploads.ts';
import { removeAccountOf, removePath } from './remove-entries.ts';

/** Processes that are killed while they remove an account. */
const kills = Number(process.env.RFS_KILLS ?? 6);

describe('removal', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.close());

  const context = () => ({ ...harness.service.state, store: harness.service.store });
  const send = async (FileName: string, more: { last?: boolean; key?: string; token?: string } = {}) => {
    const bytes = { ChunkData: new Blob(['four']), BytesRead: 4, Offset: more.token === undefined ? 0n : 4n };
    const fields = { FileName, isLastChunk: more.last ?? true, UploadToken: more.token };
    const keys = { APIKey: 'key-for-all', FolderAccessKey: more.key ?? 'folder-anna-in' };
    return await harness.client.AppendChunkWithFolderAccessKey({ ...keys, ...fields, ...bytes });
  };
  const exists = async (path: string) => (await findPath(harness.service.state.db, path)) !== undefined;
  const parts = async (where: 'files' | 'spool') =>
    (await readdir(join(harness.folder, where), { recursive: true })).filter((name) => /\.\d+$/.test(name));
  /** Everything that the database knows of entries and what refers to them. */
  const rows = async (): Promise<string> => {
    const { db } = harness.service.state;
    const tables = ['accounts', 'entries', 'folder_keys', 'uploads', 'session_tokens', 'policies'] as const;
    const all = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    return JSON.stringify(all, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  };
  const expectWhole = async (): Promise<void> => {
    const { db } = harness.service.state;
    expect((await sql`PRAGMA foreign_key_check`.execute(db)).rows).toEqual([]);
    expect((await sql`PRAGMA integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
  };

  it('files remove: a file is gone from its folder and the disk; its name can be used again', async () => {
    await send('a.txt');
    await send('b.txt');
    const { removed } = await removePath(context(), '/ANNA/in/a.txt', { recursive: false, dryRun: false });
    expect(removed).toMatchObject({ files: 1, folders: 0, bytes: 4n, folderKeys: [], uploads: 0 });
    expect([await exists('/anna/in/a.txt'), await exists('/anna/in/b.txt')]).toEqual([false, true]);
    expect((await parts('files')).length).toBe(1);
    expect((await send('a.txt')).ErrorMessage).toBe('');
    await expectWhole();
  });

  it('files remove --recursive: a folder takes its content, access keys and uploads along, and nothing else', async () => {
    await createFolderKey(harness.service.state, { name: 'second', folder: '/anna/in' });
    await send('a.txt');
    const { UploadToken } = await send('half.txt', { last: false });
    await setPolicyOf(harness.service.state, 'retention', 'folder:/anna/in', 1000n);
    await setPolicyOf(harness.service.state, 'quota', 'folder-key:second', 1000n);
    const { removed } = await removePath(context(), '/anna/in', { recursive: true, dryRun: false });
    expect(removed.folderKeys).toEqual(expect.arrayContaining(['anna-in', 'second']));
    expect(removed).toMatchObject({ files: 1, bytes: 4n, uploads: 1 });
    expect(await exists('/anna/in')).toBe(false);
    expect(await exists('/anna')).toBe(true);
    expect([await parts('files'), await parts('spool')]).toEqual([[], []]);
    expect((await listKeys(harness.service.state, 'folder-key')).map(({ name }) => name)).not.toContain('second');
    expect(await listPoliciesOf(harness.service.state, 'quota')).toEqual([]);
    expect(await listPoliciesOf(harness.service.state, 'retention')).toEqual([]);
    expect((await send('half.txt', { token: UploadToken ?? '' })).ErrorMessage).toBe(
      'The folder access key is not valid.',
    );
    await expectWhole();
  });

  it('files remove: refuses a folder without --recursive, the root of an account, and missing entries', async () => {
    const before = await rows();
    const removal = (path: string, recursive: boolean) => removePath(context(), path, { recursive, dryRun: false });
    await expect(removal('/anna/in', false)).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(removal('/anna', true)).rejects.toMatchObject({ message: expect.stringContaining('account remove') });
    await expect(removal('/anna/none', true)).rejects.toMatchObject({ code: 'no-such-file' });
    expect(await rows()).toBe(before);
  });

  it('account remove: takes everything that it owns; a dry run says the same and changes nothing', async () => {
    const { db } = harness.service.state;
    await send('a.txt');
    await send('half.txt', { last: false });
    await setPolicyOf(harness.service.state, 'quota', 'account:anna', 1_000_000n);
    const before = await rows();
    const dry = await removeAccountOf(context(), 'anna', { dryRun: true });
    expect(await rows()).toBe(before);
    expect([(await parts('files')).length, (await parts('spool')).length]).toEqual([1, 1]);
    const done = await removeAccountOf(context(), 'anna', { dryRun: false });
    expect(done).toEqual(dry);
    expect(done.removed).toMatchObject({ files: 1, bytes: 4n, uploads: 1 });
    expect((await listAccounts(harness.service.state)).map(({ userName }) => userName)).not.toContain('Anna');
    expect([await parts('files'), await parts('spool')]).toEqual([[], []]);
    expect(await db.selectFrom('policies').selectAll().execute()).toEqual([]);
    await expect(removeAccountOf(context(), 'anna', { dryRun: false })).rejects.toMatchObject({ code: 'unknown-name' });
    await expectWhole();
  });

  it('an upload whose folder is removed while its first chunk arrives is refused, and leaves nothing', async () => {
    const { store } = onDisk(harness.service.state.uploads);
    const write = store.writePublished.bind(store);
    vi.spyOn(store, 'writePublished').mockImplementationOnce(async (...args) => {
      const hash = await write(...args);
      await removePath(context(), '/anna/in', { recursive: true, dryRun: false });
      return hash;
    });
    expect((await send('a.txt')).ErrorMessage).toBe('The folder access key is not valid.');
    expect([await parts('files'), await parts('spool')]).toEqual([[], []]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['files remove', () => removePath(context(), '/anna/in/a.txt', { recursive: false, dryRun: false })],
    ['account remove', () => removeAccountOf(context(), 'anna', { dryRun: false })],
    ['a file that replaces it', () => send('a.txt')],
    [
      'its retention',
      async () => {
        await setPolicyOf(harness.service.state, 'retention', 'folder:/anna/in', 1000n);
        await harness.service.sweep();
      },
    ],
  ])('%s: bytes of an old file that are still on the disk after the commit are swept later', async (_by, remove) => {
    await send('a.txt');
    // Its upload is forgotten.
    harness.pass(48 * 3600_000);
    await harness.service.sweep();
    const before = await parts('files');
    vi.spyOn(harness.service.store, 'remove').mockRejectedValue(new Error('killed'));
    await remove().catch(() => undefined);
    vi.restoreAllMocks();
    expect(await parts('files')).toEqual(expect.arrayContaining(before));
    harness.pass(2 * 3600_000);
    expect((await harness.service.sweep()).unknownFiles).toBe(0);
    expect(await parts('files')).not.toEqual(expect.arrayContaining(before));
    expect(await harness.service.state.db.selectFrom('removed_parts').selectAll().execute()).toEqual([]);
  });

  it('uploads list and cancel: the longest idle first; a cancelled one is unknown to its caller', async () => {
    const first = await send('first.txt', { last: false });
    harness.pass(60_000);
    await send('second.txt', { last: false });
    await send('done.txt');
    const listed = await listUploads(context());
    expect(listed).toMatchObject([
      { path: '/Anna/in/first.txt', bytes: 4n, folderKey: 'anna-in', apiKey: 'all', startedAt: harness.now() - 60_000 },
      { path: '/Anna/in/second.txt' },
    ]);
    const ids = [listed[0]?.id ?? ''];
    await expect(cancelUploads(context(), { ids: [...ids, 'none'] })).rejects.toMatchObject({ code: 'no-such-upload' });
    expect((await cancelUploads(context(), { ids })).map(({ file_name }) => file_name)).toEqual(['first.txt']);
    const late = await send('first.txt', { token: first.UploadToken ?? '' });
    expect(late.ErrorMessage).toMatch(/UploadToken is not valid/);
    expect((await cancelUploads(context(), { idleSince: harness.now() })).length).toBe(0);
    expect((await cancelUploads(context(), { idleSince: harness.now() + 1 })).length).toBe(1);
    expect(await parts('spool')).toEqual([]);
    expect(await exists('/anna/in/done.txt')).toBe(true);
  });

  it(
    `${kills} kills of account remove at random moments leave the whole account or nothing of it`,
    async () => {
      const { db } = harness.service.state;
      for (let file = 0; file < 40; file += 1) await send(`${file}.txt`);
      await send('half.txt', { last: false });
      await onDisk(harness.service.state.uploads).leases.releaseAll();
      const before = await rows();
      const args = ['account', 'remove', 'anna', '--yes', '--data', harness.folder];
      const started = performance.now();
      const dry = runCommand(args.filter((arg) => arg !== '--yes'));
      expect(await dry.exited).toBe(0);
      const whole = performance.now() - started;
      expect(await rows()).toBe(before);
      for (let kill = 0; kill < kills && (await exists('/anna')); kill += 1) {
        const command = runCommand(args);
        setTimeout(() => command.process.kill('SIGKILL'), whole * (0.6 + Math.random() * 0.6));
        await command.exited;
        if (await exists('/anna')) expect(await rows()).toBe(before);
        await expectWhole();
      }
      const last = runCommand(args);
      expect([0, 2]).toContain(await last.exited);
      harness.pass(2 * 3600_000);
      await harness.service.sweep();
      expect([await parts('files'), await parts('spool')]).toEqual([[], []]);
      const removed = db.selectFrom('audit_log').select('id').where('action', '=', 'account.removed');
      expect((await removed.execute()).length).toBe(1);
    },
    300_000 + kills * 20_000,
  );
});
