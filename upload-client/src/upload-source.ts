import { DateTime } from '@soapwright/runtime';
import { UploadError } from './upload-error.ts';

/** Times of a file in units of 100 ns since 1970 UTC; undefined: the time of the upload. */
export interface FileTimes {
  readonly written?: bigint | undefined;
  readonly created?: bigint | undefined;
}

/** Rounds nanoseconds since 1970 down to units of 100 ns. */
export function ticksOfNanoseconds(nanoseconds: bigint): bigint {
  return nanoseconds / 100n - (nanoseconds % 100n < 0n ? 1n : 0n);
}

/** Milliseconds since 1970. */
function ticksOfMilliseconds(milliseconds: number): bigint {
  return BigInt(Math.floor(milliseconds)) * 10_000n;
}

export function ticksOfDateTime(time: DateTime): bigint {
  return ticksOfNanoseconds(time.epochNanoseconds);
}

export function dateTimeOfTicks(ticks: bigint | undefined): DateTime | undefined {
  return ticks === undefined ? undefined : DateTime.fromEpochNanoseconds(ticks * 100n);
}

/** Input of `Uploader.upload`. Encode text first. */
export type UploadInput =
  | Blob
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>
  | UploadSource;

/** A source that is opened when its upload starts, such as `fileSource(path)` of the entry `node`. */
export interface UploadSource {
  /** Default name of the file. */
  readonly name?: string | undefined;
  /** @throws {UploadError} `source-failed`. */
  open(): Promise<OpenSource>;
}

/** An open source of bytes. One upload reads it, one read at a time. */
export interface OpenSource {
  /** Total bytes; undefined while unknown. */
  readonly size: number | undefined;
  readonly times: FileTimes;
  /** Allows another process to resume the upload; undefined: not resumable. */
  readonly identity?: SourceIdentity | undefined;
  /** The first offset that can still be read; 0 for a source that can be read again. */
  readonly earliest: number;
  /** Whether any bytes can be read at any time: then a chunk is read while the one before it is sent. */
  readonly canReadAhead?: boolean | undefined;
  /**
   * Reads `length` bytes at an offset, or fewer at the end. The returned bytes must not change afterwards.
   *
   * @throws {UploadError} `source-failed`, `source-changed`, `aborted`.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Piece>;
  /**
   * Called before the last chunk is sent, which publishes the file.
   *
   * @throws {UploadError} `source-changed` when the bytes may have changed since they were read.
   */
  check?(): Promise<void>;
  close(): Promise<void>;
}

export interface Piece {
  readonly bytes: Uint8Array;
  /** The piece ends the source. */
  readonly isLast: boolean;
}

/** Identifies a source across processes. */
export interface SourceIdentity {
  /** Its location, such as an absolute path. */
  readonly place: string;
  /** Changes when its bytes change, such as size and time. */
  readonly version: string;
}

/** Opens a Blob, or a File with its time. */
export function openBlob(blob: Blob): OpenSource {
  const modified = 'lastModified' in blob && typeof blob.lastModified === 'number' ? blob.lastModified : undefined;
  return {
    size: blob.size,
    times: { written: modified === undefined ? undefined : ticksOfMilliseconds(modified) },
    earliest: 0,
    canReadAhead: true,
    async read(offset, length): Promise<Piece> {
      const end = Math.min(offset + length, blob.size);
      let bytes: Uint8Array;
      try {
        bytes = new Uint8Array(await blob.slice(offset, end).arrayBuffer());
      } catch (error) {
        // In browsers also for a file that changed after it was selected.
        throw new UploadError('source-failed', `The Blob cannot be read: ${messageOf(error)}`, { cause: error });
      }
      if (bytes.length !== end - offset) throw new UploadError('source-changed', 'The Blob is shorter than it was.');
      return { bytes, isLast: end === blob.size };
    },
    close: async () => undefined,
  };
}

/** Opens bytes in memory, which must not change until they are sent. */
export function openBytes(bytes: Uint8Array): OpenSource {
  const { length: size } = bytes;
  return {
    size,
    times: {},
    earliest: 0,
    canReadAhead: true,
    async read(offset, length): Promise<Piece> {
      const end = Math.min(offset + length, size);
      return { bytes: bytes.subarray(offset, end), isLast: end === size };
    },
    close: async () => undefined,
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
