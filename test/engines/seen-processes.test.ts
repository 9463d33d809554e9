import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rotateServiceKey } from '../../service/src/operator/rotate-service-key.ts';
import { givenKeys } from '../../service/src/secrets/key-source.ts';
import { parseServiceKeys } from '../../service/src/secrets/service-key.ts';
import { type Harness, startHarness } from '../support/service/harness.ts';

const both = givenKeys(parseServiceKeys(`${'07'.repeat(32)}\n${'08'.repeat(32)}`, 'test'), 'test');

describe('processes on PostgreSQL that do not say any more that they run', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ serviceKeys: both });
  });
  afterEach(() => harness.close());

  const insert = async (process: string, secondsAgo: number): Promise<void> => {
    const { db, keys } = harness.service.state;
    const { now } = harness;
    const current = keys.ring.currentId;
    await db
      .insertInto('key_holders')
      .values({ process, keys: current, current, changed_at: 0, seen_at: now() - secondsAgo * 1000 })
      .execute();
  };

  it('service-key rotate: those seen within two minutes by the clock of the database are waited for, the others not', async () => {
    await insert('machine-1/7/1/a', 10);
    await insert('machine-2/7/1/b', 200);
    const options = { patience: 0, forgotten: [] };
    const first = await rotateServiceKey(harness.service.state, options);
    expect(first.isCurrent).toBe(false);
    expect(first.unaware.map(({ process }) => process)).toEqual(['machine-1/7/1/a']);
    await harness.service.state.db
      .updateTable('key_holders')
      .set({ seen_at: 0 })
      .where('process', '=', 'machine-1/7/1/a')
      .execute();
    expect(await rotateServiceKey(harness.service.state, options)).toMatchObject({ isCurrent: true, unaware: [] });
  });
});
