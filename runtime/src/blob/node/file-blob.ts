import { type FileHandle, open, stat } from 'node:fs/promises';
import { BlobError } from '../blob-error.ts';
import { SourceBlob, wrongSize } from '../source-blob.ts';

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

/** Bytes that are read at a time. */
const PIECE = 192 * 1024;

/**
 * The bytes of a file from `start` to `end`, in pieces that lie in one memory: each is valid until the next one is asked
 * for. The file is opened when the first is, and may be renamed or removed from then on.
 *
 * @param whole called with the last byte read, before it is handed out.
 * @throws {BlobError} when there are fewer bytes, and what node:fs says.
 */
export async function* filePieces(
  path: string | URL,
  start: number,
  end: number,
  whole?: (file: FileHandle) => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (start >= end) return;
  const file = await open(path, 'r');
  try {
    const memory = Buffer.allocUnsafeSlow(Math.min(PIECE, end - start));
    for (let at = start; at < end; ) {
      const { bytesRead } = await file.read(memory, 0, Math.min(memory.length, end - at), at);
      if (bytesRead === 0) throw wrongSize(end);
      at += bytesRead;
      if (at === end) await whole?.(file);
      yield memory.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
