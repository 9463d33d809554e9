import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it, vi } from 'vitest';
import type { RequestHead } from '../request-head.ts';
import { Admission, type ShedReason, withOverloadDefaults } from './admission.ts';

const admission = (options: Parameters<typeof withOverloadDefaults>[0]): Admission =>
  new Admission(withOverloadDefaults(options));

/** Requests that end on demand, and their outcomes. */
function requests(into: Admission): {
  readonly ask: (name: string, bytes?: number) => void;
  readonly end: (name: string) => Promise<void>;
  readonly leave: (name: string) => Promise<void>;
  readonly seen: string[];
} {
  const seen: string[] = [];
  const ends = new Map<string, () => void>();
  const aborts = new Map<string, () => void>();
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    ask(name, bytes = 0) {
      void into.admit({
        bytes,
        run() {
          seen.push(`${name} runs`);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        },
        reject: (reason: ShedReason) => void seen.push(`${name} ${reason}`),
        onAbort: (abort) => void aborts.set(name, abort),
      });
    },
    end(name) {
      ends.get(name)?.();
      return settle();
    },
    leave(name) {
      aborts.get(name)?.();
      return settle();
    },
    seen,
  };
}

const head: RequestHead = {
  method: 'POST',
  target: '/',
  rawHeaders: [],
  scheme: 'http',
  needsHost: false,
  needsLength: false,
  peerAddress: undefined,
  codings: [],
};

describe('admission', () => {
  it('runs and queues a limited number, in order of arrival, and rejects the rest', async () => {
    const to = admission({ maxConcurrent: 2, maxQueued: 2 });
    const { ask, end, seen } = requests(to);
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name);
    expect(seen).toEqual(['a runs', 'b runs', 'e queue-full']);
    expect([to.running, to.waiting]).toEqual([2, 2]);
    expect(to.sheds(head)).toBe('queue-full');
    await end('b');
    expect(to.sheds(head)).toBeUndefined();
    await end('a');
    expect(seen.slice(3)).toEqual(['c runs', 'd runs']);
    await end('c');
    await end('d');
    expect([to.running, to.waiting]).toEqual([0, 0]);
  });

  it('responds immediately to requests that need no queue, in any number', () => {
    const to = admission({ maxConcurrent: 1, maxQueued: 0 });
    for (let at = 0; at < 1_000; at++) {
      expect(to.admit({ bytes: 0, run: () => at, reject: () => -1 })).toBe(at);
    }
    expect(to.running).toBe(0);
  });

  it('admits many that end immediately, one after the other', async () => {
    const to = admission({ maxConcurrent: 1, maxQueued: 10_000, queueTimeout: 60_000 });
    const { ask, end } = requests(to);
    ask('first');
    const responses = Array.from({ length: 10_000 }, (_, at) =>
      to.admit({ bytes: 0, run: () => at, reject: () => -1 }),
    );
    await end('first');
    expect(await Promise.all(responses)).toEqual(Array.from({ length: 10_000 }, (_, at) => at));
    expect([to.running, to.waiting]).toEqual([0, 0]);
  });

  it('rejects a request that waited too long, by its timer or when a busy thread admits it too late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const to = admission({ maxConcurrent: 1, maxQueued: 9, queueTimeout: 100 });
      const { ask, end, seen } = requests(to);
      ask('a');
      ask('b');
      await vi.advanceTimersByTimeAsync(60);
      ask('c');
      await vi.advanceTimersByTimeAsync(41);
      expect(seen).toEqual(['a runs', 'b queue-timeout']);
      vi.setSystemTime(Date.now() + 1_000);
      await vi.advanceTimersByTimeAsync(100);
      expect(seen.at(-1)).toBe('c queue-timeout');
      ask('d');
      await end('a');
      expect(seen.at(-1)).toBe('d runs');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('runs a request from the queue in the asynchronous context of its caller', async () => {
    const to = admission({ maxConcurrent: 1 });
    const caller = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const ask = (name: string): unknown =>
      caller.run(name, () =>
        to.admit({
          bytes: 0,
          async run() {
            await new Promise((resolve) => setImmediate(resolve));
            seen.push(caller.getStore());
          },
          reject: () => undefined,
        }),
      );
    await Promise.all([ask('a'), ask('b'), ask('c')]);
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('gives the place of a disconnected caller to others', async () => {
    const to = admission({ maxConcurrent: 1, maxQueued: 1 });
    const { ask, leave, end, seen } = requests(to);
    ask('a');
    ask('b');
    await leave('b');
    ask('c');
    await end('a');
    expect(seen).toEqual(['a runs', 'b queue-timeout', 'c runs']);
    await leave('c');
    expect(to.running).toBe(1);
    await end('c');
    expect(to.running).toBe(0);
  });

  it('limits the bytes of queued requests', () => {
    const to = admission({ maxConcurrent: 1, maxQueued: 9, maxQueuedBytes: 100 });
    const { ask, seen } = requests(to);
    ask('a', 1_000);
    ask('b', 60);
    ask('c', 60);
    ask('d', 40);
    expect(seen).toEqual(['a runs', 'c queue-full']);
    expect(to.waiting).toBe(2);
  });

  it('frees the place of a failed request', async () => {
    const to = admission({ maxConcurrent: 1, maxQueued: 0 });
    const fails = (): never => {
      throw new RangeError('x');
    };
    expect(() => to.admit({ bytes: 0, run: fails, reject: fails })).toThrow('x');
    const rejects = to.admit({ bytes: 0, run: () => Promise.reject(new RangeError('y')), reject: fails });
    await expect(rejects).rejects.toThrow('y');
    expect(to.running).toBe(0);
  });

  it('sheds by the head requests that waited for the thread, and those over an excess connection', () => {
    const to = admission({ maxDelay: 50 });
    expect(to.sheds({ ...head, waited: 50 })).toBeUndefined();
    expect(to.sheds({ ...head, waited: 51 })).toBe('thread-busy');
    expect(to.sheds({ ...head, excess: false })).toBeUndefined();
    expect(to.sheds({ ...head, excess: true })).toBe('connections');
    expect(admission({ maxDelay: Number.POSITIVE_INFINITY }).sheds({ ...head, waited: 1e9 })).toBeUndefined();
  });
});

describe('overload options', () => {
  it('are rejected by name if invalid', () => {
    for (const [name, values] of Object.entries({
      maxConcurrent: [0, 1.5, Number.NaN, -1],
      maxQueued: [-1, Number.POSITIVE_INFINITY],
      maxQueuedBytes: [-1],
      queueTimeout: [0, 2 ** 31],
      maxDelay: [0],
      retryAfter: [-1],
    })) {
      for (const value of values) expect(() => admission({ [name]: value })).toThrow(`overload.${name} must be`);
    }
    expect(withOverloadDefaults({ maxConcurrent: Number.POSITIVE_INFINITY, maxQueued: 0 })).toMatchObject({
      maxConcurrent: Number.POSITIVE_INFINITY,
      maxQueued: 0,
      queueTimeout: 5_000,
    });
  });
});
