/** Of one file, in bytes. */
const largestFile = 64 * 2 ** 20;

/**
 * The text of a file at an address, in browsers and Workers.
 *
 * @throws {Error} for a response that is not successful, or has more than 64 MiB.
 */
export async function textAt(address: string, fetch: typeof globalThis.fetch): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > largestFile) throw new Error('it has more than 64 MiB');
  return decoded(bytes);
}

/** By its byte order mark, or the encoding that its declaration names. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const [, encoding = 'utf-8'] =
    /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head.replace(/^ï»¿/, '')) ?? [];
  return new TextDecoder(encoding).decode(bytes);
}
