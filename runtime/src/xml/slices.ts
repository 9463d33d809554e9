import { decodeAscii, decodeUtf8, shortText } from '#bytes';
import type { Lexer } from './lexer.ts';
import { longSlice } from './long-slice.ts';

/** Maximum number of bytes of `shortText`. */
const SHORT = 16;

/** As `Lexer.slice`. */
export function sliceOf(lexer: Lexer, start: number, end: number): string {
  return lexer.ascii || (end - start <= SHORT && isAsciiRange(lexer.data, start, end))
    ? asciiSlice(lexer, start, end)
    : longSlice(lexer, start, end, decodeUtf8);
}

/** As `Lexer.slice`, for a range that is known to be ASCII. */
function asciiSlice(lexer: Lexer, start: number, end: number): string {
  return end - start <= SHORT ? shortText(lexer.data, start, end) : longSlice(lexer, start, end, decodeAscii);
}

function isAsciiRange(data: Uint8Array, start: number, end: number): boolean {
  let bits = 0;
  for (let at = start; at < end; at++) bits |= data[at] as number;
  return bits < 0x80;
}
