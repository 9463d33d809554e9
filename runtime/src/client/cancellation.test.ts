import { describe, expect, it } from 'vitest';
import { Cancellation } from './cancellation.ts';
import { watchSignal as watchByFetch } from './fetch-transport.ts';
import { watchSignal } from './node/signal-watch.ts';

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

describe('watchSignal', () => {
  it('adds one listener to a signal for any number of calls, and removes it', () => {
    const { controller, listeners } = counted();
    const ends = Array.from({ length: 100 }, () => watchSignal(controller.signal, () => undefined));
    expect(listeners()).toBe(1);
    for (const end of ends) end();
    expect(listeners()).toBe(0);
    ends[0]?.();
    expect(listeners()).toBe(0);
    watchSignal(controller.signal, () => undefined);
    expect(listeners()).toBe(1);
  });

  it('notifies each call once, and no ended call', () => {
    const { controller, listeners } = counted();
    const reported: string[] = [];
    const note = (): unknown => reported.push('both');
    watchSignal(controller.signal, note);
    watchSignal(controller.signal, note);
    watchSignal(controller.signal, () => reported.push('ended'))();
    controller.abort();
    expect(reported).toEqual(['both', 'both']);
    expect(listeners()).toBe(0);
  });

  it('notifies calls by `fetch`, and no ended call', () => {
    const { controller, listeners } = counted();
    const reported: string[] = [];
    const end = watchByFetch(controller.signal, () => reported.push('first'));
    watchByFetch(controller.signal, () => reported.push('second'));
    watchByFetch(controller.signal, () => reported.push('ended'))();
    expect(listeners()).toBe(2);
    controller.abort();
    end();
    expect(reported).toEqual(['first', 'second']);
    expect(listeners()).toBe(1);
  });
});
