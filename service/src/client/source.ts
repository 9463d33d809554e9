import { DateTime } from '@soapwright/runtime';
import { UploadError } from './upload-error.ts';

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

/** What `Uploader.upload` takes. Text is no bytes: encode it first. */
export type UploadInput =
  | Blob
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>
  | UploadSource;

/** Something to upload that is opened when its turn comes, such as `fileSource(path)` of `client/node`. */
export interface UploadSource {
  /** What it is called, if the upload gives it no other name. */
  readonly name?: string | undefined;
  /** @throws {UploadError} `source-failed`. */
  open(): Promise<OpenSource>;
}

/** An open source of bytes. One upload reads it, one read at a time. */
export interface OpenSource {
  /** Bytes of all of it; undefined while that is not known. */
  readonly size: number | undefined;
  readonly times: FileTimes;
  /** Lets an upload of it be resumed by another process; undefined: it cannot be. */
  readonly identity?: SourceIdentity | undefined;
  /** The first offset that can still be read; 0 for what can be read again from its beginning. */
  readonly earliest: number;
  /**
   * The bytes from an offset on, `length` of them, or fewer when they end there. Bytes that were read stay as they are.
   *
   * @throws {UploadError} `source-failed`, `source-changed`, `aborted`.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Piece>;
  close(): Promise<void>;
}

export interface Piece {
  readonly bytes: Uint8Array;
  /** Nothing follows. */
  readonly isLast: boolean;
}

/** What a source is, across processes. */
export interface SourceIdentity {
  /** Where it is: an absolute path, say. */
  readonly place: string;
  /** What changes when its bytes do: size and time, say. */
  readonly version: string;
}

/** A Blob, or a File with its name and time. */
export function openBlob(blob: Blob): OpenSource {
  const modified = 'lastModified' in blob && typeof blob.lastModified === 'number' ? blob.lastModified : undefined;
  return {
    size: blob.size,
    times: { written: modified === undefined ? undefined : ticksOfMilliseconds(modified) },
    earliest: 0,
    async read(offset, length): Promise<Piece> {
      const end = Math.min(offset + length, blob.size);
      let bytes: Uint8Array;
      try {
        bytes = new Uint8Array(await blob.slice(offset, end).arrayBuffer());
      } catch (error) {
        // What a browser says of a file that was changed since it was chosen.
        throw new UploadError('source-failed', `The Blob cannot be read: ${messageOf(error)}`, { cause: error });
      }
      if (bytes.length !== end - offset) throw new UploadError('source-changed', 'The Blob is shorter than it was.');
      return { bytes, isLast: end === blob.size };
    },
    close: async () => undefined,
  };
}

/** Bytes in memory. They are read when they are sent: do not change them before. */
export function openBytes(bytes: Uint8Array): OpenSource {
  const { length: size } = bytes;
  return {
    size,
    times: {},
    earliest: 0,
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
