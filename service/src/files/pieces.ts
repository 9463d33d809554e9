import { createHash } from 'node:crypto';
import type { Bytes, Digest } from './content-store.ts';

/** Bytes that are in memory at a time while a chunk is written or compared. */
const pieceSize = 4 * 1024 * 1024;

/** The bytes in pieces, each with the place where it begins. */
export async function* piecesOf(bytes: Bytes): AsyncGenerator<{ readonly at: number; readonly piece: Uint8Array }> {
  if (bytes.size > 0 && bytes.size <= pieceSize) {
    // Whole: a slice is copied once more.
    yield { at: 0, piece: new Uint8Array(await bytes.arrayBuffer()) };
    return;
  }
  for (let at = 0; at < bytes.size; at += pieceSize) {
    const end = Math.min(at + pieceSize, bytes.size);
    yield { at, piece: new Uint8Array(await bytes.slice(at, end).arrayBuffer()) };
  }
}

export async function digestOf(bytes: Bytes): Promise<Digest> {
  const digest = createHash('sha256');
  for await (const { piece } of piecesOf(bytes)) digest.update(piece);
  return digest.digest('hex');
}
