import { describe, expect, it } from 'vitest';
import { Cancellation, SignalWatch } from './cancellation.ts';

/** A signal that counts its listeners. */
function counted(): { controller: AbortController; listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--;
    remove(...args);
  };
  return { controller, listeners: () => listeners };
}

describe('Cancellation', () => {
  it('notifies its listener and its signal, in any order of registration', () => {
    const reported: unknown[] = [];
    const early = new Cancellation();
    early.listen((reason) => reported.push(reason));
    const { signal } = early;
    expect(signal.aborted).toBe(false);
    early.cancel('first');
    early.cancel('second');
    expect(reported).toEqual(['first']);
    expect(signal.reason).toBe('first');

    const late = new Cancellation();
    late.cancel('third');
    late.listen((reason) => reported.push(reason));
    expect(reported).toEqual(['first', 'third']);
    expect(late.signal.reason).toBe('third');
  });
});

describe('SignalWatch', () => {
  it('adds one listener to a signal for any number of calls, and removes it', () => {
    const watch = new SignalWatch();
    const { controller, listeners } = counted();
    const ends = Array.from({ length: 100 }, () => watch.watch(controller.signal, () => undefined));
    expect(listeners()).toBe(1);
    for (const end of ends) end();
    expect(listeners()).toBe(0);
    ends[0]?.();
    expect(listeners()).toBe(0);
    watch.watch(controller.signal, () => undefined);
    expect(listeners()).toBe(1);
  });

  it('notifies each call once, and no ended call', () => {
    const watch = new SignalWatch();
    const { controller, listeners } = counted();
    const reported: string[] = [];
    const note = (): unknown => reported.push('both');
    watch.watch(controller.signal, note);
    watch.watch(controller.signal, note);
    watch.watch(controller.signal, () => reported.push('ended'))();
    controller.abort();
    expect(reported).toEqual(['both', 'both']);
    expect(listeners()).toBe(0);
  });
});
