/** Characters and names of XML 1.0 (fifth edition) and Namespaces in XML. */

export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const BANG = 0x21;
export const QUOTE = 0x22;
export const HASH = 0x23;
export const AMPERSAND = 0x26;
export const APOSTROPHE = 0x27;
export const DASH = 0x2d;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const LESS = 0x3c;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const UPPER_D = 0x44;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const LOWER_X = 0x78;

/** White space of XML (XML 1.0, 2.3). */
export function isWhite(byte: number): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB;
}

/** A control character that XML 1.0 does not allow. U+FFFE and U+FFFF, the only others in valid UTF-8, are rejected by the lexer. */
export function isForbidden(byte: number): boolean {
  return byte < SPACE && byte !== LF && byte !== CR && byte !== TAB;
}

/** Whether a code point is a Char (XML 1.0, 2.2). */
export function isChar(point: number): boolean {
  if (point < SPACE) return point === TAB || point === LF || point === CR;
  return point < 0xd800 || (point > 0xdfff && point < 0xfffe) || (point > 0xffff && point <= 0x10ffff);
}

/** The kind of each byte in a name; 0 for none. Bytes of non-ASCII characters are `NAME_HIGH`: `isNCName` checks the whole name. */
export const NAME_START = 1;
export const NAME_INNER = 2;
export const NAME_COLON = 3;
export const NAME_HIGH = 4;
export const NAME_KIND: Uint8Array = new Uint8Array(256);

/** 1 for bytes that need care in character data. */
export const TEXT_SPECIAL: Uint8Array = new Uint8Array(256);

/** 1 for bytes that need care in an attribute value. */
export const VALUE_SPECIAL: Uint8Array = new Uint8Array(256);

for (let byte = 0; byte < 256; byte++) {
  const letter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  if (letter || byte === 0x5f) NAME_KIND[byte] = NAME_START;
  else if ((byte >= 0x30 && byte <= 0x39) || byte === DASH || byte === 0x2e) NAME_KIND[byte] = NAME_INNER;
  else if (byte === COLON) NAME_KIND[byte] = NAME_COLON;
  else if (byte > 0x7f) NAME_KIND[byte] = NAME_HIGH;
  if (isForbidden(byte) || [CR, LESS, AMPERSAND, CLOSE_BRACKET].includes(byte)) TEXT_SPECIAL[byte] = 1;
  if (byte < SPACE || [LESS, AMPERSAND, QUOTE, APOSTROPHE].includes(byte)) VALUE_SPECIAL[byte] = 1;
}

/** NameStartChar above ASCII, in pairs of first and last (XML 1.0, 2.3). */
const START_RANGES: readonly number[] = [
  0xc0, 0xd6, 0xd8, 0xf6, 0xf8, 0x2ff, 0x370, 0x37d, 0x37f, 0x1fff, 0x200c, 0x200d, 0x2070, 0x218f, 0x2c00, 0x2fef,
  0x3001, 0xd7ff, 0xf900, 0xfdcf, 0xfdf0, 0xfffd, 0x10000, 0xeffff,
];
/** The further NameChar above ASCII. */
const INNER_RANGES: readonly number[] = [0xb7, 0xb7, 0x300, 0x36f, 0x203f, 0x2040];

/** Ranges as the content of a character class. */
function classOf(ranges: readonly number[]): string {
  return ranges.map((point, index) => `\\u{${point.toString(16)}}${index % 2 === 0 ? '-' : ''}`).join('');
}

const START = `:A-Z_a-z${classOf(START_RANGES)}`;
const INNER = `\\-.0-9${classOf(INNER_RANGES)}`;

/** Name (XML 1.0, 2.3). */
export const NAME: RegExp = /* @__PURE__ */ new RegExp(`^[${START}][${START}${INNER}]*$`, 'u');
/** NCName: a Name without a colon (Namespaces in XML, 3). */
export const NC_NAME: RegExp = /* @__PURE__ */ new RegExp(`^[${START.slice(1)}][${START.slice(1)}${INNER}]*$`, 'u');
/** Nmtoken. */
export const NM_TOKEN: RegExp = /* @__PURE__ */ new RegExp(`^[${START}${INNER}]+$`, 'u');

export function isNCName(text: string): boolean {
  return NC_NAME.test(text);
}

/**
 * A value without the white space around it: whiteSpace="collapse" for types whose values have none inside (XML Schema
 * part 2, 4.3.6). `trim` would also remove characters that are not white space in XML.
 */
export function collapse(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhite(text.charCodeAt(start))) start++;
  while (end > start && isWhite(text.charCodeAt(end - 1))) end--;
  return end - start === text.length ? text : text.slice(start, end);
}
