import { createHash, type Hash } from 'node:crypto';
import { blobPieces, blobViews } from '@soapwright/runtime/server';
import { errorCode, StorageError } from '../../common/storage-error.ts';
import type { Content } from './content.ts';

/** SHA-256 of bytes, in hexadecimal. */
export type Digest = string;

/**
 * Storage of the bytes of uploads and files on the disk. A part is named by its upload and generation; it is either in the spool,
 * where it grows, or published and immutable. Changes are durable when the call returns. Any number of processes may use
 * a store; leases in the database ensure that only one writes to a part at a time.
 */
export interface ContentStore extends Content {
  /**
   * Writes bytes at an offset of a part in the spool and truncates the part after them; offset 0 creates the part. The
   * bytes of a streamed field become a new part by a rename. A part of an unfinished upload that is published already,
   * since its publisher stopped before the commit, is moved back to the spool first.
   *
   * @returns the hash of all bytes, computed without reading them from the disk.
   * @throws {StorageError} `lost` when the part has fewer than `offset` bytes.
   */
  write(part: string, offset: bigint, bytes: Blob, options?: WriteOptions): Promise<Hash>;
  /** Whether a part has these bytes at the offset; it is found as by `write`. */
  matches(part: string, offset: bigint, bytes: Blob): Promise<boolean>;
  /**
   * Reads the bytes of a part from one offset to another; the part is found as by `write`.
   *
   * @throws {StorageError} `lost` when the part has fewer bytes.
   */
  readSpooled(part: string, from: bigint, to: bigint): AsyncIterable<Uint8Array>;
  /** Removes a part from the spool, not its published copy; returns its size, 0 if it does not exist. */
  removeSpooled(part: string): Promise<bigint>;
  /** Copies the first `size` bytes of a spooled or published part to a new part in the spool. */
  copy(from: string, to: string, size: bigint): Promise<void>;
  /** Moves a part from the spool to the published parts. */
  publish(part: string): Promise<void>;
  /** Writes bytes as a new published part, and returns their hash. The bytes of a streamed field become it by a rename. */
  writePublished(part: string, bytes: Blob): Promise<Hash>;
  /** Parts that were last modified before a time in milliseconds since 1970. */
  spooledBefore(time: number): AsyncIterable<string>;
  publishedBefore(time: number): AsyncIterable<string>;
  /** Removes files of probes and streamed fields that killed processes left before a time. */
  removeTracesBefore(time: number): Promise<void>;
  /** Reserves disk space for the database. On a full disk it reserves the rest, and fails. */
  keepReserve(): Promise<void>;
  /** Frees the reserved space. */
  releaseReserve(): Promise<void>;
}

export interface WriteOptions {
  /** Of the bytes before the offset; it may be changed. */
  readonly hash?: Hash | undefined;
  /** Whether the part is published after it. */
  readonly isLast?: boolean | undefined;
}

/** The name of a part. */
export function partName(uploadId: string, generation: number): string {
  return `${uploadId}.${generation}`;
}

/** The upload that a part belongs to. */
export function uploadOfPart(part: string): string {
  return part.slice(0, part.indexOf('.'));
}

/** The id of the data key that seals the bytes of an upload or part; undefined: they are plain. */
export function dataKeyOf(name: string): string | undefined {
  return name[19] === 'k' ? name.slice(20, 32) : undefined;
}

/** The keys that seal bytes. */
export interface DataKeySource {
  /**
   * @param id of a data key, which `dataKeyOf` has found.
   * @returns 32 bytes.
   * @throws {StorageError} `key-destroyed`; `other-key`; `busy` when the key-management system fails.
   */
  key(id: string): Promise<Uint8Array>;
}

/**
 * The data key that seals the bytes of an upload or part; undefined: they are plain.
 *
 * @throws {StorageError} as `DataKeySource.key`; `other-key` without keys.
 */
export async function dataKeyFor(name: string, keys: DataKeySource | undefined): Promise<Uint8Array | undefined> {
  const id = dataKeyOf(name);
  if (id === undefined) return undefined;
  if (keys === undefined) throw new StorageError('other-key', `${name} is sealed, and no keys are given.`);
  return await keys.key(id);
}

/** Whether nobody can read the bytes of an upload or part any more, since their data key was destroyed. */
export async function isDestroyed(name: string, keys: DataKeySource | undefined): Promise<boolean> {
  return await dataKeyFor(name, keys).then(
    () => false,
    (error: unknown) => errorCode(error) === 'key-destroyed',
  );
}

/** Number of parts in one query. */
export const batchSize = 200;

export async function* batchesOf(parts: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  for await (const part of parts) {
    batch.push(part);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** The bytes in pieces, each with its offset; a piece is valid until the next one is read. */
export async function* piecesOf(bytes: Blob): AsyncGenerator<{ readonly at: number; readonly piece: Uint8Array }> {
  let at = 0;
  for await (const piece of blobPieces(bytes)) {
    yield { at, piece };
    at += piece.length;
  }
}

/** A SHA-256 of no bytes, to be updated. */
export function newHash(): Hash {
  return createHash('sha256');
}

/** The digest of the bytes until now; the hash can be updated further. */
export function digestSoFar(hash: Hash): Digest {
  return hash.copy().digest('hex');
}

export async function digestOf(bytes: Blob): Promise<Digest> {
  const arrived = arrivedHash(bytes);
  if (arrived !== undefined) return digestSoFar(arrived);
  const hash = newHash();
  await addTo([hash], bytes);
  return hash.digest('hex');
}

/** Updates hashes with bytes, which are read once. */
export async function addTo(hashes: readonly Hash[], bytes: Blob): Promise<void> {
  const add = (piece: Uint8Array): void => {
    for (const hash of hashes) hash.update(piece);
  };
  const views = blobViews(bytes);
  if (views === undefined) for await (const piece of blobPieces(bytes)) add(piece);
  else views.forEach(add);
}

/** Hashes of Blobs whose bytes were hashed while they arrived. */
const arrivedHashes = new WeakMap<Blob, Hash>();

export function noteArrival(bytes: Blob, hash: Hash): void {
  arrivedHashes.set(bytes, hash);
}

/** The hash of a Blob that was computed while its bytes arrived; update a copy of it only. */
export function arrivedHash(bytes: Blob): Hash | undefined {
  return arrivedHashes.get(bytes);
}
