import { createHash } from 'node:crypto';
import {
  appendFile,
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprintOf, PublishedFiles } from './published-files.ts';

const target = { url: 'http://files.example/', folderKey: 'secret-of-the-folder' };
const yesterday = new Date(Date.now() - 24 * 3600_000);

describe('the record of published files', () => {
  let disk: string;
  let journal: string;
  let file: { readonly file: string; readonly name: string };
  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'rfs-published-'));
    journal = join(disk, 'journal');
    file = { file: join(disk, 'a.bin'), name: 'a' };
    await writeFile(file.file, 'content');
    await utimes(file.file, yesterday, yesterday);
  });
  afterEach(() => rm(disk, { recursive: true, force: true }));

  const now = () => {
    const fingerprint = fingerprintOf(file.file);
    if (fingerprint === undefined) throw new Error('No such file.');
    return fingerprint;
  };
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const isKnown = async () => (await (await PublishedFiles.open(journal, target)).find(file, now())) !== undefined;
  const publish = async () => await (await PublishedFiles.open(journal, target)).add(file, now(), sha256('content'));

  it('has a file until its run is finished, for its name, service and folder access key', async () => {
    expect(await isKnown()).toBe(false);
    await publish();
    expect(await isKnown()).toBe(true);
    const record = await PublishedFiles.open(journal, target);
    expect(await record.find({ ...file, name: 'b' }, now())).toBeUndefined();
    for (const other of [{ url: 'http://other.example/' }, { folderKey: 'another' }]) {
      const elsewhere = await PublishedFiles.open(journal, { ...target, ...other });
      expect(await elsewhere.find(file, now())).toBeUndefined();
    }
    await record.finish([file]);
    expect(await isKnown()).toBe(false);
    expect(await readdir(journal)).toEqual([]);
  });

  it('keeps the files of other runs', async () => {
    await publish();
    const record = await PublishedFiles.open(journal, target);
    await record.finish([{ file: join(disk, 'other'), name: 'other' }]);
    expect(await isKnown()).toBe(true);
  });

  it('contains no key, and is readable by its owner only', async () => {
    await publish();
    const [name = ''] = await readdir(journal);
    expect(await readFile(join(journal, name), 'utf8')).not.toContain(target.folderKey);
    if (process.platform !== 'win32') expect((await stat(join(journal, name))).mode & 0o777).toBe(0o600);
  });

  it.each<[string, () => Promise<void>]>([
    ['other bytes', () => writeFile(file.file, 'changed')],
    ['more bytes', () => appendFile(file.file, '!')],
    ['fewer bytes', () => truncate(file.file, 3)],
    ['another time', () => utimes(file.file, new Date(), new Date())],
    [
      'other bytes of the same length and time',
      async () => {
        await writeFile(file.file, 'CONTENT');
        await utimes(file.file, yesterday, yesterday);
      },
    ],
    [
      'another file in its place, of the same length and time',
      async () => {
        await writeFile(`${file.file}.new`, 'CONTENT');
        await utimes(`${file.file}.new`, yesterday, yesterday);
        await rename(`${file.file}.new`, file.file);
      },
    ],
  ])('does not know a file with %s', async (_what, change) => {
    await publish();
    await change();
    expect(await isKnown()).toBe(false);
  });

  it('knows a copy with the same bytes and time', async () => {
    await publish();
    await copyFile(file.file, `${file.file}.new`);
    await utimes(`${file.file}.new`, yesterday, yesterday);
    await rename(`${file.file}.new`, file.file);
    expect(await isKnown()).toBe(true);
  });

  it('compares the bytes of a file that was written just before it was published', async () => {
    await writeFile(file.file, 'content');
    await publish();
    expect(await isKnown()).toBe(true);
    const record = await PublishedFiles.open(journal, target);
    await record.finish([file]);
    await record.add(file, now(), sha256('CONTENT'));
    expect(await isKnown()).toBe(false);
  });

  it('survives a line that was written in part, and lines of something else', async () => {
    await publish();
    const [name = ''] = await readdir(journal);
    await appendFile(join(journal, name), '\n[]\n{"file":1}\n{"file":"/x","na');
    expect(await isKnown()).toBe(true);
  });

  it('forgets files after a week, and removes records of that age', async () => {
    await publish();
    const [name = ''] = await readdir(journal);
    const path = join(journal, name);
    const text = await readFile(path, 'utf8');
    const old = Date.now() - 8 * 24 * 3600_000;
    await writeFile(path, text.replace(/"published":\d+/, `"published":${old}`));
    expect(await isKnown()).toBe(false);
    await utimes(path, new Date(old), new Date(old));
    await PublishedFiles.open(journal, { ...target, folderKey: 'another' });
    expect(await readdir(journal)).toEqual([]);
  });

  it('has no fingerprint of folders, devices and missing files', () => {
    expect([disk, '/dev/null', join(disk, 'none')].map(fingerprintOf)).toEqual([undefined, undefined, undefined]);
  });
});
