import { DateTime } from '@soapwright/runtime';

/** Times of a file in units of 100 ns since 1970 UTC; undefined: the service's clock. */
export interface FileTimes {
  readonly written?: bigint | undefined;
  readonly created?: bigint | undefined;
}

/** Cuts nanoseconds since 1970 to what the service keeps, towards the past. */
export function ticksOfNanoseconds(nanoseconds: bigint): bigint {
  return nanoseconds / 100n - (nanoseconds % 100n < 0n ? 1n : 0n);
}

/** Milliseconds since 1970. */
export function ticksOfMilliseconds(milliseconds: number): bigint {
  return BigInt(Math.floor(milliseconds)) * 10_000n;
}

export function ticksOfDateTime(time: DateTime): bigint {
  return ticksOfNanoseconds(time.epochNanoseconds);
}

export function dateTimeOfTicks(ticks: bigint | undefined): DateTime | undefined {
  return ticks === undefined ? undefined : DateTime.fromEpochNanoseconds(ticks * 100n);
}
