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
