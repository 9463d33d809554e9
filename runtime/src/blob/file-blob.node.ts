import { stat } from 'node:fs/promises';
import { BlobError } from './blob-error.ts';
import { filePieces } from './file-pieces.node.ts';
import { SourceBlob } from './source-blob.ts';

export interface FileBlobOptions {
  /** Media type, as a Blob has one. */
  readonly type?: string | undefined;
}

/** What tells a file from another one, and from itself as it was. */
interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

/**
 * A file as a Blob, of the size that it has now. It is opened each time that it is read; when it was begun to be read, it
 * may be renamed or removed. A file that has changed since is an error, before anything is sent where that can be known
 * then, and before the last byte has left elsewhere. (`fs.openAsBlob` breaks when the file is renamed, and is a third as fast.)
 *
 * @throws {Error} what node:fs says of a path that cannot be looked at, and for one that is no file.
 */
export async function fileBlob(path: string | URL, { type }: FileBlobOptions = {}): Promise<Blob> {
  const found = await stat(path, { bigint: true });
  if (!found.isFile()) throw new TypeError('A Blob can be made of a regular file only.');
  return new DiskBlob(path, found, type);
}

class DiskBlob extends SourceBlob {
  readonly #path: string | URL;
  readonly #identity: Identity;

  constructor(path: string | URL, { dev, ino, size, mtimeNs }: Identity, type: string | undefined) {
    super(Number(size), type);
    this.#path = path;
    this.#identity = { dev, ino, size, mtimeNs };
  }

  override async check(): Promise<void> {
    this.#compare(await stat(this.#path, { bigint: true }));
  }

  override pieces(start = 0, end: number = this.size): AsyncIterable<Uint8Array> {
    // What was written to the file meanwhile shows behind the last byte.
    return filePieces(this.#path, start, end, async (file) => this.#compare(await file.stat({ bigint: true })));
  }

  #compare({ dev, ino, size, mtimeNs }: Identity): void {
    const was = this.#identity;
    if (dev === was.dev && ino === was.ino && size === was.size && mtimeNs === was.mtimeNs) return;
    throw new BlobError('changed', 'The file of a Blob was changed after the Blob was made.');
  }
}
