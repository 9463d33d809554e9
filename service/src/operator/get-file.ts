import { StorageError } from '../common/storage-error.ts';
import { findPath, type TreeEntry } from './entry-tree.ts';
import { OperatorError } from './operator-error.ts';
import { type Shelf, storedBytes, withFile } from './stored-bytes.ts';
import { writeOut } from './write-out.ts';

/** Where a file goes: to a stream, piece by piece, or to a file on the disk, with its time. */
export type Destination =
  | { readonly write: (piece: Uint8Array) => Promise<void> }
  | { readonly output: string; readonly force: boolean };

/**
 * Reads one file.
 *
 * @throws {OperatorError} `no-such-file` or `already-there`; {@link Refusal} `InvalidPath`.
 * @throws {StorageError}
 */
export async function getFile(shelf: Shelf, path: string, destination: Destination): Promise<void> {
  const file = await findPath(shelf.db, path);
  if (file === undefined) throw new OperatorError('no-such-file', `There is no file ${path}.`);
  if (file.kind === 'folder') throw new OperatorError('no-such-file', `${path} is a folder: use files export.`);
  if ('write' in destination) {
    await toStream(shelf, file, destination.write);
    return;
  }
  const { output, force } = destination;
  await withFile(shelf, file, (current) => {
    const bytes = storedBytes(shelf, current);
    return writeOut(output, { bytes, writtenTicks: current.writtenTicks, force });
  });
}

/** What was written to a stream cannot be taken back: then it is not begun anew. */
async function toStream(shelf: Shelf, file: TreeEntry, write: (piece: Uint8Array) => Promise<void>): Promise<void> {
  let begun = false;
  await withFile(shelf, file, async (current) => {
    if (begun) throw new StorageError('lost', `${file.path} changed while it was read. Get it again.`);
    for await (const piece of storedBytes(shelf, current)) {
      begun = true;
      await write(piece);
    }
  });
}
