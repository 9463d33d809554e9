/**
 * Base64 of the platform (https://tc39.es/proposal-arraybuffer-base64/): Bun, Deno, browsers since 2025, Node from 25 on. It
 * rejects characters outside the alphabet; this module checks for the rest that it accepts.
 */
interface PlatformBase64 {
  setFromBase64(text: string, options: { lastChunkHandling: LastChunk }): { read: number; written: number };
  toBase64(): string;
}

/** How an incomplete last group is handled: as an error, or left for the next text. */
type LastChunk = 'strict' | 'stop-before-partial';

const { setFromBase64, toBase64 } = Uint8Array.prototype as Uint8Array & Partial<PlatformBase64>;

/** Decodes a range of bytes to text. Non-ASCII bytes may become any non-ASCII characters. */
type Decode = (data: Uint8Array, start: number, end: number) => string;

/** Characters that are decoded at a time: only a full garbage collection frees a string of megabytes. */
const DECODE_SIZE = 65_536;

/** From this many characters on the platform is faster than a loop. */
const PLATFORM_MINIMUM = 256;

/** As `Bytes.decodeBase64`; undefined without support, and for a fault. */
export function decodeByPlatform(data: Uint8Array, start: number, end: number, decode: Decode): Uint8Array | undefined {
  if (setFromBase64 === undefined || end - start < PLATFORM_MINIMUM) return undefined;
  // One group more than needed: the platform does not read the text after the buffer is full.
  const target = new Uint8Array(Math.ceil((end - start) / 4) * 3 + 3);
  let written = 0;
  for (let from = start; from < end; ) {
    const last = end - from < 2 * DECODE_SIZE;
    const text = decode(data, from, last ? end : from + DECODE_SIZE);
    // A form feed is white space in HTML, not in XML. Padding ends the text.
    if (text.includes('\f') || (!last && text.includes('='))) return undefined;
    const done = take(target.subarray(written), text, last ? 'strict' : 'stop-before-partial');
    if (done === undefined || done.read === 0) return undefined;
    written += done.written;
    from += done.read;
  }
  return target.slice(0, written);
}

/**
 * As `Bytes.decodeBase64Groups`; undefined without support. If the maximum number of bytes was written, every character
 * was a digit.
 */
export function decodeGroupsByPlatform(
  data: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
  decode: Decode,
): boolean | undefined {
  if (setFromBase64 === undefined || end - start < PLATFORM_MINIMUM) return undefined;
  for (let from = start, at = offset; from < end; from += DECODE_SIZE) {
    const to = Math.min(from + DECODE_SIZE, end);
    const expected = ((to - from) / 4) * 3;
    const done = take(target.subarray(at, at + expected), decode(data, from, to), 'strict');
    if (done?.written !== expected) return false;
    at += expected;
  }
  return true;
}

function take(
  target: Uint8Array,
  text: string,
  lastChunkHandling: LastChunk,
): { read: number; written: number } | undefined {
  try {
    return setFromBase64?.call(target, text, { lastChunkHandling });
  } catch {
    return undefined;
  }
}

/** As `Bytes.encodeBase64`; undefined without support. */
export function encodeByPlatform(data: Uint8Array): string | undefined {
  return toBase64?.call(data);
}
