/** Retries of a chunk. */
export interface Retry {
  /** Attempts per chunk before the upload fails; default 10, or `Infinity` if `patience` is set. */
  readonly attempts?: number | undefined;
  /** Delay before the second attempt in milliseconds, doubled for each further one; default 250. */
  readonly firstDelay?: number | undefined;
  /** Maximum delay in milliseconds; default 30,000. */
  readonly longestDelay?: number | undefined;
  /**
   * Milliseconds from the first failed attempt of a chunk until the upload fails; default 900,000 (15 minutes). A service
   * that asks for a longer wait ends the upload at once.
   */
  readonly patience?: number | undefined;
  /** The same until the service has answered this uploader for the first time; default: `patience`. */
  readonly firstPatience?: number | undefined;
}

export type RetrySettings = { readonly [name in keyof Retry]-?: number };

/**
 * Milliseconds to wait after a number of failures: half fixed, half random, so that callers do not retry at the same time.
 */
export function delayAfter(
  failures: number,
  { firstDelay, longestDelay }: Pick<RetrySettings, 'firstDelay' | 'longestDelay'>,
): number {
  const whole = Math.min(longestDelay, firstDelay * 2 ** (failures - 1));
  return whole / 2 + (Math.random() * whole) / 2;
}
