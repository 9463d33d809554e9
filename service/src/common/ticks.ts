import { DateTime } from '@soapwright/runtime';

/** The time of units of 100 ns since 1970 UTC. */
export function dateTimeOfTicks(ticks: bigint): DateTime {
  return DateTime.fromEpochNanoseconds(ticks * 100n);
}
