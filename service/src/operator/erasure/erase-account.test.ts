import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import { readAudit } from '../../storage/audit-log.ts';
import { hasErasure } from '../../storage/erasure.ts';
import { createLink } from '../create-link.ts';
import { createFolderKey } from '../manage-keys.ts';
import { addRecipient } from '../manage-mail.ts';
import { setPolicyOf } from '../manage-policies.ts';
import { createShare } from '../manage-shares.ts';
import { cancelUploads } from '../manage-uploads.ts';
import { loadEntities } from '../provisioning/load-entities.ts';
import { provision } from '../provisioning/provision.ts';
import { removeAccountOf, removePath } from '../remove-entries.ts';
import { eraseAccount, finishErasure } from './erase-account.ts';

/** Marks whatever may name the person. */
const mark = 'Quaxolotl';

const person = `
accounts: [{ userName: Quaxolotl-User, email: Quaxolotl-Mail@demo.example, tenant: 1001, folders: [/Quaxolotl-Folder] }]
folderKeys: [{ name: Quaxolotl-Key, key: key-of-the-folder, folder: /quaxolotl-user/Quaxolotl-Folder }]
quotas: [{ subject: "account:quaxolotl-USER", size: 1 GiB }, { subject: "folder-key:Quaxolotl-Key", size: 1 GiB }]
retentions: [{ subject: "folder:/quaxolotl-user/Quaxolotl-Folder", time: 900d }]
`;

describe('an erased account', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ hooks: ['index'], mailInterval: 3_600_000 });
  });
  afterEach(() => harness.close());

  const context = () => {
    const { state, store, rewrite } = harness.service;
    return { db: state.db, store, now: state.now, rewrite };
  };
  const create = async (): Promise<void> => {
    const secrets = { isSet: () => false, environment: () => '', file: () => '' };
    await provision(harness.service.state, loadEntities(person, 'person.yaml', secrets));
  };
  const send = async (FolderAccessKey: string, FileName: string, text: string, isLastChunk = true) => {
    const chunk = { ChunkData: new Blob([text]), BytesRead: text.length, Offset: 0n, isLastChunk };
    const { ErrorMessage } = await harness.client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey,
      FileName,
      ...chunk,
    });
    expect(ErrorMessage).toBe('');
  };
  /** Uses of an account in its life. */
  const live = async (): Promise<void> => {
    await create();
    const { state, links } = harness.service;
    await addRecipient(state, `/quaxolotl-user/${mark}-Folder`, `${mark}@example.org`);
    const key = { id: '0'.repeat(32), name: `${mark}-Key` };
    const folder = { path: `/quaxolotl-user/${mark}-Folder` };
    await createShare(state, { folder, label: mark, duration: 1e9, folderKey: key });
    await send('key-of-the-folder', `${mark}-1.txt`, `${mark}-content`);
    await send('key-of-the-folder', `${mark}-2.txt`, 'other');
    await send('key-of-the-folder', `${mark}-cancelled`, `${mark}-part`, false);
    await cancelUploads(context(), { idleSince: Number.POSITIVE_INFINITY });
    await send('key-of-the-folder', `${mark}-expired`, `${mark}-part`, false);
    harness.pass(25 * 3_600_000);
    await harness.service.sweep();
    await send('key-of-the-folder', `${mark}-unfinished`, `${mark}-part`, false);
    await createFolderKey(state, { name: `${mark}-second-key`, folder: `/quaxolotl-user/${mark}-Folder` });
    await createLink({ ...state, links }, `/quaxolotl-user/${mark}-Folder/${mark}-1.txt`, 60_000);
    await removePath(context(), `/QUAXOLOTL-user/${mark}-Folder/${mark}-2.txt`, { recursive: false, dryRun: false });
    await setPolicyOf(state, 'retention', `folder:/quaxolotl-user/${mark}-Folder`, 0n);
    // An expired file of a version that did not note the account.
    const details = JSON.stringify({ name: `${mark}-1.txt`, sha256: await digestOf(`${mark}-1.txt`), published: 'x' });
    await state.db
      .insertInto('audit_log')
      .values({ at: 1, actor: 'sweep', action: 'file.expired', subject: 'file:1', details, request_id: null })
      .execute();
  };
  const digestOf = async (name: string): Promise<string | undefined> => {
    const rows = harness.service.state.db.selectFrom('entries').select('digest').where('name', '=', name);
    return (await rows.executeTakeFirst())?.digest ?? undefined;
  };
  /** The files of the data folder that have the mark, in either case. */
  const marked = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const name of await readdir(harness.folder, { recursive: true })) {
      const path = join(harness.folder, name);
      if (!(await stat(path)).isFile()) continue;
      if (name.includes(mark) || (await readFile(path, 'latin1')).toLowerCase().includes('quaxolotl')) found.push(name);
    }
    return found;
  };
  const log = async () => {
    const entries: string[] = [];
    for await (const { action, subject, details } of readAudit(harness.service.state.db, 0)) {
      entries.push(`${action} ${subject} ${JSON.stringify(details)}`);
    }
    return entries;
  };

  it('is in no byte of the data folder: database, log, spool, files', async () => {
    await live();
    const id = (await harness.service.state.db.selectFrom('accounts').selectAll().execute()).find(({ user_name }) =>
      user_name.startsWith(mark),
    )?.id;
    expect((await marked()).length).toBeGreaterThan(1);
    const erased = await eraseAccount(context(), 'quaxolotl-user', { dryRun: false });
    expect(erased).toMatchObject({ userName: `${mark}-User`, removed: { files: 1, uploads: 1 } });
    expect(await marked()).toEqual([]);
    const person = `erased-${id?.slice(0, 8)}`;
    const ours = (await log()).filter((entry) => entry.includes(person) || entry.includes(id ?? ''));
    // One name has one pseudonym, so that an auditor can follow a file.
    const [published = ''] = ours.filter((entry) => entry.startsWith('file.published'));
    const [, file = ''] = /-key-\d\/(name-\d+) /.exec(published) ?? [];
    const [linked = ''] = ours.filter((entry) => entry.startsWith('link.created'));
    expect(linked).toContain(`file:/${person}/`);
    expect(linked).toContain(`/${file} `);
    expect((await log()).filter((entry) => entry.startsWith('file.expired'))[0]).toContain(`"name":"${file}"`);
    expect(ours.at(-1)).toBe(`account.erased account:${id} {"entries":${erased.auditEntries}}`);
  });

  it('may have been removed before; its id tells it from another one of the same name', async () => {
    await live();
    await removeAccountOf(context(), 'quaxolotl-user', { dryRun: false });
    await create();
    await send('key-of-the-folder', `${mark}-of-the-new-one`, 'x');
    const removed = (await log()).find((entry) => entry.startsWith('account.removed'));
    const id = /account:(\w+)/.exec(removed ?? '')?.[1] ?? '';
    expect((await eraseAccount(context(), id, { dryRun: false })).removed).toBeUndefined();
    const left = (await log()).filter((entry) => entry.includes(mark) || entry.includes('quaxolotl'));
    expect(left.map((entry) => entry.replace(/ {.*/, ''))).toEqual([
      'provisioned account Quaxolotl-User',
      'provisioned folder /Quaxolotl-User/Quaxolotl-Folder',
      'provisioned folder access key Quaxolotl-Key',
      expect.stringMatching(/^provisioned quota /),
      expect.stringMatching(/^provisioned quota /),
      expect.stringMatching(/^provisioned retention /),
      'file.published folder-key:Quaxolotl-Key/Quaxolotl-of-the-new-one',
    ]);
    // Now the name is that of the account.
    expect(await eraseAccount(context(), 'quaxolotl-user', { dryRun: false })).toMatchObject({ removed: { files: 1 } });
    expect(await marked()).toEqual([]);
    await expect(eraseAccount(context(), 'quaxolotl-user', { dryRun: false })).rejects.toMatchObject({
      code: 'unknown-name',
    });
  });

  it('changes nothing of others', async () => {
    await live();
    await send('folder-anna-in', `of anna.txt`, 'x');
    const before = (await log()).filter((entry) => !entry.toLowerCase().includes('quaxolotl'));
    await eraseAccount(context(), 'quaxolotl-user', { dryRun: false });
    const after = await log();
    expect(before.filter((entry) => !after.includes(entry))).toEqual([]);
  });

  it('is only counted in a dry run', async () => {
    await live();
    const before = await log();
    const { auditEntries } = await eraseAccount(context(), 'quaxolotl-user', { dryRun: true });
    expect(auditEntries).toBeGreaterThan(10);
    expect(await log()).toEqual(before);
    expect(await hasErasure(harness.service.state.db)).toBe(false);
  });

  it('is finished later when the database cannot be written anew', async () => {
    await live();
    const rewrite = async () => Promise.reject(new Error('killed'));
    await expect(eraseAccount({ ...context(), rewrite }, 'quaxolotl-user', { dryRun: false })).rejects.toThrow(
      'killed',
    );
    expect(await marked()).not.toEqual([]);
    expect(await finishErasure(context())).toBe(true);
    expect(await marked()).toEqual([]);
    expect(await finishErasure(context())).toBe(false);
  });
});
