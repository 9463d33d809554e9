import { type FileHandle, open, stat } from 'node:fs/promises';
import { BlobError } from '../blob-error.ts';
import { SourceBlob, wrongSize } from '../source-blob.ts';

export interface FileBlobOptions {
  /** Media type of the Blob. */
  readonly type?: string | undefined;
}

/** Identifies a file and its state. */
interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

/**
 * A file as a Blob, of its present size. The file is opened at each read; once a read has started it may be renamed or
 * removed. A file that has changed since is an error: before anything is sent where that is known by then, and otherwise
 * before the last byte is sent. (`fs.openAsBlob` fails when the file is renamed, and has a third of the speed.)
 *
 * @throws {Error} of node:fs; TypeError for a path other than a regular file's.
 */
export async function fileBlob(path: string | URL, { type }: FileBlobOptions = {}): Promise<Blob> {
  const found = await stat(path, { bigint: true });
  if (!found.isFile()) throw new TypeError('Only a regular file can be a Blob.');
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
    // Checked again after the last byte, since the file may change during the read.
    return filePieces(this.#path, start, end, async (file) => this.#compare(await file.stat({ bigint: true })));
  }

  #compare({ dev, ino, size, mtimeNs }: Identity): void {
    const before = this.#identity;
    if (dev === before.dev && ino === before.ino && size === before.size && mtimeNs === before.mtimeNs) return;
    throw new BlobError('changed', 'The file of a Blob was changed after the Blob was created.');
  }
}

/** Bytes that are read at a time. */
const READ_SIZE = 192 * 1024;

/**
 * The bytes of a file from `start` to `end`, in pieces that share one buffer: each is valid until the next one is
 * requested. The file is opened for the first piece, and may be renamed or removed from then on.
 *
 * @param onEnd called when the last byte was read, before it is yielded.
 * @throws {BlobError} when there are fewer bytes, and the errors of node:fs.
 */
export async function* filePieces(
  path: string | URL,
  start: number,
  end: number,
  onEnd?: (file: FileHandle) => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (start >= end) return;
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ_SIZE, end - start));
    for (let at = start; at < end; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
      if (bytesRead === 0) throw wrongSize(end);
      at += bytesRead;
      if (at === end) await onEnd?.(file);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
