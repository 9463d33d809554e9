/**
 * The bytes of uploads and published files, on a disk or in an object store. They are named as in the column `content` of
 * `entries`. Changes are durable when the call returns.
 */
export interface Content {
  /**
   * Reads a published file.
   *
   * @throws {StorageError} `lost` when bytes are missing; an error of the file system with the code `ENOENT` likewise.
   */
  read(content: string): AsyncIterable<Uint8Array>;
  /**
   * Opens a published file: its bytes can be read until it is closed, even when it is removed.
   *
   * @throws {StorageError} `lost` when there is no such file.
   */
  open(content: string): Promise<OpenPart>;
  /** Removes the bytes of a deleted upload or file, if they exist; returns the size of what the disk held. */
  remove(content: string): Promise<bigint>;
  /** Fails when nothing can be written. */
  probe(): Promise<void>;
}

/** A published part that is open. */
export interface OpenPart {
  readonly size: bigint;
  /** The bytes from `start` to the one before `end`, in pieces of 64 KiB at most. */
  read(start: bigint, end: bigint): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}
