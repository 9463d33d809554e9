/** Remembers nonces, so that nobody sends a token again. Processes may share one: a table with a unique column, or Redis. */
export interface ReplayStore {
  /**
   * Remembers a key until a time in milliseconds since 1970, at least.
   *
   * @returns false if it was known already.
   */
  add(key: string, until: number): boolean | Promise<boolean>;
}

/**
 * Nonces of one process, in memory.
 *
 * @param most number of nonces; with that number in use, further tokens are rejected. Default 100,000.
 */
export function memoryReplayStore(most = 100_000, now: () => number = Date.now): ReplayStore {
  const known = new Map<string, number>();
  return {
    add(key, until) {
      if (known.has(key)) return false;
      if (known.size >= most) for (const [old, end] of known) if (end < now()) known.delete(old);
      if (known.size >= most) return false;
      known.set(key, until);
      return true;
    },
  };
}
