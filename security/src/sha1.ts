/** SHA-1 of bytes: 20 bytes. The UsernameToken profile knows no other digest. */
export async function sha1(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-1', bytes));
}
