import { indexOf } from '#bytes';
import { LESS, SLASH, TEXT_SPECIAL } from './chars.ts';
import type { ElementStack } from './element-stack.ts';
import { asciiSlice } from './slices.ts';

/** Character data up to this many bytes is checked byte by byte; the end of longer data is found by the platform. */
const LONG = 64;

/** Characters that require further reading of a long piece of character data. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters too.
const NEEDS_CARE = /[\0-\x08\x0b-\x1f&]|\]\]>/;

/**
 * Reads the character content of the open element through its end tag.
 *
 * @returns undefined, with nothing read, if it may need more than decoding: references, CDATA sections, comments.
 */
export function readPlainText(elements: ElementStack): string | undefined {
  const { lexer } = elements;
  const { data } = lexer;
  const start = lexer.pos;
  let at = start;
  const stop = Math.min(start + LONG, lexer.size);
  let high = 0;
  for (; at < stop; at++) {
    const byte = data[at] as number;
    if (TEXT_SPECIAL[byte] !== 0) break;
    high |= byte;
  }
  if (at === stop) return readLongText(elements);
  if (data[at] !== LESS || data[at + 1] !== SLASH) return undefined;
  const value = high < 0x80 ? asciiSlice(lexer, start, at) : lexer.slice(start, at);
  lexer.pos = at;
  elements.endTag();
  return value;
}

function readLongText(elements: ElementStack): string | undefined {
  const { lexer } = elements;
  const end = indexOf(lexer.data, LESS, lexer.pos);
  if (end === -1 || lexer.data[end + 1] !== SLASH) return undefined;
  const value = lexer.slice(lexer.pos, end);
  if (NEEDS_CARE.test(value)) return undefined;
  lexer.pos = end;
  elements.endTag();
  return value;
}
