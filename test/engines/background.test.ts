import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setPolicyOf } from '../../service/src/operator/manage-policies.ts';
import type { Db } from '../../service/src/storage/tables.ts';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { type Harness, startHarness } from '../support/service/harness.ts';
import { type HookReceiver, startReceiver } from '../support/service/hook-receiver.ts';
import { provisioning } from '../support/service/sample-provisioning.ts';
import { environmentOf, type OwnServers, serversOf, testServers } from '../support/service/servers.ts';
import { type Child, runCommand, startServer } from '../support/service/service-process.ts';

const day = 24 * 3_600_000;

/** Number of statements in this database that wait for a lock. */
async function waitingFor(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly waiting: number }>`SELECT count(*)::int AS waiting FROM pg_locks
    WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`.execute(db);
  return rows[0]?.waiting ?? 0;
}

describe('sweeps of three processes at once', () => {
  let harnesses: readonly Harness[];
  beforeEach(async () => {
    const first = await startHarness();
    const others = [0, 1].map(() => startHarness({ data: first.folder }));
    harnesses = [first, ...(await Promise.all(others))];
    await setPolicyOf(first.service.state, 'retention', 'folder:/anna/in', BigInt(30 * day));
  });
  afterEach(async () => {
    for (const harness of [...harnesses].reverse()) await harness.close();
  });

  const send = async (name: string, bytes: Buffer, offset = 0, last = true): Promise<void> => {
    const done = await harnesses[0]?.client.AppendChunkWithFolderAccessKey(chunkRequest(name, bytes, { offset, last }));
    expect(done?.ErrorMessage).toBe('');
  };
  const sweepAll = async () => {
    for (const harness of harnesses) harness.pass(31 * day);
    return await Promise.all(harnesses.map(({ service }) => service.sweep()));
  };
  const audited = async (action: 'file.expired' | 'upload.expired'): Promise<number> => {
    const { db } = harnesses[0]?.service.state ?? expect.fail();
    return (await db.selectFrom('audit_log').select('id').where('action', '=', action).execute()).length;
  };

  it('sweep: each expired file and upload is removed, counted and audited once', async () => {
    for (let i = 0; i < 12; i += 1) await send(`file-${i}`, Buffer.from('abc'));
    for (let i = 0; i < 5; i += 1) await send(`part-${i}`, Buffer.from('abc'), 0, false);
    const swept = await sweepAll();
    expect(swept.reduce((sum, { expiredFiles }) => sum + expiredFiles, 0)).toBe(12);
    expect(swept.reduce((sum, { expiredUploads }) => sum + expiredUploads, 0)).toBe(5);
    expect([await audited('file.expired'), await audited('upload.expired')]).toEqual([12, 5]);
  });

  it('sweep: a file that is replaced while it expires is kept', async () => {
    await send('file', Buffer.from('old'));
    const [first] = harnesses;
    const { db } = first?.service.state ?? expect.fail();
    let sweeping: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (transaction) => {
      // The row is locked as by the commit of an upload: the sweep has found the file, and waits to delete it.
      await transaction
        .updateTable('entries')
        .set({ content: 'new.1', described_content: 'new.1', published_at: (first?.now() ?? 0) + 60 * day })
        .where('name', '=', 'file')
        .execute();
      sweeping = sweepAll();
      await expect.poll(() => waitingFor(db), { timeout: 30_000 }).toBeGreaterThan(0);
    });
    await sweeping;
    const entry = await db.selectFrom('entries').select('content').where('name', '=', 'file').executeTakeFirst();
    expect(entry?.content).toBe('new.1');
    expect(await audited('file.expired')).toBe(0);
  });
});

describe('hooks of three processes', () => {
  type Server = Child & { readonly url: string };
  let folder: string;
  let own: OwnServers;
  let receiver: HookReceiver;
  let servers: readonly Server[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-background-'));
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    own = await serversOf(folder, test);
    receiver = await startReceiver();
    await writeFile(join(folder, 'index.secret'), `whsec_${Buffer.alloc(32, 3).toString('base64')}`);
    const hooks = `published:\n  - { name: index, webhook: { url: "${receiver.url}", secretFile: index.secret }, timeoutSeconds: 1 }\n`;
    await writeFile(join(folder, 'hooks.yaml'), hooks);
    const environment = { ...environmentOf(own), RFS_HOOKS_FILE: join(folder, 'hooks.yaml') };
    await writeFile(join(folder, 'site.yaml'), provisioning);
    const provisioned = runCommand(['provision', join(folder, 'site.yaml'), '--data', folder], environment);
    expect([await provisioned.exited, provisioned.stderr()]).toEqual([0, '']);
    servers = await Promise.all([0, 1, 2].map((index) => startServer(join(folder, `${index}`), [], environment)));
  });
  afterAll(async () => {
    for (const { process } of servers) process.kill('SIGTERM');
    await Promise.all(servers.map(({ exited }) => exited));
    await receiver.close();
    await own.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const versions = 5;
  const names = ['a', 'b', 'c', 'd'];
  /** The sizes of a file's versions, as its events came. */
  const receivedOf = (name: string): readonly number[] =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { readonly data: { readonly name: string; readonly size: number } })
      .filter(({ data }) => data.name === name)
      .map(({ data }) => data.size);
  /** An event that was delivered again may come again, and no other order is possible. */
  const withoutRepeats = (sizes: readonly number[]): readonly number[] =>
    sizes.filter((size, index) => size !== sizes[index - 1]);

  it('each event is delivered, in order for each file, though a process is killed while it delivers', async () => {
    const held: Promise<void>[] = [];
    const [, victim] = servers;
    receiver.respond = (response, index) => {
      // Some of the first deliveries are never answered: their processes wait, and one of them is killed.
      if (index < 6) held.push(once(response, 'close').then(() => undefined));
      else response.writeHead(204).end();
    };
    for (let version = 1; version <= versions; version += 1) {
      for (const [index, name] of names.entries()) {
        const client = new RemoteFileServiceClient({ address: servers[(version + index) % 3]?.url ?? '' });
        const request = chunkRequest(name, Buffer.alloc(version, 'x'), { last: true });
        expect((await client.AppendChunkWithFolderAccessKey(request)).ErrorMessage).toBe('');
      }
    }
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(names.length);
    victim?.process.kill('SIGKILL');
    // The other processes give up after the timeout of the hook.
    await expect
      .poll(() => names.map((name) => withoutRepeats(receivedOf(name))), { timeout: 90_000, interval: 200 })
      .toEqual(names.map(() => [1, 2, 3, 4, 5]));
    const environment = environmentOf(own);
    // The last delivery is stored a moment after it was answered.
    const listed = async () => {
      const list = runCommand(['hooks', 'list', '--json', '--data', folder], environment);
      return [await list.exited, list.stdout()];
    };
    await expect.poll(listed).toEqual([0, '']);
  });
});
