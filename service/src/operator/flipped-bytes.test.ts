import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transportTo, uploaderFor } from '../../../test/support/service/fake-service.ts';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { loadSettings } from '../config/load-settings.ts';
import { dataFolderAt } from '../storage/content/data-folder.ts';
import { makeBackup } from './backup.ts';
import { examine } from './doctor/doctor.ts';
import { exportFiles } from './export-files.ts';
import { getFile } from './read-file.ts';

/** Flips one bit of a file below an offset; returns how to flip it back. */
async function flip(path: string, below: number): Promise<() => Promise<void>> {
  const [at, bit] = [randomInt(below), 1 << randomInt(8)];
  const invert = async (): Promise<void> => {
    const file = await open(path, 'r+');
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    await file.write(Buffer.of((byte[0] ?? 0) ^ bit), 0, 1, at);
    await file.close();
  };
  await invert();
  return invert;
}

describe('a flipped byte', () => {
  let harness: Harness;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-flip-'));
    harness = await startHarness();
    const { uploader } = uploaderFor(transportTo(harness), { chunkSize: 1000 });
    for (const size of [1, 999, 5000, 70_000]) {
      await uploader.upload(new Uint8Array(randomBytes(size)), { name: `file of ${size}` });
    }
    for (const size of [1, 4000]) await beginUpload(`pending of ${size}`, size);
  });
  afterEach(async () => {
    await harness.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** An upload of two chunks that is not finished. */
  const beginUpload = async (FileName: string, size: number): Promise<void> => {
    const fields = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in', FileName, isLastChunk: false };
    const chunk = { ChunkData: new Blob([randomBytes(size)]), BytesRead: size };
    const { UploadToken } = await harness.client.AppendChunkWithFolderAccessKey({ ...fields, ...chunk, Offset: 0n });
    const next = { ...fields, ...chunk, Offset: BigInt(size), UploadToken };
    expect((await harness.client.AppendChunkWithFolderAccessKey(next)).ErrorMessage).toBe('');
  };
  /** Each stored file of a data folder: its path, how it is named in findings, and its bytes. */
  const storedFiles = async (data: string) => {
    const { db } = harness.service.state;
    const files = await db
      .selectFrom('entries')
      .select(['name', 'content', 'size'])
      .where('kind', '=', 'file')
      .execute();
    const uploads = await db.selectFrom('uploads').selectAll().where('finished_at', 'is', null).execute();
    return [
      ...files.map(({ name, content, size }) => ({
        path: join(data, 'files', content?.slice(0, 2) ?? '', content ?? ''),
        called: `/Anna/in/${name}: `,
        size: Number(size),
      })),
      ...uploads.map(({ id, file_name, held }) => ({
        path: join(data, 'spool', `${id}.1`),
        called: `The upload of ${file_name} that is not finished: `,
        size: Number(held),
      })),
    ];
  };
  const damaged = async (data: string): Promise<readonly string[]> => {
    const settings = loadSettings({ environment: {}, flags: { data } });
    const { findings } = await examine({ settings, serviceKeys: undefined, deep: true, online: false });
    return findings.filter(({ code }) => code !== 'little-space').map(({ code, message }) => `${code} ${message}`);
  };
  const backup = (target: string) =>
    makeBackup(harness.service.state, { folder: dataFolderAt(harness.folder), target, copy: true });

  it('in a published file, a pending upload or a backup is found and named by doctor, 200 of 200', async () => {
    await backup(join(folder, 'backup'));
    const places = [...(await storedFiles(harness.folder)), ...(await storedFiles(join(folder, 'backup')))];
    expect(places.length).toBe(12);
    let found = 0;
    for (let round = 0; round < 200; round += 1) {
      const place = places[randomInt(places.length)];
      if (place === undefined) throw new RangeError('There is no such file.');
      const { path, called, size } = place;
      const back = await flip(path, size);
      const data = path.startsWith(folder) ? join(folder, 'backup') : harness.folder;
      const [finding = '', ...others] = await damaged(data);
      if (finding.startsWith(`content-changed ${called}${path} has changed`) && others.length === 0) found += 1;
      await back();
    }
    expect(found).toBe(200);
    expect([await damaged(harness.folder), await damaged(join(folder, 'backup'))]).toEqual([[], []]);
  });

  it('in the database or the key of a backup is found and named, 20 of 20', async () => {
    const target = join(folder, 'backup');
    await backup(target);
    let found = 0;
    for (let round = 0; round < 20; round += 1) {
      const path = join(target, round < 15 ? 'database.sqlite' : 'service.key');
      const back = await flip(path, (await stat(path)).size);
      const [finding = ''] = await damaged(target);
      if (finding.startsWith(`backup-changed ${path} has changed`)) found += 1;
      await back();
    }
    expect(found).toBe(20);
    expect(await damaged(target)).toEqual([]);
    // A backup that is used is a data folder like any other.
    const used = await startHarness({ data: target });
    await used.service.close();
    expect(await damaged(target)).toEqual([]);
  });

  it('is found by backup, linked or copied, which then makes none', async () => {
    for (const { path, size } of await storedFiles(harness.folder)) {
      const back = await flip(path, size);
      for (const copy of [false, true]) {
        const target = join(folder, 'none');
        const made = makeBackup(harness.service.state, { folder: dataFolderAt(harness.folder), target, copy });
        await expect(made).rejects.toMatchObject({ code: 'lost', message: expect.stringContaining(path) });
      }
      await back();
    }
    expect(await readdir(folder)).toEqual([]);
    expect((await backup(join(folder, 'whole'))).files).toBe(4);
  });

  it('is found by export and get, which then write no file', async () => {
    const { store, state } = harness.service;
    const stored = { store, db: state.db };
    const [{ path, called, size }] = (await storedFiles(harness.folder)).filter((file) => file.size === 5000) as [
      { path: string; called: string; size: number },
    ];
    const back = await flip(path, size);
    const wanted = called.slice(0, -2);
    const exported = exportFiles(stored, { path: wanted, target: join(folder, 'out'), force: false });
    const lost = { code: 'lost', message: expect.stringContaining(`${wanted} has changed on the disk`) };
    await expect(exported.next()).rejects.toMatchObject(lost);
    const output = join(folder, 'one');
    await expect(getFile(stored, wanted, { output, force: false })).rejects.toMatchObject(lost);
    expect(await readdir(folder, { recursive: true })).toEqual(['out']);
    await back();
    await getFile(stored, wanted, { output, force: false });
  });
});
