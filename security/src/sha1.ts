/** `createHash` of `node:crypto`, which Node, Bun and Deno have: the Web's function costs twenty times as much for a token. */
const createHash = globalThis.process?.getBuiltinModule?.('node:crypto')?.createHash;

/** SHA-1 of bytes: 20 bytes. The UsernameToken profile knows no other digest. */
export async function sha1(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (createHash !== undefined) return new Uint8Array(createHash('sha1').update(bytes).digest());
  return new Uint8Array(await crypto.subtle.digest('SHA-1', bytes));
}
