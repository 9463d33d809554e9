import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { settingsOf } from '../cli/command-options.ts';
import { KeyRing } from '../secrets/key-ring.ts';
import { newServiceKey, parseServiceKeys } from '../secrets/service-key.ts';
import { examine } from './doctor/doctor.ts';
import { rotateServiceKey } from './rotate-service-key.ts';
import { serviceKeyStatus } from './service-key-status.ts';

describe('processes that do not say any more that they run', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.close());

  const elsewhere = 'other-machine/7/1/0123456789abcdef';
  const insert = async (seen_at: number | null): Promise<void> => {
    const { db, keys } = harness.service.state;
    const current = keys.ring.currentId;
    const row = { process: elsewhere, keys: current, current, changed_at: 0, seen_at };
    await db.insertInto('key_holders').values(row).execute();
  };
  const rotate = () => rotateServiceKey(harness.service.state, { patience: 0, forgotten: [] });
  const findings = async () => {
    const settings = settingsOf({ data: harness.folder }, {});
    const report = await examine({ settings, serviceKeys: undefined, deep: false, online: false });
    return report.findings.filter(({ code }) => code === 'process-not-seen');
  };

  it('service-key rotate: one that was not seen for two minutes does not keep the new key from use', async () => {
    await insert(Date.now() - 121_000);
    expect(await rotate()).toMatchObject({ isCurrent: true, unaware: [] });
    const rows = await harness.service.state.db.selectFrom('key_holders').select('process').execute();
    expect(rows.map(({ process }) => process)).not.toContain(elsewhere);
  });

  it.each([
    ['seen a minute ago', () => Date.now() - 60_000],
    ['of an older version, which does not say when it was seen,', () => null],
  ])('service-key rotate, status: one %s is waited for, and named with that time', async (_, seenAt) => {
    const time = seenAt();
    await insert(time);
    const rotation = await rotate();
    expect(rotation.isCurrent).toBe(false);
    expect(rotation.unaware).toMatchObject([{ process: elsewhere, seenAt: time }]);
    expect((await serviceKeyStatus(harness.service.state)).behind).toMatchObject([
      { process: elsewhere, seenAt: time },
    ]);
    expect(await findings()).toEqual([]);
  });

  it('doctor: names one that was not seen for two minutes', async () => {
    const time = Date.now() - 121_000;
    await insert(time);
    const message = `The process ${elsewhere} was last seen at ${new Date(time).toISOString()}. It counts as ended.`;
    expect(await findings()).toMatchObject([{ severity: 'hint', message }]);
  });

  it('service-key rotate: a process says every 30 seconds that it runs', async () => {
    const { db, keys } = harness.service.state;
    const seenAt = async () => (await db.selectFrom('key_holders').select('seen_at').executeTakeFirstOrThrow()).seen_at;
    const long = performance.now() + 30_000;
    await db.updateTable('key_holders').set({ seen_at: 1 }).execute();
    expect(await keys.register(db, harness.now())).toBe(false);
    expect(await seenAt()).toBe(1);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(long);
    expect(await keys.register(db, harness.now()).finally(() => clock.mockRestore())).toBe(false);
    expect(Math.abs(Date.now() - ((await seenAt()) ?? 0))).toBeLessThan(30_000);
  });
});

it('service keys: a process that others take for ended does not use its keys, until it was seen again', () => {
  const ring = new KeyRing(parseServiceKeys(newServiceKey(), 'test'));
  const id = ring.current.id;
  ring.useUntil(performance.now() - 1);
  expect(() => ring.current).toThrow(expect.objectContaining({ code: 'busy' }));
  expect(() => ring.keys).toThrow(expect.objectContaining({ code: 'busy' }));
  ring.useUntil(performance.now() + 60_000);
  expect(ring.current.id).toBe(id);
});
