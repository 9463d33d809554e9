/** How often and how soon a chunk is sent again. */
export interface Retry {
  /** How often one chunk is sent before the upload fails; 10 unless it is given, `Infinity` for no end. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt, doubled for each that follows; 250 unless it is given. */
  readonly firstDelay?: number | undefined;
  /** Milliseconds that are never exceeded; 30,000 unless it is given. */
  readonly longestDelay?: number | undefined;
}

export type RetrySettings = { readonly [name in keyof Retry]-?: number };

export const defaultRetry: RetrySettings = { attempts: 10, firstDelay: 250, longestDelay: 30_000 };

/**
 * Milliseconds to wait after so many failures: half of it is fixed, half of it chance, so that callers whose service
 * came back do not all come at once.
 */
export function delayAfter(failures: number, { firstDelay, longestDelay }: RetrySettings): number {
  const whole = Math.min(longestDelay, firstDelay * 2 ** (failures - 1));
  return whole / 2 + (Math.random() * whole) / 2;
}
