import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderKey } from '../../../service/src/operator/manage-keys.ts';
import { setPolicyOf } from '../../../service/src/operator/manage-policies.ts';
import { freePort } from '../../../test/support/free-ports.js';
import { fileOf, type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type Child, runUpload, startServer, uploadBin } from '../../../test/support/service/service-process.ts';
import { slowProxy, until } from '../../../test/support/service/slow-proxy.ts';

/** RFS_UPLOAD_KILLS=200 makes the long loop of it. */
const kills = Number(process.env.RFS_UPLOAD_KILLS ?? 4);

const keys = { RFS_API_KEY: 'key-for-all', RFS_FOLDER_KEY: 'folder-anna-in' };

describe('remote-file-upload', () => {
  let harness: Harness;
  let disk: string;
  let data: string;
  let port: string;
  let quotaKey: string;
  let server: Child & { readonly url: string };
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'rfs-upload-'));
    data = join(disk, 'data');
    harness = await startHarness({ data });
    quotaKey = await createFolderKey(harness.service.state, { name: 'quota', folder: '/anna/in' });
    // Started again there, so not one that the system could give to others.
    port = String(await freePort());
    server = await startServer(data, ['--port', port]);
  });
  afterAll(async () => {
    server.process.kill('SIGKILL');
    await server.exited;
    await harness.close();
    await rm(disk, { recursive: true, force: true });
  });

  const bytesOf = async (name: string): Promise<Buffer | undefined> =>
    (await fileOf(harness, 'folder-anna-in', name))?.bytes;
  const fileWith = async (name: string, content: Uint8Array): Promise<string> => {
    const path = join(disk, name);
    await writeFile(path, content);
    return path;
  };
  const start = (args: readonly string[], env: Record<string, string> = keys): Child =>
    runUpload(['--url', server.url, '--journal', join(disk, 'journal'), ...args], env);
  const run = async (args: readonly string[], env?: Record<string, string>) => {
    const child = start(args, env);
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };

  it('uploads files, and prints only name, bytes and seconds on stdout', async () => {
    const contents = [randomBytes(300_000), randomBytes(0), randomBytes(70_000)];
    const paths = await Promise.all(contents.map((content, i) => fileWith(`cli ${i}.bin`, content)));
    for (const soap of ['1.1', '1.2']) {
      const { code, stdout, stderr } = await run([...paths, '--chunk-size', '64KiB', '--soap', soap]);
      expect([code, stderr]).toEqual([0, '']);
      const lines = stdout.trimEnd().split('\n').sort();
      expect(lines).toEqual([
        expect.stringMatching(/^cli 0\.bin\t300000\t\d+(\.\d+)?$/),
        expect.stringMatching(/^cli 1\.bin\t0\t\d+(\.\d+)?$/),
        expect.stringMatching(/^cli 2\.bin\t70000\t\d+(\.\d+)?$/),
      ]);
    }
    for (const [i, content] of contents.entries()) expect(await bytesOf(`cli ${i}.bin`)).toEqual(content);
  });

  it('reads keys from files and flags too, and completes the path of the address', async () => {
    const path = await fileWith('keys.txt', Buffer.from('hello'));
    const apiKey = await fileWith('api.key', Buffer.from('key-for-all\n'));
    const { origin } = new URL(server.url);
    const args = [
      path,
      '--url',
      origin,
      '--api-key-file',
      apiKey,
      '--folder-key',
      'folder-anna-in',
      '--name',
      'given.txt',
    ];
    const { code, stdout } = await run([...args, '--json'], {});
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ file: path, name: 'given.txt', bytes: 5, resumedAt: 0 });
    expect((await bytesOf('given.txt'))?.toString()).toBe('hello');
  });

  it('- is stdin', async () => {
    const args = [uploadBin, '-', '--name', 'piped', '--url', server.url, '--chunk-size', '100'];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...keys },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => child.on('close', resolve));
    for (const piece of ['a', 'b', 'c']) child.stdin.write(piece.repeat(150));
    child.stdin.end();
    expect(await exited).toBe(0);
    expect((await bytesOf('piped'))?.toString()).toBe('a'.repeat(150) + 'b'.repeat(150) + 'c'.repeat(150));
  });

  it('exits with 1 for files that the service rejects, with its message; the other files are uploaded', async () => {
    const [good, bad] = [await fileWith('good', Buffer.from('x')), await fileWith('new', Buffer.from('x'))];
    const mixed = await run([bad, good, '--json']);
    expect(mixed.code).toBe(1);
    const results = mixed.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string });
    expect(results.find(({ name }) => name === 'new')).toMatchObject({
      error: 'refused',
      requestId: expect.any(String),
    });
    expect(results.find(({ name }) => name === 'good')).toMatchObject({ bytes: 1 });
    expect(mixed.stderr.split('\n')).toEqual([
      expect.stringMatching(/^new: FileName is the name of an existing folder\. \(request [\w-]+\)$/),
      '1 of 2 files are published, 1 failed:',
      '  new: refused',
      'Run the same command again to go on.',
      '',
    ]);
    const wrong = await run([good], { ...keys, RFS_API_KEY: 'a-wrong-key' });
    expect([wrong.code, wrong.stdout]).toEqual([1, '']);
    expect(wrong.stderr).toMatch(/^good: The API key is not valid\. \(request [\w-]+\)\n$/);
    const all = await run([good, bad, '--parallel', '1'], { ...keys, RFS_FOLDER_KEY: 'a-wrong-key' });
    expect(all.code).toBe(1);
    expect(all.stderr.split('\n')).toEqual([
      expect.stringMatching(/^good: The folder access key is not valid\. \(request [\w-]+\)$/),
      '0 of 2 files are published, 1 not started, 1 failed:',
      '  good: access-denied',
      'Run the same command again to go on.',
      '',
    ]);
  });

  it('exits with 1 at once when a quota is reached, says what to do, and keeps nothing of the file', async () => {
    const large = await fileWith('large.bin', randomBytes(300_000));
    await setPolicyOf(harness.service.state, 'quota', 'folder-key:quota', 200_000n);
    const env = { ...keys, RFS_FOLDER_KEY: quotaKey };
    const refused = await run([large, '--chunk-size', '64KiB'], env);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /^large\.bin: The quota of the folder access key is 200000 bytes: 0 are used by other files, and this one has at least 2\d+\. Nothing of it is kept\. Have the operator remove files or raise the quota, then send it from its beginning\. \(request [\w-]+\)\n$/,
    );
    const small = await fileWith('small.bin', randomBytes(150_000));
    const [fits, raised] = [await run([small], env), await run([large, small, '--chunk-size', '64KiB'], env)];
    expect(fits.code).toBe(0);
    expect(raised.code).toBe(1);
    expect(raised.stderr).toMatch(
      /\n1 of 2 files are published, 1 failed:\n {2}large\.bin: quota-exceeded\nOnce the operator has removed files or raised the quota, run the same command again\.\n$/,
    );
    await setPolicyOf(harness.service.state, 'quota', 'folder-key:quota', 1_000_000n);
    expect(await run([large], env)).toMatchObject({ code: 0, stderr: '' });
  });

  it('exits with 2 for invalid arguments, before anything is sent', async () => {
    const file = await fileWith('fine', Buffer.from('x'));
    await mkdir(join(disk, 'sub'));
    const duplicate = await fileWith('sub/fine', Buffer.from('y'));
    const results = await Promise.all([
      run([file], {}),
      run([file], { RFS_API_KEY: 'key-for-all' }),
      run([file, '--url', 'ftp://x/']),
      run([file, '--chunk-size', '48MiB']),
      run([file, '--parallel', '0']),
      run([file, '--soap', '1.3']),
      run([file, '--patience', '5 minutes']),
      run([file, '--api-key', 'a', '--api-key-file', file]),
      run(['-']),
      run([file, duplicate]),
      run([file, duplicate, '--name', 'x']),
      run([join(disk, 'sub')]),
      run([]),
    ]);
    expect(results.map(({ code }) => code)).toEqual(results.map(() => 2));
    expect(results.map(({ stdout }) => stdout).join('')).toBe('');
    expect(results[0]?.stderr).toBe('The api key is missing: RFS_API_KEY, --api-key-file or --api-key.\n');
    expect(results[9]?.stderr).toContain('the same name, fine');
    expect(results[11]?.stderr).toContain('is a folder');
  });

  it('exits with 3 when nothing can be read or reached', async () => {
    const file = await fileWith('unreached', Buffer.from('x'));
    const results = await Promise.all([
      run([join(disk, 'none')]),
      run([file, '--url', 'http://127.0.0.1:9/', '--attempts', '2']),
      run([file, '--api-key-file', join(disk, 'none')], {}),
      run([file, '--url', 'http://127.0.0.1:9/', '--patience', '1s']),
    ]);
    expect(results.map(({ code }) => code)).toEqual([3, 3, 3, 3]);
    expect(results[1]?.stderr).toMatch(
      /^unreached: connection refused\. Trying again in .* s\.\nunreached: .*ECONNREFUSED/,
    );
    const quiet = await run([file, '--url', 'http://127.0.0.1:9/', '--attempts', '2', '--quiet']);
    expect([quiet.code, quiet.stderr.split('\n').length]).toEqual([3, 2]);
  });

  it('reports an unreadable file in one line, and uploads the others', async () => {
    const good = await fileWith('beside', Buffer.from('x'));
    const loop = join(disk, 'loop');
    await symlink(loop, loop);
    for (const bad of [loop, join(good, 'below'), join(disk, 'n'.repeat(300))]) {
      const { code, stdout, stderr } = await run([bad, good, '--again']);
      expect([code, stdout]).toEqual([3, expect.stringMatching(/^beside\t1\t/)]);
      expect(stderr).toMatch(
        /^[^\n]*: Cannot read [^\n]*\n1 of 2 files are published, 1 failed:\n {2}[^\n]*: source-failed\nRun [^\n]*\n$/,
      );
    }
  });

  it('continues the upload if its output is closed', async () => {
    const none = join(disk, 'none');
    const good = await fileWith('unheard', Buffer.from('x'));
    const child = start([none, good, '--parallel', '1']);
    child.process.stderr?.destroy();
    expect(await child.exited).toBe(3);
    expect((await bytesOf('unheard'))?.toString()).toBe('x');
  });

  it('stops at Ctrl-C while it waits for a pipe without a writer', async () => {
    if (process.platform === 'win32') return;
    const pipe = join(disk, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const child = start([pipe]);
    await sleep(700);
    child.process.kill('SIGINT');
    // By a signal, which shells show as 130.
    await once(child.process, 'exit');
    expect(child.process.signalCode).toBe('SIGINT');
  });

  it('warns in the help of a key on the command line', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/can see command lines/);
  });

  it('stops at Ctrl-C with 130 and explains how to resume; the same command then resumes, and --no-resume starts over', async () => {
    const content = randomBytes(400_000);
    const path = await fileWith('stopped', content);
    const slow = await slowProxy(server.url, 30);
    try {
      const journal = join(disk, 'journal of stopped');
      const args = [path, '--url', slow.url, '--chunk-size', '20000', '--journal', journal];
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        const child = start(args);
        await until(() => slow.answered() >= 3);
        child.process.kill(signal);
        expect(await child.exited).toBe(signal === 'SIGINT' ? 130 : 143);
        expect(child.stderr()).toMatch(
          /^(stopped: resuming at .*\n)?Stopped at \d.* of 390\.6 KiB\. Run the same command again to go on\.\n$/,
        );
        slow.reset();
      }
      expect(await bytesOf('stopped')).toBeUndefined();
      expect(await readdir(journal)).toHaveLength(1);
      const anew = await run([...args, '--no-resume', '--json']);
      expect(JSON.parse(anew.stdout)).toMatchObject({ resumedAt: 0 });
      const resumed = await run([...args, '--json']);
      expect((JSON.parse(resumed.stdout) as { resumedAt: number }).resumedAt).toBeGreaterThanOrEqual(60_000);
      expect(resumed.stderr).toContain('stopped: resuming at ');
      expect(await bytesOf('stopped')).toEqual(content);
      expect(await readdir(journal)).toEqual([]);
    } finally {
      slow.close();
    }
  });

  it('does not offer to resume a file that has changed since', async () => {
    const path = await fileWith('growing', randomBytes(400_000));
    const slow = await slowProxy(server.url, 30);
    try {
      const child = start([path, '--url', slow.url, '--chunk-size', '20000']);
      await until(() => slow.answered() >= 3);
      await appendFile(path, 'more');
      expect(await child.exited).toBe(3);
      expect(child.stderr()).toMatch(/^growing: .* was changed while it was uploaded\. Nothing was published\.\n$/);
    } finally {
      slow.close();
    }
  });

  /** Whether a client has stored since a time (milliseconds since 1970) where it can resume. */
  const hasStored = async (since: number): Promise<boolean> => {
    const folder = join(disk, 'journal');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
    const times = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
    return times.some((file) => file !== undefined && file.mtimeMs >= since);
  };

  it(
    `AppendChunk: ${kills} kills of server or client at random moments; the file arrives byte for byte`,
    async () => {
      const content = randomBytes(600_000);
      const path = await fileWith('killed', content);
      const args = [path, '--chunk-size', '5000', '--json'];
      let resumed = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const began = Date.now();
        const client = start(args);
        await until(async () => client.process.exitCode !== null || (await hasStored(began)));
        await sleep(Math.random() * 300);
        if (kill % 2 === 0) {
          server.process.kill('SIGKILL');
          await server.exited;
        }
        client.process.kill('SIGKILL');
        await client.exited;
        const seen = await bytesOf('killed');
        if (seen !== undefined) expect(seen.equals(content)).toBe(true);
        if (client.stderr().includes('resuming at')) resumed += 1;
        if (kill % 2 === 0) server = await startServer(data, ['--port', port]);
      }
      const { code, stdout, stderr } = await run(args);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ bytes: 600_000 });
      if (stderr.includes('resuming at')) resumed += 1;
      expect(await bytesOf('killed')).toEqual(content);
      expect(resumed).toBeGreaterThan(0);
    },
    300_000 + kills * 20_000,
  );

  it('waits while the server is down, and then resumes', async () => {
    const content = randomBytes(600_000);
    const path = await fileWith('outlives', content);
    const began = Date.now();
    const client = start([path, '--chunk-size', '5000', '--json']);
    await until(() => hasStored(began));
    server.process.kill('SIGKILL');
    await server.exited;
    server = await startServer(data, ['--port', port]);
    expect(await client.exited).toBe(0);
    expect(client.stderr()).toContain('Trying again');
    expect(JSON.parse(client.stdout())).toMatchObject({ bytes: 600_000, resumedAt: 0 });
    expect(await bytesOf('outlives')).toEqual(content);
  });
});
