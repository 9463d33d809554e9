/**
 * The platform's own base64 (https://tc39.es/proposal-arraybuffer-base64/), where it has it: Bun, Deno, browsers since
 * 2025, Node from 25 on. By its standard it refuses what is not of the alphabet; what else it lets through is looked for
 * here.
 */
interface PlatformBase64 {
  setFromBase64(text: string, options: { lastChunkHandling: LastChunk }): { read: number; written: number };
  toBase64(): string;
}

/** What becomes of a last group that is not whole: an error, or it is left for the next text. */
type LastChunk = 'strict' | 'stop-before-partial';

const { setFromBase64, toBase64 } = Uint8Array.prototype as Uint8Array & Partial<PlatformBase64>;

/** Decodes a range of bytes to text. What is not ASCII may become anything that is not ASCII. */
type TextOf = (data: Uint8Array, start: number, end: number) => string;

/** Characters at a time: a string of megabytes would be one that only a full collection frees. */
const STRETCH = 65_536;

/** Below this many characters a loop is as fast. */
const WORTHWHILE = 256;

/** As `Bytes.decodeBase64`; undefined when the platform cannot, or would not say what is wrong. */
export function decodeByPlatform(data: Uint8Array, start: number, end: number, textOf: TextOf): Uint8Array | undefined {
  if (setFromBase64 === undefined || end - start < WORTHWHILE) return undefined;
  // A group more than there can be: in memory that is full, the rest would not be looked at.
  const target = new Uint8Array(Math.ceil((end - start) / 4) * 3 + 3);
  let written = 0;
  for (let from = start; from < end; ) {
    const last = end - from < 2 * STRETCH;
    const text = textOf(data, from, last ? end : from + STRETCH);
    // A form feed is white space to HTML, and nothing to XML; and padding ends the text.
    if (text.includes('\f') || (!last && text.includes('='))) return undefined;
    const done = take(target.subarray(written), text, last ? 'strict' : 'stop-before-partial');
    if (done === undefined || done.read === 0) return undefined;
    written += done.written;
    from += done.read;
  }
  return target.slice(0, written);
}

/**
 * As `Bytes.decodeBase64Groups`; undefined when the platform cannot. As many bytes as there can be means that every
 * character was a digit.
 */
export function decodeGroupsByPlatform(
  data: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
  textOf: TextOf,
): boolean | undefined {
  if (setFromBase64 === undefined || end - start < WORTHWHILE) return undefined;
  for (let from = start, at = offset; from < end; from += STRETCH) {
    const to = Math.min(from + STRETCH, end);
    const expected = ((to - from) / 4) * 3;
    const done = take(target.subarray(at, at + expected), textOf(data, from, to), 'strict');
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

/** As `Bytes.encodeBase64`; undefined when the platform cannot. */
export function encodeByPlatform(data: Uint8Array): string | undefined {
  return toBase64?.call(data);
}
