import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { listFiles } from '../operator/entry-tree.ts';
import { createFolderKey } from '../operator/manage-keys.ts';
import { setLock } from '../operator/manage-locks.ts';
import { clearPolicyOf, listPoliciesOf, setPolicyOf } from '../operator/manage-policies.ts';
import { findFolder, findRoot, insertFolder } from '../storage/folder-entries.ts';
import { expireFiles } from './expire-files.ts';

const day = 24 * 3600_000;

describe('retention', () => {
  let harness: Harness;
  const keys: Record<string, string> = { in: 'folder-anna-in' };
  beforeEach(async () => {
    harness = await startHarness();
    const { state } = harness.service;
    const root = await findRoot(state.db, { userNameFolded: 'anna' });
    const inbox = root && (await findFolder(state.db, root, ['in']));
    if (inbox === undefined) throw new RangeError('There is no folder /anna/in.');
    await insertFolder(state.db, inbox, 'deep', 0);
    keys.deep = await createFolderKey(state, { name: 'deep', folder: '/anna/in/deep' });
  });
  afterEach(() => harness.close());

  const send = async (folder: 'in' | 'deep', FileName: string) => {
    const bytes = { ChunkData: new Blob(['x']), BytesRead: 1, Offset: 0n, isLastChunk: true };
    const fields = { APIKey: 'key-for-all', FolderAccessKey: keys[folder] ?? '', FileName };
    expect((await harness.client.AppendChunkWithFolderAccessKey({ ...fields, ...bytes })).ErrorMessage).toBe('');
  };
  const names = async () => {
    const found: string[] = [];
    for await (const { kind, path } of listFiles(harness.service.state.db, { path: '/anna', recursive: true })) {
      if (kind === 'file') found.push(path.slice('/Anna/'.length));
    }
    return found;
  };
  const keep = (subject: string, days: number) =>
    setPolicyOf(harness.service.state, 'retention', subject, BigInt(days * day));

  it('sweep: removes files that were published longer ago, in folders below too, with their bytes', async () => {
    await keep('folder:/anna/in', 30);
    await send('in', 'old');
    await send('deep', 'old');
    harness.pass(20 * day);
    await send('in', 'young');
    await send('in', 'old');
    harness.pass(11 * day);
    expect((await harness.service.sweep()).expiredFiles).toBe(1);
    expect(await names()).toEqual(['in/old', 'in/young']);
    harness.pass(30 * day);
    expect((await harness.service.sweep()).expiredFiles).toBe(2);
    const files = await readdir(join(harness.folder, 'files'), { recursive: true });
    expect(files.filter((name) => name.includes('.'))).toEqual([]);
    const { db } = harness.service.state;
    const entries = await db.selectFrom('audit_log').selectAll().where('action', '=', 'file.expired').execute();
    expect(entries.map(({ actor }) => actor)).toEqual(['sweep', 'sweep', 'sweep']);
    // Files of one sweep come in the order of their ids, which are random.
    expect(entries.map(({ details }) => JSON.parse(details).name).sort()).toEqual(['old', 'old', 'young']);
  });

  it('sweep: the retention of a folder replaces that of its parents and its tenant; forever keeps its files', async () => {
    await keep('tenant:1001', 10);
    await keep('folder:/anna/in/deep', 0);
    await send('in', 'a');
    await send('deep', 'b');
    harness.pass(11 * day);
    await harness.service.sweep();
    expect(await names()).toEqual(['in/deep/b']);
    expect(await listPoliciesOf(harness.service.state, 'retention')).toEqual([
      { subject: 'folder:/Anna/in/deep', value: 0n, used: null },
      { subject: 'tenant:1001', value: BigInt(10 * day), used: null },
    ]);
    expect(await clearPolicyOf(harness.service.state, 'retention', 'folder:/anna/in/deep')).toBe(true);
    await harness.service.sweep();
    expect(await names()).toEqual([]);
  });

  it('sweep: a file of an older version counts from the sweep that computes its SHA-256', async () => {
    await keep('folder:/anna/in', 10);
    await send('in', 'a');
    await harness.service.state.db.updateTable('entries').set({ described_content: null, published_at: 1 }).execute();
    harness.pass(20 * day);
    await harness.service.sweep();
    expect(await names()).toEqual(['in/a']);
    harness.pass(11 * day);
    await harness.service.sweep();
    expect(await names()).toEqual([]);
  });

  it('sweep: locked files stay, and are found without a query for each', async () => {
    await keep('folder:/anna/in', 10);
    for (const name of 'abcdef') await send('deep', name);
    await send('in', 'a');
    const { state, store } = harness.service;
    await setLock(state, '/anna/in/deep', { keep: 90 * day });
    harness.pass(11 * day);
    let queries = 0;
    const counted = state.db.withPlugin({
      transformQuery({ node }) {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    expect(await expireFiles({ db: counted, store, now: harness.now })).toBe(1);
    expect(await names()).toEqual([...'abcdef'].map((name) => `in/deep/${name}`));
    expect(queries).toBeLessThan(12);
  });

  it('auditDays: the sweep removes older entries of the audit log, and notes it', async () => {
    const short = await startHarness({ data: harness.folder, auditTime: 10 * day });
    try {
      short.pass(11 * day);
      await short.service.sweep();
      const log = await short.service.state.db.selectFrom('audit_log').selectAll().execute();
      expect(log.map(({ action }) => action)).toEqual(['audit.trimmed']);
    } finally {
      await short.service.close();
    }
  });
});
