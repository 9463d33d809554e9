import type { Digest } from '../storage/content/content-store.ts';
import { digestOf } from '../storage/content/pieces.ts';
import type { Chunk } from './uploads.ts';

/** The digest of a last chunk, to know it again when the file is published; others are compared with what is held. */
export async function lastDigest(chunk: Pick<Chunk, 'bytes' | 'isLast'>): Promise<Digest | ''> {
  return chunk.isLast ? await digestOf(chunk.bytes) : '';
}
