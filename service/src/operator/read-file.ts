import { asStorageError, errorCode, StorageError } from '../common/storage-error.ts';
import type { ContentStore } from '../storage/content/content-store.ts';
import type { Db } from '../storage/tables.ts';
import { findPath, type TreeEntry } from './entry-tree.ts';
import { OperatorError } from './operator-context.ts';
import { writeFile } from './write-file.ts';

/** What files are read from. */
export interface StoredFiles {
  readonly db: Db;
  readonly store: ContentStore;
}

/**
 * The bytes of a file, checked to be as many as the database says.
 *
 * @throws {StorageError} `lost` when they are not there.
 */
export async function* storedBytes({ store }: StoredFiles, file: TreeEntry): AsyncGenerator<Uint8Array> {
  let read = 0n;
  try {
    for await (const piece of store.read(file.content ?? '')) {
      read += BigInt(piece.length);
      yield piece;
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw missing(file, error);
    throw asStorageError(error);
  }
  if (read !== file.size) {
    throw new StorageError('lost', `${file.path} should have ${file.size} bytes, and ${read} are there. Run doctor.`);
  }
}

/**
 * Does something with a file. Content that an upload replaces meanwhile is removed: then it is done again with the new.
 *
 * @param work must be able to begin anew.
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

function missing(file: TreeEntry, cause: unknown): StorageError {
  return new StorageError('lost', `The content of ${file.path} is not there. Run doctor.`, cause);
}

/** Where a file goes: to a stream, piece by piece, or to a file on the disk, with its time. */
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

/** What was written to a stream cannot be taken back: then it is not begun anew. */
async function toStream(
  stored: StoredFiles,
  file: TreeEntry,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  let begun = false;
  await withFile(stored, file, async (current) => {
    if (begun) throw new StorageError('lost', `${file.path} changed while it was read. Get it again.`);
    for await (const piece of storedBytes(stored, current)) {
      begun = true;
      await write(piece);
    }
  });
}
