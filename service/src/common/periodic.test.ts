import { describe, expect, it } from 'vitest';
import { PeriodicTask } from './periodic.ts';

describe('a periodic task', () => {
  it('runs again only when its last run has ended, and stop waits for the run under way', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let [begun, ended] = [0, 0];
    const task = new PeriodicTask(1, async () => {
      begun += 1;
      if (begun === 2) await held;
      ended += 1;
    });
    await expect.poll(() => begun).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([begun, ended]).toEqual([2, 1]);
    let stopped = false;
    const stopping = task.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([stopped, task.isStopped]).toEqual([false, true]);
    release();
    await stopping;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([begun, ended]).toEqual([2, 2]);
  });
});
