import type { RequestHead } from '../request-head.ts';

/**
 * Why a request was sent away: as many wait as may, it has waited too long for others to end or for the thread, or the
 * adapter has as many connections, or unanswered requests on one, as it may.
 */
export type ShedReason = 'queue-full' | 'queue-timeout' | 'thread-busy' | 'connections';

/** What a server has taken on. */
export interface ServerLoad {
  /** Requests whose handlers run. */
  readonly running: number;
  /** Requests that wait for one of those to end. */
  readonly waiting: number;
}

/** One request that has come whole. */
export interface QueuedRequest<T> {
  /** Bytes that it holds while it waits. */
  readonly bytes: number;
  run(): T | Promise<T>;
  refuse(reason: ShedReason): T;
  /** `abort` is called when the caller is gone, at once if it is gone already. */
  onAbort?(abort: () => void): void;
}

interface Waiting {
  readonly bytes: number;
  /** When it has waited long enough, by `performance.now`. */
  readonly until: number;
  start(): void;
  refuse(reason: ShedReason): void;
}

/**
 * Lets so many requests run at once and so many wait; the others are sent away, so that those that are served are served
 * in time. A request that is answered without waiting for anything costs two additions.
 */
export class Admission implements ServerLoad {
  readonly #limits: Overload;
  /** In the order in which they came. */
  readonly #queue = new Set<Waiting>();
  #running = 0;
  #queuedBytes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #letting = false;

  constructor(limits: Overload) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Why a request is to be sent away by its head alone, before its body is read; undefined when it is not. */
  sheds({ waited, excess }: RequestHead): ShedReason | undefined {
    if (excess === true) return 'connections';
    if (waited !== undefined && waited > this.#limits.maxDelay) return 'thread-busy';
    const full = this.#running >= this.#limits.maxConcurrent && this.#queue.size >= this.#limits.maxQueued;
    return full ? 'queue-full' : undefined;
  }

  /** Runs a request now, or when it is its turn, or refuses it. */
  admit<T>(request: QueuedRequest<T>): T | Promise<T> {
    const { maxConcurrent, maxQueued, maxQueuedBytes } = this.#limits;
    if (this.#running < maxConcurrent) return this.#start(request);
    if (this.#queue.size >= maxQueued || this.#queuedBytes + request.bytes > maxQueuedBytes) {
      return request.refuse('queue-full');
    }
    return new Promise((resolve, reject) => this.#enqueue(request, resolve, reject));
  }

  #start<T>(request: QueuedRequest<T>): T | Promise<T> {
    this.#running += 1;
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

  #enqueue<T>(
    request: QueuedRequest<T>,
    resolve: (outcome: T | Promise<T>) => void,
    reject: (error: unknown) => void,
  ): void {
    const waiting: Waiting = {
      bytes: request.bytes,
      until: performance.now() + this.#limits.queueTimeout,
      start: () => {
        try {
          resolve(this.#start(request));
        } catch (error) {
          reject(error);
        }
      },
      refuse: (reason) => resolve(request.refuse(reason)),
    };
    this.#queue.add(waiting);
    this.#queuedBytes += waiting.bytes;
    this.#timer ??= setTimeout(this.#expire, this.#limits.queueTimeout);
    // Nobody is there any more to be answered, and others need the place.
    request.onAbort?.(() => {
      if (this.#take(waiting)) waiting.refuse('queue-timeout');
    });
  }

  readonly #leave = (): void => {
    this.#running -= 1;
    if (this.#queue.size > 0) this.#letIn();
  };

  /** Requests that end at once come back here: the loop that let them in goes on, rather than one inside of it. */
  #letIn(): void {
    if (this.#letting) return;
    this.#letting = true;
    for (const waiting of this.#queue) {
      if (this.#running >= this.#limits.maxConcurrent) break;
      this.#take(waiting);
      // A timer that a busy thread has held up must not let in what has waited too long.
      if (performance.now() > waiting.until) waiting.refuse('queue-timeout');
      else waiting.start();
    }
    this.#letting = false;
  }

  /** Takes it out of the queue; false when it was out already. */
  #take(waiting: Waiting): boolean {
    if (!this.#queue.delete(waiting)) return false;
    this.#queuedBytes -= waiting.bytes;
    if (this.#queue.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    return true;
  }

  /** All wait equally long, so that the first one is always the next to have waited enough. */
  readonly #expire = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const waiting of this.#queue) {
      if (waiting.until > now) {
        this.#timer ??= setTimeout(this.#expire, waiting.until - now);
        break;
      }
      this.#take(waiting);
      waiting.refuse('queue-timeout');
    }
  };
}

/** How much a server takes on at once. Each one that is left out keeps its default; times are in milliseconds. */
export interface OverloadOptions {
  /** Requests whose handlers run at once; default 256. `Infinity` for as many as come. */
  readonly maxConcurrent?: number | undefined;
  /** Requests that wait for one of those to end; default 1,024, 0 for none. */
  readonly maxQueued?: number | undefined;
  /** Bytes of the bodies of those that wait; default 256 MiB. */
  readonly maxQueuedBytes?: number | undefined;
  /** How long a request waits at most; default 5,000. */
  readonly queueTimeout?: number | undefined;
  /**
   * How long a request may wait for the thread that others keep busy; default 2,000, `Infinity` for however long. It is
   * asked when the request is seen at last, and counts where the adapter can tell: on Node.
   */
  readonly maxDelay?: number | undefined;
  /** What `Retry-After` says to those who are sent away, in whole seconds; default 1,000. */
  readonly retryAfter?: number | undefined;
}

/** The options, with the defaults of those that were left out. */
export interface Overload {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
  readonly maxQueuedBytes: number;
  readonly queueTimeout: number;
  readonly maxDelay: number;
  readonly retryAfter: number;
}

export const defaultOverload: Overload = Object.freeze({
  maxConcurrent: 256,
  maxQueued: 1_024,
  maxQueuedBytes: 256 * 1024 * 1024,
  queueTimeout: 5_000,
  maxDelay: 2_000,
  retryAfter: 1_000,
});

/** Of each option the least that it may be, and whether it may be `Infinity`. */
const bounds: { readonly [name in keyof Overload]: { readonly least: number; readonly endless: boolean } } = {
  maxConcurrent: { least: 1, endless: true },
  maxQueued: { least: 0, endless: false },
  maxQueuedBytes: { least: 0, endless: false },
  queueTimeout: { least: 1, endless: false },
  maxDelay: { least: 1, endless: true },
  retryAfter: { least: 0, endless: false },
};

/** The longest time that a timer can wait for. */
const longest = 2 ** 31 - 1;

/** @throws {RangeError} for an option that is no such number. */
export function withOverloadDefaults(options: OverloadOptions = {}): Overload {
  const all = { ...defaultOverload };
  for (const name of Object.keys(bounds) as (keyof Overload)[]) {
    const value = options[name];
    if (value === undefined) continue;
    const { least, endless } = bounds[name];
    const fits = Number.isSafeInteger(value) ? value >= least : endless && value === Number.POSITIVE_INFINITY;
    if (!fits || (name === 'queueTimeout' && value > longest)) {
      const wanted = `a whole number from ${least}${name === 'queueTimeout' ? ` to ${longest}` : ''}`;
      throw new RangeError(`overload.${name} must be ${wanted}${endless ? ' or Infinity' : ''}, and is ${value}.`);
    }
    all[name] = value;
  }
  return all;
}
