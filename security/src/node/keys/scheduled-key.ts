import type { SigningKey } from './key.ts';

/** A key that signs from a time on. */
export interface ScheduledKey {
  readonly key: SigningKey;
  /** Default: from the beginning. */
  readonly from?: Date | undefined;
}

/**
 * The key of the time at which a message is signed, for `key` of `sign`: of those whose time has come, the one that came
 * last. So a program changes to a new certificate at the agreed time, without a restart.
 *
 * @param now the time in milliseconds since 1970.
 * @throws {TypeError} without exactly one key that signs from the beginning.
 */
export function scheduledKey(keys: readonly ScheduledKey[], now: () => number = Date.now): () => SigningKey {
  const [first, ...others] = [...keys].sort((one, other) => startOf(one) - startOf(other));
  if (first === undefined || first.from !== undefined || others.some(({ from }) => from === undefined)) {
    throw new TypeError('Of scheduled keys exactly one has no `from`: it signs from the beginning.');
  }
  return () => (others.findLast((one) => startOf(one) <= now()) ?? first).key;
}

function startOf({ from }: ScheduledKey): number {
  return from?.getTime() ?? Number.NEGATIVE_INFINITY;
}
