/** Base64 of bytes, and back: the functions of the Web cost many times as much for large values. */
export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** @param text of base64 digits and padding alone. */
export function bytesOfBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}
