import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileOf, type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type Child, runUpload, startServer } from '../../../test/support/service/service-process.ts';
import { type SlowProxy, slowProxy, until } from '../../../test/support/service/slow-proxy.ts';

const count = 8;

describe('remote-file-upload, interrupted in a batch', () => {
  let harness: Harness;
  let data: string;
  let server: Child & { readonly url: string };
  let slow: SlowProxy;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'rfs-batch-'));
    harness = await startHarness({ data });
    server = await startServer(data);
    slow = await slowProxy(server.url, 60);
  });
  afterAll(async () => {
    slow.close();
    server.process.kill('SIGKILL');
    await server.exited;
    await harness.close();
    await rm(data, { recursive: true, force: true });
  });

  let disk: string;
  let paths: string[];
  let contents: Buffer[];
  beforeEach(async () => {
    slow.respond(undefined);
    disk = await mkdtemp(join(tmpdir(), 'rfs-batch-files-'));
    contents = Array.from({ length: count }, () => randomBytes(1000));
    paths = contents.map((_, i) => join(disk, `batch ${i}`));
    for (const [i, path] of paths.entries()) await writeFile(path, contents[i] ?? '');
  });
  afterEach(() => rm(disk, { recursive: true, force: true }));

  const start = (args: readonly string[] = []): Child =>
    runUpload(['--url', slow.url, '--parallel', '2', '--journal', join(disk, 'journal'), ...args, ...paths], {
      RFS_API_KEY: 'key-for-all',
      RFS_FOLDER_KEY: 'folder-anna-in',
    });
  const run = async (args?: readonly string[]) => {
    const child = start(args);
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
  const arrived = async (name: string) => (await fileOf(harness, 'folder-anna-in', name))?.bytes;
  /** Starts the command, and sends a signal when three files are published. */
  const interrupt = async (signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL') => {
    const child = start();
    await until(() => linesOf(child.stdout()).length >= 3);
    child.process.kill(signal);
    const code = await child.exited;
    return { code, stderr: child.stderr(), published: linesOf(child.stdout()).length };
  };

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('names at %s the published files and how to go on, and then goes on', async (signal, code) => {
    const stopped = await interrupt(signal);
    expect(stopped.code).toBe(code);
    expect(stopped.stderr).toBe(
      `Stopped: ${stopped.published} of 8 files are published. Run the same command again to go on.\n`,
    );
    const { code: after, stdout, stderr } = await run();
    expect([after, linesOf(stdout).length]).toEqual([0, 8 - stopped.published]);
    expect(stderr).toMatch(
      /^Skipped \d of 8 files \(\d\.\d KiB\): an unfinished run has published them\. --again .*\n$/,
    );
    for (const [i, content] of contents.entries()) expect(await arrived(`batch ${i}`)).toEqual(content);
    expect(await readdir(join(disk, 'journal'))).toEqual([]);
  });

  it('goes on after a kill: skips published files, but not those that changed since', async () => {
    await interrupt('SIGKILL');
    const changed = randomBytes(1000);
    await writeFile(paths[0] ?? '', changed);
    const { code, stdout } = await run(['--json']);
    const results = linesOf(stdout).map((line) => JSON.parse(line) as { name: string; skipped?: boolean });
    expect(code).toBe(0);
    expect(results.map(({ name }) => name).sort()).toEqual(contents.map((_, i) => `batch ${i}`));
    expect(results.filter(({ skipped }) => skipped).length).toBeGreaterThanOrEqual(2);
    expect(results.find(({ name }) => name === 'batch 0')).not.toHaveProperty('skipped');
    expect(await arrived('batch 0')).toEqual(changed);
  });

  it('sends everything with --again, and when the run before was finished', async () => {
    await interrupt('SIGKILL');
    for (const args of [['--again'], []]) {
      const { stdout, stderr } = await run(args);
      expect([linesOf(stdout).length, stderr]).toEqual([8, '']);
    }
  });

  it('ends when an outage lasts longer than --patience, names what failed, and goes on later', async () => {
    const child = start(['--patience', '1s']);
    await until(() => linesOf(child.stdout()).length >= 3);
    slow.respond({ status: 503 });
    expect(await child.exited).toBe(3);
    const published = linesOf(child.stdout()).length;
    const failed = child.stderr().match(/^ {2}batch \d: server-failed$/gm)?.length ?? 0;
    expect([1, 2]).toContain(failed);
    expect(child.stderr()).toContain(': HTTP 503, service unavailable. Trying again in ');
    expect(child.stderr()).toContain(
      `${published} of 8 files are published, ${8 - published - failed} not started, ${failed} failed:\n`,
    );
    expect(child.stderr()).toMatch(/\nRun the same command again to go on\.\n$/);
    slow.respond(undefined);
    const { code, stdout } = await run();
    expect([code, linesOf(stdout).length]).toEqual([0, 8 - published]);
  });

  it('waits as long as Retry-After says, which --progress json shows', async () => {
    slow.respond({ status: 503, headers: { 'Retry-After': '3' } });
    const child = start(['--progress', 'json']);
    await until(() => child.stderr().includes('"waiting":[{'));
    slow.respond(undefined);
    expect(await child.exited).toBe(0);
    const lines = linesOf(child.stderr()).filter((line) => line.startsWith('{'));
    const { progress } = JSON.parse(lines.find((line) => line.includes('"waiting":[{')) ?? '') as { progress: unknown };
    expect(progress).toEqual({
      files: 8,
      published: 0,
      skipped: 0,
      failed: 0,
      bytes: 0,
      size: 8000,
      bytesPerSecond: 0,
      secondsLeft: null,
      waiting: expect.arrayContaining([
        {
          name: expect.stringMatching(/^batch [01]$/),
          on: 'service',
          seconds: expect.any(Number),
          reason: 'HTTP 503, service unavailable',
          nextAttemptSeconds: expect.any(Number),
        },
      ]),
    });
  });
});
