import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileOf, type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { loadSettings } from '../config/load-settings.ts';
import { dataFolderAt } from '../storage/content/data-folder.ts';
import { makeBackup } from './backup.ts';
import { collectContent } from './backup-content.ts';
import { examine } from './doctor/doctor.ts';

describe('backup', () => {
  let harness: Harness;
  let folder: string;
  let restored: Harness | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-backup-'));
    harness = await startHarness();
  });
  afterEach(async () => {
    await restored?.close();
    restored = undefined;
    await harness.close();
    await rm(folder, { recursive: true, force: true });
  });

  const send = async (to: Harness, FileName: string, text: string, { UploadToken = '', last = true } = {}) => {
    const bytes = { ChunkData: new Blob([text]), BytesRead: Buffer.byteLength(text) };
    const at = { Offset: UploadToken === '' ? 0n : 4n, isLastChunk: last, UploadToken };
    const keys = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in' };
    const response = await to.client.AppendChunkWithFolderAccessKey({ ...keys, FileName, ...bytes, ...at });
    expect(response.ErrorMessage).toBe('');
    return response.UploadToken ?? '';
  };
  const backup = (target: string, copy = false) =>
    makeBackup(harness.service.state, { folder: dataFolderAt(harness.folder), target, copy });
  const findings = async (data: string) => {
    const settings = loadSettings({ environment: {}, flags: { data } });
    return (await examine({ settings, serviceKeys: undefined, deep: true, online: false })).findings.map(
      ({ code }) => code,
    );
  };
  const restore = async (data: string): Promise<Harness> => {
    restored = await startHarness({ data, yaml: 'tenants: []' });
    return restored;
  };

  it('is a data folder: files, keys and uploads that continue; doctor finds nothing', async () => {
    await send(harness, 'a.txt', 'first');
    const UploadToken = await send(harness, 'b.txt', 'four', { last: false });
    const target = join(folder, 'deep', 'backup');
    expect(await backup(target)).toEqual({ path: target, files: 1, bytes: 5n, linked: 1, uploads: 1, holdsKey: true });
    expect(await readdir(join(folder, 'deep'))).toEqual(['backup']);
    expect((await stat(join(target, 'service.key'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(target, 'database.sqlite'))).mode & 0o777).toBe(0o600);
    expect((await stat(target)).mode & 0o777).toBe(0o700);
    expect((await findings(target)).filter((code) => code !== 'little-space')).toEqual([]);
    // What happens later is not in it, and does not reach into it.
    await send(harness, 'a.txt', 'second');
    await send(harness, 'b.txt', 'later', { UploadToken });
    const again = await restore(target);
    expect((await fileOf(again, 'folder-anna-in', 'a.txt'))?.bytes.toString()).toBe('first');
    expect(await fileOf(again, 'folder-anna-in', 'b.txt')).toBeUndefined();
    await send(again, 'b.txt', '+end', { UploadToken });
    expect((await fileOf(again, 'folder-anna-in', 'b.txt'))?.bytes.toString()).toBe('four+end');
    expect((await fileOf(harness, 'folder-anna-in', 'a.txt'))?.bytes.toString()).toBe('second');
  });

  it('copies instead of linking if configured', async () => {
    await send(harness, 'a.txt', 'first');
    const target = join(folder, 'copied');
    expect(await backup(target, true)).toMatchObject({ files: 1, linked: 0 });
    const [part = ''] = (await readdir(join(target, 'files'), { recursive: true })).filter((name) =>
      name.includes('.'),
    );
    expect((await stat(join(target, 'files', part))).nlink).toBe(1);
    expect(await readFile(join(target, 'files', part), 'utf8')).toBe('first');
  });

  it('is consistent while others replace files all the time', async () => {
    await send(harness, '0.txt', 'content');
    let stop = false;
    let count = 0;
    const replacing = (async () => {
      for (; !stop; count += 1) await send(harness, `${count % 5}.txt`, `content ${count}`);
    })();
    for (const name of ['one', 'two', 'three']) {
      const before = count;
      await expect.poll(() => count, { interval: 5 }).toBeGreaterThan(before);
      const target = join(folder, name);
      const { files } = await backup(target);
      expect(files).toBeGreaterThan(0);
      expect((await findings(target)).filter((code) => code !== 'little-space')).toEqual([]);
    }
    stop = true;
    await replacing;
  });

  it('checks again when content was removed between the copy of the database and its own, and removes content that is no longer needed', async () => {
    await send(harness, 'a.txt', 'first');
    const from = dataFolderAt(harness.folder);
    const to = dataFolderAt(join(folder, 'by-hand'));
    for (const path of [to.path, to.files, to.spool]) await mkdir(path);
    const { db } = harness.service.state;
    await sql`VACUUM INTO ${to.database}`.execute(db);
    const { content } = await db
      .selectFrom('entries')
      .select('content')
      .where('name', '=', 'a.txt')
      .executeTakeFirstOrThrow();
    const part = content ?? '';
    const path = join(from.files, part.slice(0, 2), part);
    const bytes = await readFile(path);
    await rm(path);
    expect(await collectContent(from, to, { copy: false, keys: harness.service.state.dataKeys })).toBeUndefined();
    await writeFile(path, bytes);
    await mkdir(join(to.files, 'ff'));
    await writeFile(join(to.files, 'ff', 'of-an-earlier-round.1'), '');
    expect(await collectContent(from, to, { copy: false, keys: harness.service.state.dataKeys })).toMatchObject({
      files: 1,
      linked: 1,
    });
    expect(await readdir(join(to.files, 'ff'))).toEqual([]);
  });

  it('fails when content is lost, leaves nothing then, and never replaces anything', async () => {
    await send(harness, 'a.txt', 'first');
    const log = () =>
      harness.service.state.db.selectFrom('audit_log').selectAll().where('action', '=', 'backup.made').execute();
    await mkdir(join(folder, 'there'));
    await expect(backup(join(folder, 'there'))).rejects.toMatchObject({ code: 'already-there' });
    await expect(backup(join(harness.folder, 'inside'))).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(backup(harness.folder)).rejects.toMatchObject({ code: 'invalid-argument' });
    const files = join(harness.folder, 'files');
    const [part = ''] = (await readdir(files, { recursive: true })).filter((name) => name.includes('.'));
    await truncate(join(files, part), 2);
    await expect(backup(join(folder, 'new'))).rejects.toMatchObject({ code: 'lost' });
    await rm(join(files, part));
    await expect(backup(join(folder, 'new'))).rejects.toMatchObject({ code: 'lost' });
    expect(await readdir(folder)).toEqual(['there']);
    expect(await log()).toEqual([]);
  });

  it('is in the audit log, and others may write again afterwards', async () => {
    await backup(join(folder, 'one'));
    const { db } = harness.service.state;
    const rows = await db.selectFrom('audit_log').selectAll().where('action', '=', 'backup.made').execute();
    expect(rows).toMatchObject([{ actor: 'operator', subject: `backup:${join(folder, 'one')}` }]);
    await send(harness, 'a.txt', 'after');
  });
});
