import { encodeUtf8 } from '#bytes';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { BANG, DASH, HASH, isWhite, QUESTION, SPACE } from '../xml/chars.ts';
import { XmlError } from '../xml/error.ts';

const open = encodeUtf8('<a>');
const close = encodeUtf8('</a>');
const SMALL_X = 0x78;

/** The text of a reference; empty for a comment or an instruction; undefined when the markup is invalid. */
export function textOfMarkup(markup: Uint8Array): string | undefined {
  return simpleText(markup) ?? readerText(markup);
}

/** As `textOfMarkup` for common ASCII markup; undefined for the rest, valid or not. */
function simpleText(markup: Uint8Array): string | undefined {
  switch (markup[1]) {
    case HASH:
      return textOfCharacter(markup);
    case BANG:
      return isSimpleComment(markup) ? '' : undefined;
    case QUESTION:
      return isSimpleInstruction(markup) ? '' : undefined;
    default:
      return undefined;
  }
}

function textOfCharacter(markup: Uint8Array): string | undefined {
  const isHex = markup[2] === SMALL_X;
  const first = isHex ? 3 : 2;
  const last = markup.length - 1;
  let code = 0;
  for (let at = first; at < last; at++) {
    const byte = markup[at] as number;
    const digit = byte <= 0x39 ? byte - 0x30 : isHex ? (byte | 0x20) - 0x57 : -1;
    if (digit < 0 || digit > 15 || (byte > 0x39 && digit < 10)) return undefined;
    code = code * (isHex ? 16 : 10) + digit;
    if (code > 0x7e) return undefined;
  }
  return first < last && isPrintable(code) ? String.fromCharCode(code) : undefined;
}

function isSimpleComment(markup: Uint8Array): boolean {
  const end = markup.length - 3;
  if (markup[2] !== DASH || markup[3] !== DASH || end < 4) return false;
  for (let at = 4; at < end; at++) {
    const byte = markup[at] as number;
    if (!isPrintable(byte) || (byte === DASH && markup[at + 1] === DASH)) return false;
  }
  return true;
}

/** An instruction whose target has letters only, and does not begin with `x`, as `xml` does. */
function isSimpleInstruction(markup: Uint8Array): boolean {
  const end = markup.length - 2;
  let at = 2;
  while (at < end && isLetter(markup[at] as number)) at++;
  if (at === 2 || ((markup[2] as number) | 0x20) === SMALL_X) return false;
  if (at < end && !isWhite(markup[at] as number)) return false;
  for (; at < end; at++) if (!isPrintable(markup[at] as number)) return false;
  return true;
}

function isPrintable(code: number): boolean {
  return (code >= SPACE && code <= 0x7e) || isWhite(code);
}

function isLetter(byte: number): boolean {
  const small = byte | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

function readerText(markup: Uint8Array): string | undefined {
  const document = new Uint8Array(open.length + markup.length + close.length);
  document.set(open);
  document.set(markup, open.length);
  document.set(close, open.length + markup.length);
  try {
    const reader = new XmlBytesReader(document, { charset: 'utf-8' });
    reader.openRoot();
    const text = reader.text();
    reader.finish();
    return text;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}
