import { createHash } from 'node:crypto';
import { blobPieces } from '@soapwright/runtime/server';
import type { Digest } from './content-store.ts';

/** The bytes in pieces, each with the place where it begins; a piece is valid until the next one is asked for. */
export async function* piecesOf(bytes: Blob): AsyncGenerator<{ readonly at: number; readonly piece: Uint8Array }> {
  let at = 0;
  for await (const piece of blobPieces(bytes)) {
    yield { at, piece };
    at += piece.length;
  }
}

export async function digestOf(bytes: Blob): Promise<Digest> {
  const digest = createHash('sha256');
  for await (const { piece } of piecesOf(bytes)) digest.update(piece);
  return digest.digest('hex');
}
