import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AppendChunkWithFolderAccessKeyRequest,
  RemoteFileServiceClient,
} from '@soapwright/generated/remote-file-service/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type Child, startServer } from '../../../test/support/service/service-process.ts';

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
const required = process.env.SOAPWRIGHT_FOREIGN === 'required';

/** What the system was asked to do, in the order in which it was done. */
interface Call {
  readonly name: string;
  /** Of the file below the data folder; `out` for what was sent to the caller. */
  readonly on: string;
}

// Commits of a lease that times out, of uses of keys and of the process's registration may come between: then once more.
// What is synced less than is expected fails at once.
const retry = { count: 4, condition: /^More than expected: / };
describe.skipIf(!hasStrace && !required)('syncs before a response, counted by strace', { retry }, () => {
  let data: string;
  let harness: Harness;
  let server: Child & { readonly url: string };
  let tracer: ChildProcess;
  let client: RemoteFileServiceClient;
  let trace: string;
  let seen = 0;
  let attempt = 0;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'rfs-sync-'));
    trace = join(data, 'trace');
    harness = await startHarness({ data });
    server = await startServer(data);
    client = new RemoteFileServiceClient({ address: server.url });
    // Everything once, so that nothing is counted that happens only at first.
    await upload('warm', ['a', 'b', 'c']);
    // The first use of the keys is stored soon after the response, the next one a minute later.
    const { db } = harness.service.state;
    const keys = db.selectFrom('folder_keys').select('used_at').where('name', '=', 'anna-in');
    while ((await keys.executeTakeFirstOrThrow()).used_at === null) await sleep(20);
    const calls = 'trace=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg,unlink';
    tracer = spawn('strace', ['-f', '-yy', '-s', '20', '-e', calls, '-o', trace, '-p', String(server.process.pid)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for await (const line of tracer.stderr ?? []) if (String(line).includes('attached')) break;
    await waitForRelease();
  });
  afterAll(async () => {
    tracer?.kill('SIGINT');
    server?.process.kill('SIGTERM');
    await server?.exited;
    await harness?.close();
    await rm(data, { recursive: true, force: true });
  });

  /** Waits until the trace has not grown for a while; returns its size. */
  const settledTrace = async (): Promise<number> => {
    for (let size = -1; ; ) {
      const now = (await stat(trace)).size;
      if (now === size) return size;
      size = now;
      await sleep(50);
    }
  };
  /** Waits until all leases that the server kept are released, so that no sync of them is counted later. */
  const waitForRelease = async () => {
    const { db } = harness.service.state;
    const leased = db.selectFrom('uploads').select('id').where('lease_owner', 'is not', null);
    while ((await leased.executeTakeFirst()) !== undefined) await sleep(20);
    seen = await settledTrace();
  };
  beforeEach(() => {
    attempt += 1;
  });
  afterEach(waitForRelease);

  const send = (name: string, text: string, rest: Partial<AppendChunkWithFolderAccessKeyRequest>) =>
    client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName: `${name} ${attempt}`,
      ChunkData: new Blob([text]),
      Offset: 0n,
      BytesRead: text.length,
      isLastChunk: false,
      ...rest,
    });
  const upload = async (name: string, texts: readonly string[]) => {
    let token: string | undefined;
    let offset = 0;
    for (const [index, text] of texts.entries()) {
      const rest = { Offset: BigInt(offset), UploadToken: token, isLastChunk: index === texts.length - 1 };
      const response = await send(name, text, rest);
      expect(response).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
      token = response.UploadToken;
      offset += text.length;
    }
  };

  /** The system calls of one exchange up to its response, including renames and removals, with files named as in the data folder. */
  const callsOf = async (work: () => Promise<unknown>): Promise<readonly Call[]> => {
    await work();
    for (;;) {
      const lines = (await readFile(trace, 'utf8')).slice(seen).split('\n');
      const answered = lines.findIndex((line) => callOf(line)?.on === 'out');
      if (answered >= 0) {
        const before = lines.slice(0, answered);
        // Each started call has also ended well before the response, in one line or in two.
        const begun = before.filter((line) => /sync\(/.test(line));
        const ended = before.filter((line) => /sync(\(| resumed>).*= 0$/.test(line));
        expect(ended).toHaveLength(begun.length);
        // Calls after the response belong to it too, such as removing a replaced file.
        seen = await settledTrace();
        return before.flatMap((line) => callOf(line) ?? []);
      }
      await sleep(10);
    }
  };
  const callOf = (line: string): Call | undefined => {
    // `123 fdatasync(20</data/spool/x>) = 0`; a call interrupted by that of another thread is printed again, resumed.
    const [, name = '', args = ''] = /^\d+ +(\w+)\((.*)/.exec(line) ?? [];
    if (name === '') return undefined;
    if (/^\d+<TCP/.test(args)) return { name, on: 'out' };
    const paths = [...args.matchAll(/[<"]([^<>"]*)[>"]/g)].flatMap(([, path = '']) =>
      path.startsWith(`${data}/`) ? [path.slice(data.length + 1)] : [],
    );
    const on = paths
      .at(-1)
      ?.replace(/[0-9a-f]{32}/, 'UPLOAD')
      .replace(/^files\/[0-9a-f]{2}/, 'files/UP');
    return on === undefined || name === 'write' || name === 'writev' ? undefined : { name, on };
  };
  const expectSteps = (steps: readonly string[], expected: readonly string[]) => {
    if (steps.length > expected.length) throw new Error(`More than expected: ${steps}`);
    expect(steps).toEqual(expected);
  };
  const syncs = (calls: readonly Call[]) => calls.filter(({ name }) => name.endsWith('sync')).map(({ on }) => on);

  /** The first two are begun at once. */
  const firstSorted = (steps: readonly string[]) => [...steps.slice(0, 2).sort(), ...steps.slice(2)];

  it('Durable: a first chunk has its bytes, its folder entry and its row synced before the response', async () => {
    const steps = syncs(await callsOf(() => send('one', 'abc', {})));
    expectSteps(firstSorted(steps), ['spool', 'spool/UPLOAD.1', 'database.sqlite-wal']);
  });

  it('Durable: a chunk in the middle has its bytes synced, then its row, and nothing twice', async () => {
    let token: string | undefined;
    await callsOf(async () => {
      token = (await send('two', 'abc', {})).UploadToken;
    });
    const calls = await callsOf(() => send('two', 'def', { Offset: 3n, UploadToken: token }));
    expectSteps(syncs(calls), ['spool/UPLOAD.1', 'database.sqlite-wal']);
    const again = await callsOf(() => send('two', 'def', { Offset: 3n, UploadToken: token }));
    expectSteps(syncs(again), ['database.sqlite-wal']);
  });

  it('Durable: a chunk that comes after a pause has its lease synced before its bytes', async () => {
    let token: string | undefined;
    await callsOf(async () => {
      token = (await send('pause', 'abc', {})).UploadToken;
    });
    await waitForRelease();
    const calls = await callsOf(() => send('pause', 'def', { Offset: 3n, UploadToken: token }));
    expectSteps(syncs(calls), ['database.sqlite-wal', 'spool/UPLOAD.1', 'database.sqlite-wal']);
  });

  it('Durable: a last chunk has its bytes synced, then is renamed, then its folder is synced, then the row', async () => {
    // Its folder below files/ may be new, and then it is made and synced too: so more than one file.
    for (const name of ['three', 'four']) {
      let token: string | undefined;
      await callsOf(async () => {
        token = (await send(name, 'abc', {})).UploadToken;
      });
      const last = { Offset: 3n, UploadToken: token, isLastChunk: true };
      const calls = await callsOf(() => send(name, 'def', last));
      const steps = calls.map((call) => (call.name.startsWith('rename') ? 'renamed' : call.on));
      const fresh = steps[1] === 'files' ? ['files'] : [];
      expectSteps(steps, ['spool/UPLOAD.1', ...fresh, 'renamed', 'files/UP', 'database.sqlite-wal']);
    }
  });

  it('Durable: a single chunk has its bytes, its folder entry and its row synced', async () => {
    const calls = syncs(await callsOf(() => send('five', 'abc', { isLastChunk: true })));
    const steps = calls.filter((on) => on !== 'files');
    expectSteps(firstSorted(steps), ['files/UP', 'files/UP/UPLOAD.1', 'database.sqlite-wal']);
  });

  it('Durable: sixteen concurrent uploads: each chunk is synced, and they share the syncs of the database', async () => {
    const tokens: (string | undefined)[] = [];
    for (let i = 0; i < 16; i += 1) tokens.push((await send(`many${i}`, 'abc', {})).UploadToken);
    await waitForRelease();
    const size = 100_000;
    /** Sends one chunk of each; returns the number of syncs of the database. */
    const sendAll = async (offset: number): Promise<number> => {
      const before = (await readFile(trace, 'utf8')).length;
      await Promise.all(
        tokens.map((UploadToken, i) => send(`many${i}`, 'x'.repeat(size), { Offset: BigInt(offset), UploadToken })),
      );
      await settledTrace();
      const text = (await readFile(trace, 'utf8')).slice(before);
      expect(text.match(/fdatasync\(\d+<[^>]*spool/g)).toHaveLength(16);
      return text.match(/f(data)?sync\(\d+<[^>]*-wal/g)?.length ?? 0;
    };
    // After the pause each chunk commits twice, and the next one once.
    for (const [offset, most] of [
      [3, 32],
      [3 + size, 16],
    ] as const) {
      const ofDatabase = await sendAll(offset);
      expect(ofDatabase).toBeGreaterThan(0);
      expect(ofDatabase).toBeLessThan(most);
      if (process.env.RFS_REPORT !== undefined) process.stdout.write(`database syncs of 16 chunks: ${ofDatabase}\n`);
    }
  });
});
