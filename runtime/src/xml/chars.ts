/** Characters and names of XML 1.0 (fifth edition) and Namespaces in XML. */

const TAB = 0x09;
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
  const char = String.fromCharCode(byte);
  const kindOfAscii = char === ':' ? NAME_COLON : /[-.\d]/.test(char) ? NAME_INNER : /\w/.test(char) ? NAME_START : 0;
  NAME_KIND[byte] = byte > 0x7f ? NAME_HIGH : kindOfAscii;
  TEXT_SPECIAL[byte] = Number(isForbidden(byte) || '\r<&]'.includes(char));
  VALUE_SPECIAL[byte] = Number(byte < SPACE || '<&"\''.includes(char));
}

/** NameStartChar of XML 1.0, 2.3, without the colon, as the content of a character class. */
const START =
  'A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
/** The further NameChar. */
const INNER = '\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040';

/** Name (XML 1.0, 2.3). */
export const NAME: RegExp = /* @__PURE__ */ new RegExp(`^[:${START}][:${START}${INNER}]*$`, 'u');
/** NCName: a Name without a colon (Namespaces in XML, 3). */
export const NC_NAME: RegExp = /* @__PURE__ */ new RegExp(`^[${START}][${START}${INNER}]*$`, 'u');
/** Nmtoken. */
export const NM_TOKEN: RegExp = /* @__PURE__ */ new RegExp(`^[:${START}${INNER}]+$`, 'u');

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
