import { asStorageError, errorCode, StorageError } from '../common/storage-error.ts';
import type { Content } from '../storage/content/content.ts';
import { newHash } from '../storage/content/content-store.ts';
import type { Db } from '../storage/tables.ts';
import { findPath, type TreeEntry } from './entry-tree.ts';
import { OperatorError } from './operator-context.ts';
import { writeFile } from './write-file.ts';

/** Where files are read from. */
export interface StoredFiles {
  readonly db: Db;
  readonly store: Content;
}

/**
 * The bytes of a file; checks their number and their SHA-256 against the database.
 *
 * @throws {StorageError} `lost` when bytes are missing, or have changed; after the last byte.
 */
export async function* storedBytes({ store }: StoredFiles, file: TreeEntry): AsyncGenerator<Uint8Array> {
  let read = 0n;
  const hash = newHash();
  try {
    for await (const piece of store.read(file.content ?? '')) {
      read += BigInt(piece.length);
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw asStorageError(error);
    throw new StorageError('lost', `The content of ${file.path} is missing. Run doctor.`, error);
  }
  if (read !== file.size) {
    throw new StorageError('lost', `${file.path} should have ${file.size} bytes, and has ${read}. Run doctor.`);
  }
  const digest = hash.digest('hex');
  if (file.digest !== null && digest !== file.digest) {
    throw new StorageError(
      'lost',
      `${file.path} has changed on the disk: its SHA-256 is ${digest}, and should be ${file.digest}. Restore it from a backup.`,
    );
  }
}

/**
 * Works with a file. If an upload replaces its content during the work, starts over with the new content.
 *
 * @param work must be restartable.
 */
export async function withFile<T>(
  stored: StoredFiles,
  file: TreeEntry,
  work: (file: TreeEntry) => Promise<T>,
): Promise<T> {
  for (let current = file; ; ) {
    try {
      return await work(current);
    } catch (error) {
      const now =
        error instanceof StorageError && error.code === 'lost' ? await findPath(stored.db, file.path) : undefined;
      if (now?.kind !== 'file' || now.content === current.content) throw error;
      current = now;
    }
  }
}

/** A stream, or a file on the disk, which gets the time of the source. */
export type Destination =
  | { readonly write: (piece: Uint8Array) => Promise<void> }
  | { readonly output: string; readonly force: boolean };

/**
 * Reads one file.
 *
 * @throws {OperatorError} `no-such-file` or `already-there`; {@link Rejection} `InvalidPath`.
 * @throws {StorageError}
 */
export async function getFile(stored: StoredFiles, path: string, destination: Destination): Promise<void> {
  const file = await findPath(stored.db, path);
  if (file === undefined) throw new OperatorError('no-such-file', `There is no file ${path}.`);
  if (file.kind === 'folder') throw new OperatorError('no-such-file', `${path} is a folder: use files export.`);
  if ('write' in destination) {
    await toStream(stored, file, destination.write);
    return;
  }
  const { output, force } = destination;
  await withFile(stored, file, (current) => {
    const bytes = storedBytes(stored, current);
    return writeFile(output, { bytes, writtenTicks: current.writtenTicks, force });
  });
}

/** A stream cannot start over once bytes were written. */
async function toStream(
  stored: StoredFiles,
  file: TreeEntry,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  let started = false;
  await withFile(stored, file, async (current) => {
    if (started) throw new StorageError('lost', `${file.path} changed while it was read. Get it again.`);
    for await (const piece of storedBytes(stored, current)) {
      started = true;
      await write(piece);
    }
  });
}
