import { base64Length, encodeBase64Into } from './base64.ts';

export { decodeBase64, decodeBase64Groups, encodeBase64Into } from './base64.ts';
export { utf16ToUtf8 } from './utf16.ts';

// `ignoreBOM` keeps U+FEFF: the reader takes the one at the start of a message off itself. There is no decoder for
// latin1, which is windows-1252 to a TextDecoder; ASCII is read as UTF-8.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

export function isAscii(data: Uint8Array): boolean {
  for (let at = 0; at < data.length; at++) if ((data[at] as number) > 0x7f) return false;
  return true;
}

export function isUtf8(data: Uint8Array): boolean {
  try {
    decoder.decode(data);
    return true;
  } catch {
    return false;
  }
}

export function decodeUtf8(data: Uint8Array, start: number, end: number): string {
  return decoder.decode(data.subarray(start, end));
}

export function decodeAscii(data: Uint8Array, start: number, end: number): string {
  return decoder.decode(data.subarray(start, end));
}

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function encodeUtf8Into(text: string, target: Uint8Array, offset: number): number {
  return encoder.encodeInto(text, target.subarray(offset)).written;
}

export function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // A surrogate is one half of four bytes.
    length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return length;
}

export function indexOf(data: Uint8Array, byte: number, from: number): number {
  return data.indexOf(byte, from);
}

export function encodeBase64(data: Uint8Array): string {
  const target = new Uint8Array(base64Length(data.length));
  encodeBase64Into(data, target, 0);
  return decoder.decode(target);
}
