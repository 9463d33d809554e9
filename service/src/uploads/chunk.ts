import type { DateTime } from '@soapwright/runtime';
import { Rejection } from '../common/rejection.ts';
import { type Digest, digestOf } from '../storage/content/content-store.ts';
import type { ApiKey, FolderKey } from '../storage/credentials.ts';

/** A chunk whose own fields are valid. */
export interface Chunk {
  readonly requestId: string;
  readonly apiKey: ApiKey;
  readonly folderKey: FolderKey;
  /** In NFC. */
  readonly fileName: string;
  /** Undefined for a first chunk. */
  readonly token: string | undefined;
  /** The first BytesRead bytes. */
  readonly bytes: Blob;
  readonly offset: bigint;
  readonly isLast: boolean;
  /** SHA-256 of the whole file as its sender computed it, in hexadecimal; undefined: not sent. For a last chunk only. */
  readonly fileDigest: Digest | undefined;
  readonly writtenTicks: bigint | undefined;
  readonly creationTicks: bigint | undefined;
}

/**
 * The digest of a last chunk, to recognise a resend after the file is published.
 *
 * @param known the digest of the chunk, if it was computed.
 */
export async function lastDigest(chunk: Pick<Chunk, 'bytes' | 'isLast'>, known?: Digest): Promise<Digest | ''> {
  return chunk.isLast ? (known ?? (await digestOf(chunk.bytes))) : '';
}

/** The years 0001 to 9999. */
const earliest = -621_355_968_000_000_000n;
const end = 2_534_023_008_000_000_000n;

/**
 * A file's time in units of 100 ns since 1970 UTC, rounded down. Undefined for no time and for 0001-01-01T00:00:00 in any
 * zone: ASP.NET proxies send DateTime.MinValue for a time that was not set.
 *
 * @param what name of the field, for the message.
 * @throws {Rejection} `InvalidValue` when it is not in the years 0001 to 9999.
 */
export function ticksOfDateTime(time: DateTime | undefined, what: string): bigint | undefined {
  if (time === undefined || isMinValue(time)) return undefined;
  const nanoseconds = time.epochNanoseconds;
  // BigInt division truncates towards zero.
  const ticks = nanoseconds / 100n - (nanoseconds % 100n < 0n ? 1n : 0n);
  if (ticks < earliest || ticks >= end)
    throw new Rejection('InvalidValue', `${what} is not in the years 0001 to 9999.`);
  return ticks;
}

function isMinValue({ year, month, day, hour, minute, second, fraction }: DateTime): boolean {
  return year === 1 && month === 1 && day === 1 && hour === 0 && minute === 0 && second === 0 && fraction === '';
}

/**
 * The first `bytesRead` bytes of a chunk. Callers send buffers of a fixed size, so there may be more.
 *
 * @throws {Rejection} `InvalidValue` when there are fewer.
 */
export function countedBytes(data: Blob | undefined, bytesRead: number): Blob {
  const bytes = data ?? new Blob([]);
  if (bytesRead < 0) throw new Rejection('InvalidValue', `BytesRead is ${bytesRead}, and cannot be negative.`);
  if (bytesRead > bytes.size) {
    throw new Rejection('InvalidValue', `BytesRead is ${bytesRead}, and ChunkData holds ${bytes.size} bytes.`);
  }
  return bytesRead === bytes.size ? bytes : bytes.slice(0, bytesRead);
}
