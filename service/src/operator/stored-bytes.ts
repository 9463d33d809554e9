import { asStorageError, StorageError } from '../common/storage-error.ts';
import type { ContentStore } from '../storage/content/content-store.ts';
import type { Db } from '../storage/tables.ts';
import { findPath, type TreeEntry } from './entry-tree.ts';

/** What files are read from. */
export interface Shelf {
  readonly db: Db;
  readonly store: ContentStore;
}

/**
 * The bytes of a file, checked to be as many as the database says.
 *
 * @throws {StorageError} `lost` when they are not there.
 */
export async function* storedBytes({ store }: Shelf, file: TreeEntry): AsyncGenerator<Uint8Array> {
  let read = 0n;
  try {
    for await (const piece of store.read(file.content ?? '')) {
      read += BigInt(piece.length);
      yield piece;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw missing(file, error);
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
export async function withFile<T>(shelf: Shelf, file: TreeEntry, work: (file: TreeEntry) => Promise<T>): Promise<T> {
  for (let current = file; ; ) {
    try {
      return await work(current);
    } catch (error) {
      const now =
        error instanceof StorageError && error.code === 'lost' ? await findPath(shelf.db, file.path) : undefined;
      if (now?.kind !== 'file' || now.content === current.content) throw error;
      current = now;
    }
  }
}

function missing(file: TreeEntry, cause: Error): StorageError {
  return new StorageError('lost', `The content of ${file.path} is not there. Run doctor.`, cause);
}
