import { describe, expect, it } from 'vitest';
import { ThreadDelay } from './node-request-head.ts';

function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the delay of the thread', () => {
  it('measures how long the thread was busy with other requests of the same turn', async () => {
    const clock = new ThreadDelay();
    expect(clock.milliseconds()).toBe(0);
    let waited = 0;
    const began = performance.now();
    for (let at = 0; at < 10; at++) {
      work(5);
      const now = clock.milliseconds();
      expect(now).toBeGreaterThanOrEqual(waited);
      waited = now;
    }
    // All but the longest of ten stretches, whatever else the machine had to do.
    expect(waited).toBeGreaterThanOrEqual(45);
    expect(waited).toBeLessThan(performance.now() - began);
    await nextTurn();
    expect(clock.milliseconds()).toBe(0);
  });

  it('ignores a single stall', () => {
    const clock = new ThreadDelay();
    clock.milliseconds();
    const before = performance.now();
    work(100);
    expect(clock.milliseconds()).toBe(0);
    // Only time outside of the stall counts.
    expect(clock.milliseconds()).toBeLessThan(performance.now() - before - 99);
  });

  it('tells requests that come one by one from those that come together', async () => {
    const clock = new ThreadDelay();
    clock.milliseconds();
    expect(clock.isSingle).toBe(false);
    await nextTurn();
    clock.milliseconds();
    expect(clock.isSingle).toBe(true);
    clock.milliseconds();
    expect(clock.isSingle).toBe(false);
    await nextTurn();
    clock.milliseconds();
    expect(clock.isSingle).toBe(false);
  });
});
