import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectGarbage } from '../../../test/support/garbage.ts';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { dropDeliveries, listDeliveries, retryDeliveries } from '../operator/manage-hooks.ts';
import { removeAccountOf } from '../operator/remove-entries.ts';
import { Metrics } from '../server/metrics.ts';
import { insertDelivery } from '../storage/hook-deliveries.ts';
import { failed, type Hook, type HookEvent, type HookResult } from './hook.ts';
import { HookWorker } from './hook-worker.ts';

describe('events of published files', () => {
  let harness: Harness;
  let metrics: Metrics;
  const workers: HookWorker[] = [];
  beforeEach(async () => {
    metrics = new Metrics('0');
    harness = await startHarness({ hooks: ['index'], counts: metrics });
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    await harness.close();
  });

  const put = async (FileName: string, text: string, of: Harness = harness): Promise<void> => {
    const ChunkData = new Blob([text]);
    const chunk = { ChunkData, Offset: 0n, BytesRead: ChunkData.size, isLastChunk: true };
    const call = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in', FileName, ...chunk };
    expect((await of.client.AppendChunkWithFolderAccessKey(call)).ErrorMessage).toBe('');
  };
  /** A hook that records its events. */
  const hookOf = (
    respond: (event: HookEvent, index: number, signal: AbortSignal) => Promise<HookResult> | HookResult,
  ) => {
    const got: HookEvent[] = [];
    const hook: Hook = {
      name: 'index',
      target: 'a test',
      timeout: 60_000,
      retryFor: 3_600_000,
      logOutput: false,
      deliver: async (event, { signal }) => await respond(event, got.push(event) - 1, signal),
    };
    return { hook, got };
  };
  const work = (hook: Hook, rest: { readonly process?: string; readonly now?: () => number } = {}): HookWorker => {
    const { db, uploads, log } = harness.service.state;
    const { commits, process } = uploads.parts;
    const own = { db, commits, hooks: [hook], log, counts: metrics, now: harness.now, process };
    const worker = new HookWorker({ ...own, every: 10, firstPause: 1, ...rest });
    workers.push(worker);
    return worker;
  };
  const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await condition())) await sleep(5);
  };
  const pending = () => listDeliveries(harness.service.state);
  const delivered = { delivered: true } as const;
  const pathOf = ({ body }: HookEvent): string => JSON.parse(body).data.name;

  it('have the file, its keys and the request', async () => {
    const { hook, got } = hookOf(() => delivered);
    await put('é.txt', 'abc');
    work(hook);
    await until(() => got.length === 1);
    const [{ id, body } = { id: '', body: '{}' }] = got;
    const result = harness.log.map((line) => JSON.parse(line)).find(({ message }) => message === 'result');
    expect(JSON.parse(body)).toEqual({
      id,
      type: 'file.published',
      timestamp: new Date(harness.now()).toISOString(),
      data: {
        path: '/Anna/in/é.txt',
        account: 'Anna',
        folder: '/Anna/in',
        name: 'é.txt',
        size: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        written: expect.stringMatching(/Z$/),
        created: expect.stringMatching(/Z$/),
        replaced: false,
        apiKey: 'all',
        folderKey: 'anna-in',
        requestId: result.requestId,
      },
    });
    expect(id).toMatch(/^msg_[0-9a-f]{32}$/);
    await until(async () => (await pending()).length === 0);
    expect(await metrics.text()).toContain('rfs_hooks_delivered_total 1');
  });

  it('are given up at the timeout of an attempt, whatever the garbage collector does', async () => {
    const { hook, got } = hookOf(
      (_event, _index, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed('late')), { once: true })),
    );
    await put('a.txt', 'a');
    work({ ...hook, timeout: 200 });
    await until(() => got.length === 1);
    const reasons = () => harness.log.filter((line) => line.includes('"reason":"late"'));
    await until(() => {
      collectGarbage();
      return reasons().length > 0;
    });
  });

  it.each([true, false])(
    'are logged with the output of a command that failed only if logOutput is %s',
    async (logOutput) => {
      const { hook } = hookOf(() => failed('exit code 1', 'no room for /Anna/in/a.txt'));
      await put('a.txt', 'a');
      work({ ...hook, logOutput });
      await until(() => harness.log.some((line) => line.includes('"hook failed"')));
      expect(harness.log.join('').includes('no room for')).toBe(logOutput);
    },
  );

  it('are repeated with the same id until the hook has them, and a published file does not wait', async () => {
    const { hook, got } = hookOf((_, index) => (index < 3 ? failed('HTTP 500') : delivered));
    await put('a.txt', 'abc');
    let passed = 0;
    const now = (): number => {
      passed += 10;
      return harness.now() + passed;
    };
    work(hook, { now });
    await until(async () => (await pending()).length === 0);
    expect(new Set(got.map(({ id, body }) => id + body)).size).toBe(1);
    expect(got.length).toBe(4);
    const lines = harness.log.map((line) => JSON.parse(line)).filter(({ hook: name }) => name === 'index');
    expect(lines.map(({ message, attempt }) => [message, attempt])).toEqual([
      ['hook failed', 1],
      ['hook failed', 2],
      ['hook failed', 3],
      ['hook delivered', 4],
    ]);
    expect(await metrics.text()).toContain('rfs_hooks_failed_attempts_total 3');
  });

  it('of one file come in order, and those of others do not wait for them', async () => {
    const open: { [name: string]: () => void } = {};
    const { hook, got } = hookOf(async (event, index) => {
      if (index === 0) return failed('HTTP 500');
      if (pathOf(event) === 'b.txt') await new Promise<void>((resolve) => (open.b = resolve));
      return delivered;
    });
    for (const text of ['1', '22', '333']) await put('a.txt', text);
    await put('b.txt', '1');
    let passed = 0;
    work(hook, { now: () => harness.now() + passed });
    await until(() => open.b !== undefined);
    expect(got.map(pathOf)).toEqual(['a.txt', 'b.txt']);
    passed = 60_000;
    await until(() => got.length === 5);
    const sizes = got.filter((event) => pathOf(event) === 'a.txt').map(({ body }) => JSON.parse(body).data.size);
    expect(sizes).toEqual([1, 1, 2, 3]);
    open.b?.();
  });

  it('are claimed by one of several processes', async () => {
    for (let index = 0; index < 20; index += 1) await put(`${index}.txt`, 'x');
    const { hook, got } = hookOf(async () => {
      await sleep(5);
      return delivered;
    });
    for (const process of ['elsewhere-1/1/x', 'elsewhere-2/1/x', 'elsewhere-3/1/x']) work(hook, { process });
    await until(async () => (await pending()).length === 0);
    expect([got.length, new Set(got.map(({ id }) => id)).size]).toEqual([20, 20]);
  });

  it('of a process that was stopped or has ended are delivered by another at once', async () => {
    const hanging = hookOf(
      (_event, _index, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed('stopped')))),
    );
    await put('a.txt', 'x');
    const first = work(hanging.hook);
    await until(() => hanging.got.length === 1);
    await first.stop();
    const { hook, got } = hookOf(() => delivered);
    work(hook);
    await until(() => got.length === 1);
    expect(got[0]?.id).toBe(hanging.got[0]?.id);
  });

  it('are given up after their time, or when the hook wants none, and retried or dropped by the operator', async () => {
    const refused = { delivered: false, reason: 'HTTP 410', isFinal: true } as const;
    const { hook: long, got } = hookOf((event) => (pathOf(event) === 'gone.txt' ? refused : failed('HTTP 500')));
    const hook = { ...long, retryFor: 1_000 };
    await put('gone.txt', 'x');
    await put('late.txt', 'x');
    let passed = 0;
    const worker = work(hook, { now: () => harness.now() + passed });
    await until(() => got.length === 2);
    passed = 4_000;
    await until(async () => (await pending()).every(({ state }) => state === 'failed'));
    await worker.stop();
    expect(await pending()).toMatchObject([
      { hook: 'index', path: '/Anna/in/gone.txt', attempts: 1, lastError: 'HTTP 410', dueAt: null },
      { hook: 'index', path: '/Anna/in/late.txt', attempts: 2, lastError: 'HTTP 500', dueAt: null },
    ]);
    const [gone, late] = (await pending()).map(({ id }) => id);
    expect(await metrics.text()).toContain('rfs_hooks_given_up_total 2');
    await expect(retryDeliveries(harness.service.state, { ids: ['msg_none'] })).rejects.toMatchObject({
      code: 'unknown-name',
    });
    expect(await dropDeliveries(harness.service.state, { ids: [gone ?? ''] })).toBe(1);
    expect(await retryDeliveries(harness.service.state, 'failed')).toBe(1);
    const last = hookOf(() => delivered);
    work(last.hook);
    await until(async () => (await pending()).length === 0);
    expect(last.got.map(({ id }) => id)).toEqual([late]);
  });

  it('wait no longer when the clock is set back, and a new process finds no later time', async () => {
    const { hook, got } = hookOf((_, index) => (index < 2 ? failed('HTTP 500') : delivered));
    await put('a.txt', 'x');
    let passed = 0;
    const now = (): number => harness.now() + passed;
    const first = work(hook, { now });
    // Its pause is over only when the clock is advanced.
    await until(async () => (await pending())[0]?.attempts === 1);
    passed = -3 * 3_600_000;
    await until(async () => (await pending())[0]?.attempts === 2);
    await first.stop();
    passed = -6 * 3_600_000;
    work(hook, { now });
    await until(async () => (await pending()).length === 0);
    expect(got.length).toBe(3);
  });

  it('that were stored under a clock ahead are delivered at once, and leases end at their time', async () => {
    await put('a.txt', 'x');
    await harness.service.state.db
      .updateTable('hook_deliveries')
      .set({ lease_owner: 'elsewhere/1/x', lease_until: harness.now() + 5 * 3_600_000 })
      .execute();
    const { hook, got } = hookOf(() => delivered);
    let passed = -3_600_000;
    work({ ...hook, timeout: 1_000 }, { now: () => harness.now() + passed });
    const until31s = async (): Promise<boolean> => {
      const row = await harness.service.state.db.selectFrom('hook_deliveries').select('lease_until').executeTakeFirst();
      return row?.lease_until === harness.now() + passed + 31_000;
    };
    await until(until31s);
    passed += 32_000;
    await until(async () => (await pending()).length === 0);
    expect(got.length).toBe(1);
  });

  it('are not given up because the clock is set ahead, or nothing ran for long', async () => {
    const { hook, got } = hookOf((_, index) => (index < 3 ? failed('HTTP 500') : delivered));
    await put('a.txt', 'x');
    let passed = 100 * 86_400_000;
    const now = (): number => {
      passed += 10;
      return harness.now() + passed;
    };
    work({ ...hook, retryFor: 3_600_000 }, { now });
    await until(async () => (await pending()).length === 0);
    expect(got.length).toBe(4);
    expect(await metrics.text()).toContain('rfs_hooks_given_up_total 0');
  });

  it('end with their account, and after 30 days', async () => {
    const { state, store } = harness.service;
    await put('a.txt', 'x');
    await removeAccountOf({ db: state.db, store, now: harness.now }, 'anna', { dryRun: false });
    expect(await pending()).toEqual([]);
    const row = { id: 'msg_1', hook: 'none', accountId: 'x', fileKey: 'x', body: '{"data":{"path":"/x"}}' };
    await insertDelivery(state.db, row, harness.now());
    await harness.service.sweep();
    expect((await pending()).length).toBe(1);
    harness.pass(31 * 86_400_000);
    await harness.service.sweep();
    expect(await pending()).toEqual([]);
  });

  it('are not stored without a hook', async () => {
    const plain = await startHarness();
    await put('a.txt', 'x', plain);
    expect(await listDeliveries(plain.service.state)).toEqual([]);
    await plain.close();
  });
});
