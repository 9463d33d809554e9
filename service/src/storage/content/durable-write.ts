import type { Hash } from 'node:crypto';
import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { isSpooled } from '@soapwright/runtime/server';
import { isInMemory } from '@soapwright/runtime/server/node';
import { StorageError } from '../../common/storage-error.ts';
import { arrivedHash, piecesOf } from './content-store.ts';

/** Moves the file of a streamed field, for which there was no memory, to a path; false for bytes in memory. */
export async function movedTo(path: string, bytes: Blob): Promise<boolean> {
  if (isInMemory(bytes) || !isSpooled(bytes)) return false;
  await bytes.moveTo(path);
  return true;
}

/** How bytes are appended to a part. */
export interface AppendOptions {
  /** Offset of the first one; the part is truncated after the last one. */
  readonly start: number;
  /** Of the bytes before. */
  readonly hash: Hash;
  /** Whether the part has all of its bytes then. */
  readonly isFinal: boolean;
  /** Syncs the file, and its name where that is new. */
  readonly sync: () => Promise<void>;
}

/**
 * Appends bytes to a part, unless they were moved there.
 *
 * @param file may be open for writes past the page cache.
 * @returns the hash of all bytes.
 * @throws {StorageError} `lost` when the part has fewer bytes than are before.
 */
export async function writeDurably(
  file: FileHandle,
  part: string,
  bytes: Blob,
  { start, hash, moved, sync }: Omit<AppendOptions, 'isFinal'> & { readonly moved: boolean },
): Promise<Hash> {
  // At once: the state of an open file needs no disk.
  const { size } = fstatSync(file.fd);
  if (size < start) throw lost(part, start);
  // Truncated when the disk was full: the caller has to send them again.
  if (moved && size !== bytes.size) throw new StorageError('full', 'The spool file was truncated.');
  try {
    const done = moved ? await hashOfMoved(bytes, hash) : await writeBytes(file, bytes, start, hash);
    if (size > start + bytes.size) await file.truncate(start + bytes.size);
    await sync();
    return done;
  } catch (error) {
    // On a full disk these bytes would leave no space for the database.
    await file.truncate(start).catch(() => undefined);
    throw error;
  }
}

/** The error about a part that has no bytes up to an offset. */
export function lost(part: string, needed: bigint | number): StorageError {
  return new StorageError('lost', `The spool file ${part} should have ${needed} bytes, and has not.`);
}

/** Writes and hashes bytes at a position. */
async function writeBytes(file: FileHandle, bytes: Blob, start: number, hash: Hash): Promise<Hash> {
  const arrived = start === 0 ? arrivedHash(bytes)?.copy() : undefined;
  if (isInMemory(bytes)) {
    await bytes.writeTo(file, start, arrived === undefined ? hash : undefined);
    return arrived ?? hash;
  }
  for await (const { at, piece } of piecesOf(bytes)) {
    if (arrived === undefined) hash.update(piece);
    await writeFully(file, piece, start + at);
  }
  return arrived ?? hash;
}

/** The hash of bytes that were moved to the start of a part. */
async function hashOfMoved(bytes: Blob, hash: Hash): Promise<Hash> {
  const arrived = arrivedHash(bytes);
  if (arrived !== undefined) return arrived.copy();
  for await (const { piece } of piecesOf(bytes)) hash.update(piece);
  return hash;
}

/** A single write may be partial. */
async function writeFully(file: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesWritten } = await file.write(piece, done, piece.length - done, position + done);
    done += bytesWritten;
  }
}

/** Waits for all, also when one fails: the caller may then close or remove their files. */
export async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  for (const done of await Promise.allSettled(work)) if (done.status === 'rejected') throw done.reason;
}
