import type { decodeUtf8 } from '#bytes';
import type { Lexer } from './lexer.ts';

/** No platform has a longest string of fewer characters. */
const LONG = 2 ** 28;

/** As `Lexer.slice`, by a decoder of the platform. */
export function longSlice(lexer: Lexer, start: number, end: number, decode: typeof decodeUtf8): string {
  try {
    return decode(lexer.data, start, end);
  } catch (error) {
    if (end - start < LONG) throw error;
    throw lexer.about('limit', 'its text is longer than the longest string');
  }
}
