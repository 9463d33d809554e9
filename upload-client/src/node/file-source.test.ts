import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, rename, rm, stat, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transportTo, unreliable, uploaderFor } from '../../../test/support/service/fake-service.ts';
import { fileOf, type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { fileSource } from '../node.ts';

const folder = 'folder-anna-in';

describe('files on disk', () => {
  let harness: Harness;
  let disk: string;
  beforeAll(async () => {
    harness = await startHarness();
    disk = await mkdtemp(join(tmpdir(), 'rfs-source-'));
  });
  afterAll(async () => {
    await harness.close();
    await rm(disk, { recursive: true, force: true });
  });

  const content = randomBytes(55);
  const fileNamed = async (name: string): Promise<string> => {
    const path = join(disk, name);
    await writeFile(path, content);
    return path;
  };
  /** Uploads a file, and does something before a chunk goes out. */
  const uploadWith = async (path: string, before: (request: number) => Promise<void>) => {
    let request = 0;
    const inner = transportTo(harness);
    const { uploader } = uploaderFor({
      async send(message) {
        request += 1;
        await before(request);
        return await inner.send(message);
      },
    });
    return await uploader.upload(fileSource(path)).catch((error: unknown) => error);
  };

  it('AppendChunk: name and times are the file’s, to 100 ns', async () => {
    const path = await fileNamed('times.bin');
    execFileSync('touch', ['-d', '2020-02-03 04:05:06.123456789 UTC', path]);
    const { birthtimeNs } = await stat(path, { bigint: true });
    const { uploader } = uploaderFor(transportTo(harness));
    const { name, lastWriteTimeUtc, creationTimeUtc } = await uploader.upload(fileSource(path));
    expect([name, String(lastWriteTimeUtc)]).toEqual(['times.bin', '2020-02-03T04:05:06.1234567Z']);
    if (birthtimeNs !== 0n) expect(creationTimeUtc?.epochNanoseconds).toBe((birthtimeNs / 100n) * 100n);
    expect((await fileOf(harness, folder, 'times.bin'))?.bytes).toEqual(content);
    // Before 1970 finer digits are cut towards the past too.
    execFileSync('touch', ['-d', '1969-12-31 23:59:58.123456789 UTC', path]);
    expect(String((await uploader.upload(fileSource(path))).lastWriteTimeUtc)).toBe('1969-12-31T23:59:58.1234567Z');
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ['grows', (path) => appendFile(path, 'more')],
    ['shrinks', (path) => truncate(path, 25)],
    ['is emptied', (path) => truncate(path, 0)],
    ['is written to', (path) => writeFile(path, randomBytes(55))],
  ])('a file that %s while it is uploaded is an error, and no file is published', async (what, change) => {
    for (const at of [1, 3, 5]) {
      const path = await fileNamed(`${what} ${at}`);
      await utimes(path, 1000, 1000);
      const error = await uploadWith(path, async (request) => {
        if (request === at) await change(path);
      });
      expect(error).toMatchObject({ name: 'UploadError', code: 'source-changed' });
      expect(await fileOf(harness, folder, `${what} ${at}`)).toBeUndefined();
    }
  });

  it('a file that is replaced or removed during the upload is sent in its original state', async () => {
    const other = await fileNamed('other');
    for (const change of [unlink, (path: string) => rename(other, path)]) {
      const path = await fileNamed('replaced');
      await uploadWith(path, async (request) => {
        if (request === 2) await change(path);
      });
      expect((await fileOf(harness, folder, 'replaced'))?.bytes).toEqual(content);
    }
  });

  it('an unreadable file is reported with its path', async () => {
    const { uploader } = uploaderFor(transportTo(harness));
    const inside = join(disk, 'folder');
    await mkdir(inside);
    for (const path of [join(disk, 'none'), inside, join(await fileNamed('plain'), 'below')]) {
      await expect(uploader.upload(fileSource(path))).rejects.toMatchObject({
        code: 'source-failed',
        message: expect.stringContaining(path),
      });
    }
  });

  it('a file with size 0 that is not empty publishes no file', async () => {
    if (process.platform !== 'linux') return;
    const { uploader } = uploaderFor(transportTo(harness));
    await expect(uploader.upload(fileSource('/proc/self/status'))).rejects.toMatchObject({ code: 'source-changed' });
  });

  it('a pipe is read once, as a stream, and one without a writer can be cancelled', async () => {
    if (process.platform === 'win32') return;
    const path = join(disk, 'pipe');
    execFileSync('mkfifo', [path]);
    let requests = 0;
    const { uploader } = uploaderFor(
      unreliable(transportTo(harness), () => {
        requests += 1;
        return requests % 2 === 0 ? 'lost-response' : 'none';
      }),
    );
    const [, result] = await Promise.all([writeFile(path, content), uploader.upload(fileSource(path))]);
    expect(result).toMatchObject({ name: 'pipe', bytes: 55 });
    expect((await fileOf(harness, folder, 'pipe'))?.bytes).toEqual(content);
    const left = uploader.upload(fileSource(path), { signal: AbortSignal.timeout(200) });
    await expect(left).rejects.toMatchObject({ code: 'aborted' });
    // The thread that waits in opening it is let go.
    await writeFile(path, '');
  });
});
