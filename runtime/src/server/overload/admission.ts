import type { RequestHead } from '../request-head.ts';

/**
 * Why a request was rejected: the queue is full, the request has waited too long in the queue or for the thread, or the
 * adapter's limit on connections, or on pending requests of one connection, is exceeded.
 */
export type ShedReason = 'queue-full' | 'queue-timeout' | 'thread-busy' | 'connections';

/** The requests that a server is working on. */
export interface ServerLoad {
  /** Requests whose handlers run. */
  readonly running: number;
  /** Requests in the queue. */
  readonly waiting: number;
}

/** A request that was completely received. */
export interface QueuedRequest<T> {
  /** Memory that it uses while it waits. */
  readonly bytes: number;
  run(): T | Promise<T>;
  reject(reason: ShedReason): T;
  /** `abort` is called when the caller disconnects, at once if it already has. */
  onAbort?(abort: () => void): void;
}

interface Waiting {
  readonly bytes: number;
  /** Deadline, by `performance.now`. */
  readonly until: number;
  start(): void;
  reject(reason: ShedReason): void;
}

/**
 * Limits how many requests run and wait at once; the others are rejected, so that accepted ones are served in time. A
 * request whose handler is synchronous costs two additions.
 */
export class Admission implements ServerLoad {
  readonly #limits: Overload;
  /** In order of arrival. */
  readonly #queue = new Set<Waiting>();
  #running = 0;
  #queuedBytes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limits: Overload) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Why to reject a request before its body is read; undefined to read it. */
  sheds({ waited, excess }: RequestHead): ShedReason | undefined {
    if (excess === true) return 'connections';
    if (waited !== undefined && waited > this.#limits.maxDelay) return 'thread-busy';
    const full = this.#running >= this.#limits.maxConcurrent && this.#queue.size >= this.#limits.maxQueued;
    return full ? 'queue-full' : undefined;
  }

  /** Runs a request at once, queues it, or rejects it. */
  admit<T>(request: QueuedRequest<T>): T | Promise<T> {
    const { maxConcurrent, maxQueued, maxQueuedBytes } = this.#limits;
    if (this.#running < maxConcurrent) return this.#start(request);
    if (this.#queue.size >= maxQueued || this.#queuedBytes + request.bytes > maxQueuedBytes) {
      return request.reject('queue-full');
    }
    // `then` runs the request in the asynchronous context of its caller, whichever request made room for it.
    return this.#turnOf(request).then((reason) => (reason === undefined ? this.#run(request) : request.reject(reason)));
  }

  #start<T>(request: QueuedRequest<T>): T | Promise<T> {
    this.#running += 1;
    return this.#run(request);
  }

  /** Runs a request that is counted already. */
  #run<T>(request: QueuedRequest<T>): T | Promise<T> {
    let outcome: T | Promise<T>;
    try {
      outcome = request.run();
    } catch (error) {
      this.#leave();
      throw error;
    }
    if (outcome instanceof Promise) void outcome.then(this.#leave, this.#leave);
    else this.#leave();
    return outcome;
  }

  /** Waits until the request may run, and is counted as running, or until it is rejected. */
  #turnOf(request: QueuedRequest<unknown>): Promise<ShedReason | undefined> {
    return new Promise((resolve) => this.#enqueue(request, resolve));
  }

  #enqueue(request: QueuedRequest<unknown>, resolve: (reason: ShedReason | undefined) => void): void {
    const waiting: Waiting = {
      bytes: request.bytes,
      until: performance.now() + this.#limits.queueTimeout,
      start: () => {
        this.#running += 1;
        resolve(undefined);
      },
      reject: resolve,
    };
    this.#queue.add(waiting);
    this.#queuedBytes += waiting.bytes;
    this.#timer ??= setTimeout(this.#expire, this.#limits.queueTimeout);
    // The caller has disconnected: free the place.
    request.onAbort?.(() => {
      if (this.#dequeue(waiting)) waiting.reject('queue-timeout');
    });
  }

  readonly #leave = (): void => {
    this.#running -= 1;
    if (this.#queue.size > 0) this.#startQueued();
  };

  #startQueued(): void {
    for (const waiting of this.#queue) {
      if (this.#running >= this.#limits.maxConcurrent) break;
      this.#dequeue(waiting);
      // On a busy thread the timer is late.
      if (performance.now() > waiting.until) waiting.reject('queue-timeout');
      else waiting.start();
    }
  }

  /** Removes a request from the queue; false if it was already removed. */
  #dequeue(waiting: Waiting): boolean {
    if (!this.#queue.delete(waiting)) return false;
    this.#queuedBytes -= waiting.bytes;
    if (this.#queue.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    return true;
  }

  /** All have the same timeout, so that the first one always expires first. */
  readonly #expire = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const waiting of this.#queue) {
      if (waiting.until > now) {
        this.#timer ??= setTimeout(this.#expire, waiting.until - now);
        break;
      }
      this.#dequeue(waiting);
      waiting.reject('queue-timeout');
    }
  };
}

/** How many requests a server handles at once. Times are in milliseconds. */
export interface OverloadOptions {
  /** Requests whose handlers run at once; default 256. `Infinity` for no limit. */
  readonly maxConcurrent?: number | undefined;
  /** Requests that wait until one of those ends; default 1,024, 0 for none. */
  readonly maxQueued?: number | undefined;
  /** Total size of the bodies of waiting requests, in bytes; default 256 MiB. */
  readonly maxQueuedBytes?: number | undefined;
  /** Maximum time that a request waits; default 5,000. */
  readonly queueTimeout?: number | undefined;
  /**
   * Maximum time that a request waits for a busy thread; default 2,000, `Infinity` for no limit. It is checked when the
   * request is first seen, and only on Node, where the adapter can measure it.
   */
  readonly maxDelay?: number | undefined;
  /** Value of `Retry-After` in rejections, rounded up to seconds; default 1,000. */
  readonly retryAfter?: number | undefined;
}

/** The options with their defaults. */
export type Overload = { readonly [name in keyof OverloadOptions]-?: number };

/** The default and minimum of each option, and whether it may be `Infinity`. */
const bounds: {
  readonly [name in keyof Overload]: { readonly otherwise: number; readonly least: number; readonly endless?: boolean };
} = {
  maxConcurrent: { otherwise: 256, least: 1, endless: true },
  maxQueued: { otherwise: 1_024, least: 0 },
  maxQueuedBytes: { otherwise: 256 * 1024 * 1024, least: 0 },
  queueTimeout: { otherwise: 5_000, least: 1 },
  maxDelay: { otherwise: 2_000, least: 1, endless: true },
  retryAfter: { otherwise: 1_000, least: 0 },
};

/** The longest time of a timer. */
const longest = 2 ** 31 - 1;

/** @throws {RangeError} for an invalid option. */
export function withOverloadDefaults(options: OverloadOptions = {}): Overload {
  const numbers = Object.entries(bounds).map(([name, { otherwise, least, endless = false }]) => {
    const value = options[name as keyof Overload] ?? otherwise;
    const most = name === 'queueTimeout' ? longest : Number.MAX_SAFE_INTEGER;
    const fits = Number.isSafeInteger(value)
      ? value >= least && value <= most
      : endless && value === Number.POSITIVE_INFINITY;
    if (!fits) {
      const wanted = `a whole number from ${least}${name === 'queueTimeout' ? ` to ${longest}` : ''}`;
      throw new RangeError(`overload.${name} must be ${wanted}${endless ? ' or Infinity' : ''}, and is ${value}.`);
    }
    return [name, value] as const;
  });
  return Object.fromEntries(numbers) as Overload;
}
