import { createHash } from 'node:crypto';
import type { IncrementalHash } from '../sha256.ts';

/** SHA-256 by Node's OpenSSL, about five times as fast as the portable one. */
export function nodeSha256(): IncrementalHash {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
}
