/** The expected results of functions on bytes, computed in other ways than by the runtime. */

export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

export function bytesOf(latin1Text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(latin1Text, (character) => character.charCodeAt(0));
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(latin1(bytes));
}

/** The bytes of a base64 text (XML Schema part 2, 3.2.16), or undefined for invalid text. */
export function strictBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/[ \t\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(digits)) return undefined;
  const binary = atob(digits);
  // Bits that belong to no byte are lost on the way.
  return btoa(binary) === digits ? bytesOf(binary) : undefined;
}

/** RFC 3629, section 4. */
const utf8 =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it speaks of bytes.
  /^(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})*$/;

export function validUtf8(bytes: Uint8Array): boolean {
  return utf8.test(latin1(bytes));
}

export function utf8Of(text: string): Uint8Array<ArrayBuffer> {
  return bytesOf(encodeURIComponent(text).replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))));
}

export function utf16Of(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const units = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) units.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(units.buffer);
}
