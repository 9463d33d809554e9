import { createHash, randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOn } from '../../../test/support/service/all-on.ts';
import {
  CheckingUploader,
  type Stage,
  type Tally,
  type Target,
} from '../../../test/support/service/checking-uploader.ts';
import { fileOf, type Harness, onDisk, startHarness } from '../../../test/support/service/harness.ts';
import { type Child, runCommand } from '../../../test/support/service/service-process.ts';
import { setLock } from '../operator/manage-locks.ts';
import { randomId } from '../secrets/secret-tokens.ts';

/** `RFS_KILLS=500 npx vitest run --project thorough service/src/uploads/kill.test.ts` makes the long loop of it. */
const kills = Number(process.env.RFS_KILLS ?? 6);

/** Minutes after which it ends with fewer; default: never. */
const minutes = Number(process.env.RFS_KILLS_MINUTES ?? Number.POSITIVE_INFINITY);

describe('uploads under kill -9 of two servers on one data folder, sealed and checked, beside a locked folder', () => {
  let data: string;
  let settings: string;
  let environment: Readonly<Record<string, string>>;
  let harness: Harness;
  const running = new Set<Child>();
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'rfs-kill-'));
    // Provisions the folder, and looks into it from outside while servers come and go.
    harness = await startHarness({ data, encryption: true });
    settings = await mkdtemp(join(tmpdir(), 'rfs-kill-settings-'));
    environment = await allOn(settings);
    await setLock(harness.service.state, '/anna/in/new', { until: Date.now() + 86_400_000 });
    const keys = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-new' };
    const chunk = { FileName: 'kept', ChunkData: new Blob(['kept']), BytesRead: 4, Offset: 0n, isLastChunk: true };
    const { ErrorMessage } = await harness.client.AppendChunkWithFolderAccessKey({ ...keys, ...chunk });
    expect(ErrorMessage).toBe('');
  });
  afterAll(async () => {
    for (const child of running) child.process.kill('SIGKILL');
    await Promise.all([...running].map(({ exited }) => exited));
    await harness.close();
    await rm(data, { recursive: true, force: true });
    await rm(settings, { recursive: true, force: true });
  });

  const tally: Tally = {
    acknowledgedBytes: 0,
    acknowledgedChunks: 0,
    files: 0,
    unanswered: 0,
    resumed: 0,
    acknowledgedAgain: 0,
    busy: 0,
  };
  /** How many kills hit what. */
  const hits = new Map<Stage | 'start' | 'sweep' | 'idle', number>();
  const hit = (what: Stage | 'start' | 'sweep' | 'idle') => hits.set(what, (hits.get(what) ?? 0) + 1);
  const targets = new Set<Target>();
  let killed = 0;
  let failure: unknown;
  // On a slow machine kills may come before any upload has ended.
  const end = performance.now() + minutes * 60_000;
  const over = () => ((killed >= kills || performance.now() > end) && tally.files > 0) || failure !== undefined;

  const run = (args: readonly string[]): Child => {
    const child = runCommand([...args, '--data', data], environment);
    running.add(child);
    void child.exited.then(() => running.delete(child));
    return child;
  };
  const kill = async (child: Child): Promise<void> => {
    child.process.kill('SIGKILL');
    await child.exited;
  };
  const serve = () => run(['serve', '--port', '0', '--no-rate-limit']);
  /** Its address; undefined when it ended before it listened. */
  const listening = async (child: Child): Promise<string | undefined> => {
    let ended = false;
    void child.exited.then(() => {
      ended = true;
    });
    while (!ended) {
      const line =
        child
          .stderr()
          .split('\n')
          .find((text) => text.includes('"listening"')) ?? '';
      const found = /"url":"([^"]+)"/.exec(line)?.[1];
      if (found !== undefined) return found;
      await sleep(5);
    }
    return undefined;
  };

  /** Starts a server and kills it at any moment, again and again. */
  const slot = async (): Promise<void> => {
    while (!over()) {
      const child = serve();
      if (Math.random() < 0.1) {
        await sleep(Math.random() * 600);
        hit('start');
        killed += 1;
        await kill(child);
        continue;
      }
      const url = await listening(child);
      if (url === undefined) throw new Error(`A server did not start: ${child.stderr()}`);
      const target: Target = {
        client: new RemoteFileServiceClient({ address: url, timeout: 20_000 }),
        sending: new Map(),
      };
      targets.add(target);
      await sleep(Math.random() * 1200);
      const busyWith = [...target.sending].filter(([, count]) => count > 0);
      for (const [stage] of busyWith) hit(stage);
      if (busyWith.length === 0) hit('idle');
      targets.delete(target);
      const faults = child.stderr();
      killed += 1;
      await kill(child);
      if (/"level":"error"/.test(faults)) throw new Error(`A server failed: ${faults.slice(-2000)}`);
    }
  };

  /** Gives the sweep something to do, and kills it while it does. */
  const sweeping = async (): Promise<void> => {
    while (!over()) {
      await leaveStrays(harness);
      const child = run(['sweep']);
      // Most of it is the start of the process.
      await sleep(200 + Math.random() * 400);
      if (child.process.exitCode === null) {
        hit('sweep');
        await kill(child);
      } else expect(await child.exited).toBe(0);
      const removing = run(['files', 'remove', '/anna/in', '--recursive', '--yes']);
      await sleep(Math.random() * 600);
      if (Math.random() < 0.5) await kill(removing);
      else expect([await removing.exited, removing.stderr()]).toEqual([2, expect.stringContaining('is locked until')]);
      await sleep(1000);
    }
  };

  it(
    `hardening: after each of ${kills} kills no acknowledged byte is lost, no partial file is visible, and uploads continue`,
    async () => {
      const uploaders = ['one', 'two', 'three'].map((name) => new CheckingUploader(name, harness, all, tally));
      // Two callers on one token, of different servers as long as both are there.
      uploaders.push(new CheckingUploader('pair', harness, all, tally, 2));
      const uploading = uploaders.map(async (uploader) => {
        while (!over()) {
          if (targets.size === 0) await sleep(5);
          else await uploader.upload(over);
        }
      });
      const work = [...uploading, slot(), slot(), sweeping()].map((one) =>
        one.catch((error: unknown) => {
          failure ??= error;
        }),
      );
      await Promise.all(work);
      if (failure !== undefined) throw failure;
      for (const uploader of uploaders) await uploader.check();

      // The last ones end as they should, and after a sweep a day later nothing is left but the files.
      const last = serve();
      expect(await listening(last)).toBeDefined();
      last.process.kill('SIGTERM');
      expect(await last.exited).toBe(0);
      harness.pass(25 * 3600_000);
      await harness.service.sweep(undefined, { unknownFiles: true });
      for (const uploader of uploaders) await uploader.check();
      expect((await fileOf(harness, 'folder-anna-new', 'kept'))?.bytes.toString()).toBe('kept');
      await expectNoLeftovers(harness);
      expect(tally.files).toBeGreaterThan(0);
      if (process.env.RFS_KILLS !== undefined) {
        process.stdout.write(`${JSON.stringify({ kills: killed, hits: Object.fromEntries(hits), ...tally })}\n`);
      }
    },
    300_000 + kills * 20_000,
  );

  function all(): readonly Target[] {
    return [...targets];
  }
});

/** An expired upload with its part, one without an upload, a published one without a file, and a probe that was left. */
async function leaveStrays({ folder, service }: Harness): Promise<void> {
  const { db } = service.state;
  const old = new Date(Date.now() - 48 * 3600_000);
  const key = await db.selectFrom('api_keys').select('id').where('name', '=', 'all').executeTakeFirstOrThrow();
  const folderKey = await db
    .selectFrom('folder_keys')
    .select(['id', 'folder_id'])
    .where('name', '=', 'anna-in')
    .executeTakeFirstOrThrow();
  const names: string[] = [];
  for (let i = 0; i < 10; i += 1) {
    const id = randomId();
    await db
      .insertInto('uploads')
      .values({
        id,
        token_hash: id,
        api_key_id: key.id,
        folder_key_id: folderKey.id,
        folder_id: folderKey.folder_id,
        file_name: 'expired',
        held: 1000n,
        generation: 2,
        spool_generation: 1,
        lease_owner: null,
        lease_until: null,
        written_ticks: null,
        creation_ticks: null,
        started_at: old.getTime(),
        touched_at: old.getTime(),
        finished_at: null,
        last_offset: 0n,
        last_digest: '',
        digest: null,
        digest_held: null,
      })
      .execute();
    names.push(`spool/${id}.1`, `spool/${id}.2`, `spool/${randomId()}.1`, `spool/.probe-1-${randomInt(1e9)}`);
  }
  for (const name of names) {
    await writeFile(join(folder, name), Buffer.alloc(1000));
    await utimes(join(folder, name), old, old);
  }
}

async function expectNoLeftovers({ folder, service }: Harness): Promise<void> {
  const { db } = service.state;
  expect((await readdir(join(folder, 'spool'))).filter((name) => name !== '.reserve')).toEqual([]);
  const published: string[] = [];
  for await (const part of onDisk(service.state.uploads).store.publishedBefore(Number.POSITIVE_INFINITY))
    published.push(part);
  const columns = ['content', 'described_content', 'digest'] as const;
  const shown = await db.selectFrom('entries').select(columns).where('kind', '=', 'file').execute();
  expect(published.sort()).toEqual(shown.map(({ content }) => content ?? '').sort());
  for (const { content, described_content, digest } of shown) {
    const hash = createHash('sha256');
    for await (const piece of service.store.read(content ?? '')) hash.update(piece);
    expect([described_content, digest]).toEqual([content, hash.digest('hex')]);
    expect(content).toMatch(/^[0-9a-f]{19}k[0-9a-f]{12}\.\d+$/);
  }
  expect(await db.selectFrom('uploads').select('id').execute()).toEqual([]);
  expect((await sql`PRAGMA integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
  expect((await sql`PRAGMA foreign_key_check`.execute(db)).rows).toEqual([]);
}
