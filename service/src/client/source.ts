import type { FileTimes } from './file-times.ts';

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
