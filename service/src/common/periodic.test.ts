import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PeriodicTask } from './periodic.ts';

describe('a periodic task', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('runs again only when its last run has ended, and stop waits for the run under way', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let [begun, ended] = [0, 0];
    const task = new PeriodicTask(10, async () => {
      begun += 1;
      if (begun === 2) await held;
      ended += 1;
    });
    await vi.advanceTimersByTimeAsync(9);
    expect(begun).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect([begun, ended]).toEqual([2, 1]);
    let stopped = false;
    const stopping = task.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(100);
    expect([stopped, task.isStopped]).toEqual([false, true]);
    release();
    await stopping;
    await vi.advanceTimersByTimeAsync(100);
    expect([begun, ended]).toEqual([2, 2]);
  });
});
