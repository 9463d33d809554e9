/** Names of bytes of markup. */
export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const BANG = 0x21;
export const QUOTE = 0x22;
export const HASH = 0x23;
export const AMPERSAND = 0x26;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const LESS = 0x3c;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const OPEN_BRACKET = 0x5b;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function textOfUtf8(data: Uint8Array, start = 0, end: number = data.length): string {
  return decoder.decode(data.subarray(start, end));
}

export function isWhite(byte: number): boolean {
  return byte === SPACE || byte === LF || byte === TAB || byte === CR;
}

/** Compares ranges in the order of their bytes, which in UTF-8 is that of the characters. */
export function compareRanges(
  one: Uint8Array,
  start: number,
  end: number,
  other: Uint8Array,
  otherStart: number,
  otherEnd: number,
): number {
  const length = Math.min(end - start, otherEnd - otherStart);
  for (let index = 0; index < length; index++) {
    const difference = (one[start + index] as number) - (other[otherStart + index] as number);
    if (difference !== 0) return difference;
  }
  return end - start - (otherEnd - otherStart);
}

export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  return compareRanges(one, 0, one.length, other, 0, other.length);
}
