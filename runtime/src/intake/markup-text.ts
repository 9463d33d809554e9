import { encodeUtf8 } from '#bytes';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { BANG, DASH, HASH, isWhite, QUESTION, SPACE } from '../xml/chars.ts';
import { XmlError } from '../xml/error.ts';

const open = encodeUtf8('<a>');
const close = encodeUtf8('</a>');
const SMALL_X = 0x78;

/** The text that a reference, a comment or an instruction stands for, empty for the latter two; undefined when it is none. */
export function textOfMarkup(markup: Uint8Array): string | undefined {
  return textOfPlain(markup) ?? textByReader(markup);
}

/** Of what is plain ASCII, as nearly all is; undefined for the rest, which may be right or wrong. */
function textOfPlain(markup: Uint8Array): string | undefined {
  switch (markup[1]) {
    case HASH:
      return textOfCharacter(markup);
    case BANG:
      return isPlainComment(markup) ? '' : undefined;
    case QUESTION:
      return isPlainInstruction(markup) ? '' : undefined;
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
  return first < last && isPlain(code) ? String.fromCharCode(code) : undefined;
}

function isPlainComment(markup: Uint8Array): boolean {
  const end = markup.length - 3;
  if (markup[2] !== DASH || markup[3] !== DASH || end < 4) return false;
  for (let at = 4; at < end; at++) {
    const byte = markup[at] as number;
    if (!isPlain(byte) || (byte === DASH && markup[at + 1] === DASH)) return false;
  }
  return true;
}

/** One whose target is of letters, and cannot be `xml`. */
function isPlainInstruction(markup: Uint8Array): boolean {
  const end = markup.length - 2;
  let at = 2;
  while (at < end && isLetter(markup[at] as number)) at++;
  if (at === 2 || ((markup[2] as number) | 0x20) === SMALL_X) return false;
  if (at < end && !isWhite(markup[at] as number)) return false;
  for (; at < end; at++) if (!isPlain(markup[at] as number)) return false;
  return true;
}

function isPlain(code: number): boolean {
  return (code >= SPACE && code <= 0x7e) || isWhite(code);
}

function isLetter(byte: number): boolean {
  const small = byte | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

function textByReader(markup: Uint8Array): string | undefined {
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
