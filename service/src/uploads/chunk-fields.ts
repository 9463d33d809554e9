import { DateTime } from '@soapwright/runtime';
import { Refusal } from '../common/rejection.ts';

/** The years 0001 to 9999, which a file's time lies in. */
const earliest = -621_355_968_000_000_000n;
const end = 2_534_023_008_000_000_000n;

/**
 * A file's time in units of 100 ns since 1970 UTC; what is finer is cut off.
 *
 * @throws {Refusal} `InvalidValue` when it is not in the years 0001 to 9999.
 */
export function ticksOfDateTime(time: DateTime | undefined, what: string): bigint | undefined {
  if (time === undefined) return undefined;
  const nanoseconds = time.epochNanoseconds;
  // Division cuts towards 1970, and the past is to be cut towards the past.
  const ticks = nanoseconds / 100n - (nanoseconds % 100n < 0n ? 1n : 0n);
  if (ticks < earliest || ticks >= end) throw new Refusal('InvalidValue', `${what} is not in the years 0001 to 9999.`);
  return ticks;
}

export function dateTimeOfTicks(ticks: bigint): DateTime {
  return DateTime.fromEpochNanoseconds(ticks * 100n);
}

/**
 * The leading bytes of a chunk that count. Callers send buffers of a fixed size, so there may be more.
 *
 * @throws {Refusal} `InvalidValue` when more should count than there are.
 */
export function countedBytes(data: Blob | undefined, bytesRead: number): Blob {
  const bytes = data ?? new Blob([]);
  if (bytesRead < 0) throw new Refusal('InvalidValue', `BytesRead is ${bytesRead}, and cannot be negative.`);
  if (bytesRead > bytes.size) {
    throw new Refusal('InvalidValue', `BytesRead is ${bytesRead}, and ChunkData holds ${bytes.size} bytes.`);
  }
  return bytesRead === bytes.size ? bytes : bytes.slice(0, bytesRead);
}
