import { existsSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DateTime } from '@soapwright/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { entryJson, entryLine, findPath, listFiles } from './entry-tree.ts';
import { exportFiles } from './export-files.ts';
import { getFile } from './read-file.ts';
import { safeName, UniqueNames } from './write-file.ts';

const written = '2001-02-03T04:05:06.789Z';

describe('files for operators', () => {
  let harness: Harness;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-files-'));
    harness = await startHarness();
    const send = (FolderAccessKey: string, FileName: string, text: string) =>
      harness.client.AppendChunkWithFolderAccessKey({
        APIKey: 'key-for-all',
        FolderAccessKey,
        FileName,
        ChunkData: new Blob([text]),
        Offset: 0n,
        BytesRead: Buffer.byteLength(text),
        isLastChunk: true,
        LastWriteTimeUtc: DateTime.parse(written),
        CreationTimeUtc: DateTime.parse('2000-01-01T00:00:00.1234567Z'),
      });
    await send('folder-anna-in', 'b.txt', 'of Anna');
    await send('folder-anna-in', 'a.txt', '');
    await send('folder-anna-new', 'Größe: 5?.txt', 'new');
    await send('folder-bob-in', 'b.txt', 'of Bob');
  });
  afterAll(async () => {
    await harness.close();
    await rm(folder, { recursive: true });
  });

  const stored = () => ({ db: harness.service.state.db, store: harness.service.store });
  const list = async (path: string, recursive = false) => {
    const entries = [];
    for await (const entry of listFiles(stored().db, { path, recursive })) entries.push(entry);
    return entries;
  };
  const exported = async (path: string, target: string, options = {}) => {
    const files = [];
    for await (const file of exportFiles(stored(), { path, target, force: false, ...options })) files.push(file);
    return files;
  };

  it('lists accounts, folders and files by path, with bytes and times', async () => {
    expect((await list('/')).map(({ path }) => path)).toEqual(['/Anna', '/bob', '/nobody']);
    expect((await list('/anna/in')).map(({ path }) => path)).toEqual([
      '/Anna/in/a.txt',
      '/Anna/in/b.txt',
      '/Anna/in/new',
    ]);
    expect((await list('/ANNA', true)).map(({ path }) => path)).toEqual([
      '/Anna/in',
      '/Anna/in/a.txt',
      '/Anna/in/b.txt',
      '/Anna/in/new',
      '/Anna/in/new/Größe: 5?.txt',
    ]);
    expect(await list('/', true)).toHaveLength(11);
    const [file] = await list('/anna/in/b.txt');
    expect(file && entryLine(file)).toBe('              7  2001-02-03T04:05:06.789Z      /Anna/in/b.txt\n');
    expect(file && entryJson(file)).toMatchObject({ size: 7n, written, created: '2000-01-01T00:00:00.1234567Z' });
    const [inbox] = await list('/anna');
    expect(inbox && entryLine(inbox)).toMatch(/^ +- {2}- +\/Anna\/in\/\n$/);
    await expect(list('/anna/none')).rejects.toMatchObject({ code: 'no-such-file' });
    await expect(list('anna')).rejects.toMatchObject({ code: 'InvalidPath' });
    await expect(list('/anna/../bob')).rejects.toMatchObject({ code: 'InvalidPath' });
  });

  it('gets one complete file, with its time, and overwrites only with force', async () => {
    const output = join(folder, 'got.txt');
    await getFile(stored(), '/anna/in/b.txt', { output, force: false });
    expect(await readFile(output, 'utf8')).toBe('of Anna');
    expect((await stat(output)).mtime.toISOString()).toBe(written);
    await writeFile(output, 'mine');
    await expect(getFile(stored(), '/bob/in/b.txt', { output, force: false })).rejects.toMatchObject({
      code: 'already-there',
    });
    expect(await readFile(output, 'utf8')).toBe('mine');
    await getFile(stored(), '/bob/in/b.txt', { output, force: true });
    expect(await readFile(output, 'utf8')).toBe('of Bob');
    expect(await readdir(folder)).toEqual(['got.txt']);
    const pieces: Uint8Array[] = [];
    await getFile(stored(), '/anna/in/b.txt', { write: async (piece) => void pieces.push(piece) });
    expect(Buffer.concat(pieces).toString()).toBe('of Anna');
    await expect(getFile(stored(), '/anna/in', { output, force: true })).rejects.toThrow('is a folder');
    await rm(output);
  });

  it('replaces only files, even with force: no link, device or pipe', async () => {
    const outside = join(folder, 'outside.txt');
    const target = join(folder, 'special');
    const output = join(target, 'b.txt');
    await mkdir(target);
    await writeFile(outside, 'mine');
    await symlink(outside, output);
    await expect(getFile(stored(), '/anna/in/b.txt', { output, force: true })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
    await expect(exported('/anna/in/b.txt', target, { force: true })).rejects.toMatchObject({ code: 'already-there' });
    expect((await lstat(output)).isSymbolicLink()).toBe(true);
    expect(await readFile(outside, 'utf8')).toBe('mine');
    await Promise.all([target, outside].map((path) => rm(path, { recursive: true })));
  });

  it('streams the current content if the file was replaced before its first byte', async () => {
    const { db, store } = stored();
    const [file, other] = await Promise.all([findPath(db, '/bob/in/b.txt'), findPath(db, '/anna/in/b.txt')]);
    const name = async (content: string | null | undefined, size: bigint | null | undefined) =>
      await db
        .updateTable('entries')
        .set({ content, size })
        .where('id', '=', file?.id ?? '')
        .execute();
    const replaced = async function* (): AsyncGenerator<Uint8Array> {
      await name('the new content', other?.size);
      yield* store.read(`${'0'.repeat(32)}.1`);
    };
    const read = (part: string) => (part === file?.content ? replaced() : store.read(other?.content ?? ''));
    const pieces: Uint8Array[] = [];
    const write = async (piece: Uint8Array) => void pieces.push(piece);
    await getFile({ db, store: Object.create(store, { read: { value: read } }) }, '/bob/in/b.txt', { write });
    expect(Buffer.concat(pieces).toString()).toBe('of Anna');
    await name(file?.content, file?.size);
  });

  it.runIf(process.platform === 'linux')('reports a folder that cannot be created, as in /proc', async () => {
    await expect(exported('/anna', '/proc/none/below')).rejects.toMatchObject({ name: 'StorageError' });
  });

  it('gives exported files and folders the rights of the folder that they are in', async () => {
    const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    const fresh = join(folder, 'fresh');
    await exported('/', fresh);
    expect([await mode(fresh), await mode(join(fresh, 'Anna')), await mode(join(fresh, 'bob', 'in', 'b.txt'))]).toEqual(
      ['700', '700', '600'],
    );
    const shared = join(folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o750);
    await exported('/bob', shared);
    expect([await mode(join(shared, 'in')), await mode(join(shared, 'in', 'b.txt'))]).toEqual(['750', '640']);
  });

  it('exports all files, a folder, or a file, with times', async () => {
    const all = join(folder, 'all');
    expect(await exported('/', all)).toHaveLength(4);
    expect((await readdir(all, { recursive: true })).sort()).toEqual(
      [
        'Anna',
        'Anna/in',
        'Anna/in/a.txt',
        'Anna/in/b.txt',
        'Anna/in/new',
        'Anna/in/new/Größe: 5?.txt',
        'bob',
        'bob/in',
        'bob/in/b.txt',
        'nobody',
        'nobody/in',
      ].sort(),
    );
    expect((await stat(join(all, 'Anna/in/b.txt'))).mtime.toISOString()).toBe(written);
    const part = join(folder, 'part');
    expect(await exported('/anna/in/new', part)).toEqual([
      { path: '/Anna/in/new/Größe: 5?.txt', file: join(part, 'Größe: 5?.txt'), size: 3n, renamed: false },
    ]);
    expect(await exported('/bob/in/b.txt', part)).toMatchObject([{ file: join(part, 'b.txt'), size: 6n }]);
    await expect(exported('/bob/none', part)).rejects.toMatchObject({ code: 'no-such-file' });
  });

  it('exports nothing if one file would be overwritten, unless forced; follows no link out', async () => {
    const target = join(folder, 'taken');
    await mkdir(join(target, 'in'), { recursive: true });
    await writeFile(join(target, 'in', 'b.txt'), 'mine');
    await expect(exported('/anna', target)).rejects.toMatchObject({ code: 'already-there' });
    expect((await readdir(target, { recursive: true })).sort()).toEqual(['in', 'in/b.txt']);
    await exported('/anna', target, { force: true });
    expect(await readFile(join(target, 'in', 'b.txt'), 'utf8')).toBe('of Anna');
    const [linked, outside] = [join(folder, 'linked'), join(folder, 'outside')];
    await mkdir(linked);
    await mkdir(outside);
    await symlink(outside, join(linked, 'in'));
    await expect(exported('/anna', linked, { force: true })).rejects.toMatchObject({ code: 'already-there' });
    expect(await readdir(outside)).toEqual([]);
  });

  it('gives files distinct names that the file system accepts', async () => {
    const windows = (name: string) => safeName(name, 'win32');
    expect(['a:b?', 'CON', 'com1.txt', 'x. ', 'nul', 'console', '50%'].map(windows)).toEqual([
      'a%3Ab%3F',
      '%43ON',
      '%63om1.txt',
      'x.%20',
      '%6Eul',
      'console',
      '50%25',
    ]);
    expect(safeName('a:b?', 'linux')).toBe('a:b?');
    const long = '\u{1F4C4}'.repeat(64);
    expect(Buffer.byteLength(long)).toBe(256);
    expect(Buffer.byteLength(safeName(long, 'linux'))).toBe(252);
    const mac = new UniqueNames('darwin');
    expect(['A', 'a', 'B', 'a'].map((name) => mac.take(name))).toEqual(['A', 'a~2', 'B', 'a~3']);
    const linux = new UniqueNames('linux');
    expect(['A', 'a'].map((name) => linux.take(name))).toEqual(['A', 'a']);
    const target = join(folder, 'windows');
    const files = await exported('/anna/in/new', target, { platform: 'win32' });
    expect(files).toMatchObject([{ renamed: true, file: join(target, 'Größe%3A 5%3F.txt') }]);
  });

  it('never exports missing or cut content as the file', async () => {
    const entry = await findPath(stored().db, '/bob/in/b.txt');
    const content = join(harness.folder, 'files', entry?.content?.slice(0, 2) ?? '', entry?.content ?? '');
    await truncate(content, 2);
    const output = join(folder, 'cut.txt');
    await expect(getFile(stored(), '/bob/in/b.txt', { output, force: false })).rejects.toMatchObject({ code: 'lost' });
    await rm(content);
    await expect(getFile(stored(), '/bob/in/b.txt', { output, force: false })).rejects.toMatchObject({ code: 'lost' });
    expect(existsSync(output)).toBe(false);
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  });
});
