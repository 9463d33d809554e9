import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startHarness } from '../../../test/support/service/harness.ts';
import { jsonLogger } from '../common/logger.ts';
import { StorageError } from '../common/storage-error.ts';
import { migrate, migrations } from '../storage/migrations.ts';
import { Readiness } from './operator-endpoints.ts';

describe('readiness', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  it('is checked at most once a second, and changes are logged', async () => {
    const log: string[] = [];
    let fault: Error | undefined;
    let asked = 0;
    const readiness = new Readiness(
      async () => {
        asked += 1;
        if (fault !== undefined) throw fault;
      },
      jsonLogger((line) => log.push(JSON.parse(line).message)),
    );
    expect(await Promise.all([readiness.ready(), readiness.ready(), readiness.ready()])).toEqual([true, true, true]);
    fault = new StorageError('full', 'no room');
    expect(await readiness.ready()).toBe(true);
    vi.advanceTimersByTime(1_001);
    expect(await readiness.ready()).toBe(false);
    vi.advanceTimersByTime(1_001);
    expect(await readiness.ready()).toBe(false);
    fault = undefined;
    vi.advanceTimersByTime(1_001);
    expect(await readiness.ready()).toBe(true);
    expect([asked, log]).toEqual([4, ['not ready', 'ready again']]);
    readiness.stop();
    expect(await readiness.ready()).toBe(false);
  });

  it('requires a database that commits, a writable folder, free space, and a known schema', async () => {
    const harness = await startHarness();
    await harness.service.ready();
    const crowded = await startHarness({ freeBytes: Number.MAX_SAFE_INTEGER });
    await expect(crowded.service.ready()).rejects.toMatchObject({ code: 'full', message: /limits\.free/ });
    await crowded.close();
    const { db } = harness.service.state;
    const step = (name: string, additive: boolean) => ({ name, additive, up: async () => {} });
    await migrate(db, [...migrations, step('more', true)]);
    await harness.service.ready();
    await migrate(db, [...migrations, step('more', true), step('less', false)]);
    await expect(harness.service.ready()).rejects.toMatchObject({ code: 'newer-schema' });
    await harness.close();
  });
});
