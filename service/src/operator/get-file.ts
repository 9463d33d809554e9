import { findPath } from './entry-tree.ts';
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
    // What was written to a stream cannot be taken back: so it is not begun anew.
    for await (const piece of storedBytes(shelf, file)) await destination.write(piece);
    return;
  }
  const { output, force } = destination;
  await withFile(shelf, file, (current) => {
    const bytes = storedBytes(shelf, current);
    return writeOut(output, { bytes, writtenTicks: current.writtenTicks, force });
  });
}
