import { createHash } from 'node:crypto';

/** SHA-1 of bytes: 20 bytes. The Web's function costs twenty times as much for a token. */
export async function sha1(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(createHash('sha1').update(bytes).digest());
}
