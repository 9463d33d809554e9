import { type FileHandle, open } from 'node:fs/promises';
import { wrongSize } from './source-blob.ts';

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
