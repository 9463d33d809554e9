import { decodeUtf8, encodeUtf8 } from '#bytes';
import {
  AMPERSAND,
  APOSTROPHE,
  BANG,
  CLOSE_BRACKET,
  CR,
  GREATER,
  isForbidden,
  LESS,
  LF,
  QUESTION,
  QUOTE,
  SPACE,
  TEXT_SPECIAL,
  VALUE_SPECIAL,
} from './chars.ts';
import type { Lexer } from './lexer.ts';

/** After this many pieces a text is flattened. */
const MANY = 4096;

/**
 * Concatenated strings are a tree until they are read, which takes many times the memory of short pieces; a decoded one is
 * flat.
 */
function flat(text: string): string {
  const bytes = encodeUtf8(text);
  return decodeUtf8(bytes, 0, bytes.length);
}

/** Advances over character data to the next `<`, `&` or CR. */
export function skipPlainText(lexer: Lexer): void {
  const { data, size } = lexer;
  // Looked up once: modules that are not bundled look up an import each time.
  const special = TEXT_SPECIAL;
  for (let at = lexer.pos; at < size; at++) {
    const byte = data[at] as number;
    if (special[byte] === 0) continue;
    if (byte === CLOSE_BRACKET) {
      if (data[at + 1] !== CLOSE_BRACKET || data[at + 2] !== GREATER) continue;
      throw lexer.illFormed('`]]>` in text', at);
    }
    if (isForbidden(byte)) throw lexer.illFormed('a control character', at);
    lexer.pos = at;
    return;
  }
  throw lexer.illFormed('the message ends inside an element', size);
}

/** Character data with references, CDATA sections, comments and instructions, up to the `<` of the next tag. */
export function readCharacters(lexer: Lexer): string {
  const { data } = lexer;
  let whole = '';
  let value = '';
  for (let pieces = 1; ; pieces++) {
    if (pieces % MANY === 0) {
      whole += flat(value);
      value = '';
    }
    const start = lexer.pos;
    skipPlainText(lexer);
    if (lexer.pos > start) value += lexer.slice(start, lexer.pos);
    const byte = data[lexer.pos];
    if (byte === AMPERSAND) value += lexer.reference();
    else if (byte === CR) {
      value += '\n';
      lexer.pos += data[lexer.pos + 1] === LF ? 2 : 1;
    } else {
      const next = data[lexer.pos + 1];
      if (next === QUESTION) lexer.instruction();
      else if (next !== BANG) return whole + value;
      else if (!lexer.commentOrCdata()) {
        const from = lexer.cdata();
        value += normalisedLines(lexer, from, lexer.pos - 3);
      }
    }
  }
}

/** A range as text with its line ends normalised: on the bytes, since it may hold nothing but line ends. */
export function normalisedLines(lexer: Lexer, start: number, end: number): string {
  const bytes = lexer.data.subarray(start, end);
  const first = bytes.indexOf(CR);
  if (first === -1) return lexer.slice(start, end);
  const normal = new Uint8Array(bytes.length);
  normal.set(bytes.subarray(0, first));
  let to = first;
  for (let at = first; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    normal[to++] = byte === CR ? LF : byte;
    if (byte === CR && bytes[at + 1] === LF) at++;
  }
  return decodeUtf8(normal, 0, to);
}

/**
 * Advances over an attribute value, from its opening quote past the closing one.
 *
 * @returns whether it is its own text: without references and white space other than spaces.
 */
export function skipAttributeValue(lexer: Lexer): boolean {
  const { data, size } = lexer;
  const start = lexer.pos;
  const quote = data[start];
  if (quote !== QUOTE && quote !== APOSTROPHE) throw lexer.illFormed('an attribute value must be in quotes');
  let isPlain = true;
  for (let at = start + 1; at < size; at++) {
    const byte = data[at] as number;
    if (VALUE_SPECIAL[byte] === 0) continue;
    if (byte === quote) {
      if (at - start - 1 > lexer.limits.maxAttributeValueBytes) throw lexer.limit('maxAttributeValueBytes');
      lexer.pos = at + 1;
      return isPlain;
    }
    if (byte === QUOTE || byte === APOSTROPHE) continue;
    isPlain = false;
    if (byte === LESS) throw lexer.illFormed('`<` in an attribute value', at);
    if (isForbidden(byte)) throw lexer.illFormed('a control character', at);
    if (byte !== AMPERSAND) continue;
    lexer.pos = at;
    lexer.reference();
    at = lexer.pos - 1;
  }
  throw lexer.illFormed('an attribute value that does not end', start);
}

/** An attribute value with references resolved and white space as spaces (XML 1.0, 3.3.3). Leaves `pos` unchanged. */
export function attributeValue(lexer: Lexer, start: number, end: number): string {
  const { data, pos } = lexer;
  let whole = '';
  let value = '';
  let pieces = 0;
  let from = start;
  for (let at = start; at < end; at++) {
    const byte = data[at] as number;
    if (byte >= SPACE && byte !== AMPERSAND) continue;
    if (++pieces % MANY === 0) {
      whole += flat(value);
      value = '';
    }
    if (at > from) value += lexer.slice(from, at);
    if (byte === AMPERSAND) {
      lexer.pos = at;
      value += lexer.reference();
      at = lexer.pos - 1;
    } else {
      value += ' ';
      // CR LF is one line end (XML 1.0, 2.11).
      if (byte === CR && data[at + 1] === LF) at++;
    }
    from = at + 1;
  }
  lexer.pos = pos;
  if (from < end) value += lexer.slice(from, end);
  return whole + value;
}
