import {
  type Base64Fault,
  base64Length,
  decodeBase64 as decodeByByte,
  decodeBase64Groups as decodeGroupsByByte,
  ENCODE_MINIMUM,
  ENCODE_SIZE,
  encodeBase64Into as encodeByByte,
} from './base64.ts';
import { decodeByPlatform, decodeGroupsByPlatform, encodeByPlatform } from './platform-base64.ts';

// `ignoreBOM` keeps U+FEFF, since the reader removes a byte order mark itself. TextDecoder has no latin1, which it treats
// as windows-1252, so that ASCII is decoded as UTF-8.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** For ASCII, and for text that is checked afterwards: without `fatal` some platforms are three times as fast. */
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

function lenientText(data: Uint8Array, start: number, end: number): string {
  return lenient.decode(data.subarray(start, end));
}

/** From this many bytes on checking four at a time is faster. */
const WORDS_MINIMUM = 32;

export function isAscii(data: Uint8Array): boolean {
  const { length } = data;
  let at = 0;
  if (length >= WORDS_MINIMUM) {
    // An Int32Array must be aligned to four bytes.
    const aligned = -data.byteOffset & 3;
    while (at < aligned) if ((data[at++] as number) > 0x7f) return false;
    const words = new Int32Array(data.buffer, data.byteOffset + at, (length - at) >> 2);
    for (let word = 0; word < words.length; word++) if (((words[word] as number) & HIGH_BITS) !== 0) return false;
    at += words.length * 4;
  }
  for (; at < length; at++) if ((data[at] as number) > 0x7f) return false;
  return true;
}

const HIGH_BITS = 0x80808080 | 0;

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
  return lenientText(data, start, end);
}

export function shortText(data: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...data.subarray(start, end));
}

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function encodeUtf8Into(text: string, target: Uint8Array, offset: number): number {
  return encoder.encodeInto(text, target.subarray(offset)).written;
}

/** From this many characters on the platform's encoder is faster than a loop. */
const PLATFORM_MINIMUM = 1_024;

export function utf8Length(text: string): number {
  if (text.length >= PLATFORM_MINIMUM) return encoder.encode(text).length;
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // A surrogate pair has four bytes, two for each half.
    length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return length;
}

export function indexOf(data: Uint8Array, byte: number, from: number): number {
  return data.indexOf(byte, from);
}

export function decodeBase64(data: Uint8Array, start: number, end: number): Uint8Array | Base64Fault {
  return decodeByPlatform(data, start, end, lenientText) ?? decodeByByte(data, start, end);
}

export function decodeBase64Groups(
  data: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
): boolean {
  const decoded = decodeGroupsByPlatform(data, start, end, target, offset, lenientText);
  return decoded ?? decodeGroupsByByte(data, start, end, target, offset);
}

export function decodeBase64Lines(
  data: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
): number {
  const decoded = decodeByPlatform(data, start, end, lenientText);
  // An incomplete group would decode to one or two bytes more.
  if (decoded === undefined || decoded.length % 3 !== 0) return -1;
  target.set(decoded, offset);
  return decoded.length;
}

export function encodeBase64(data: Uint8Array): string {
  const text = encodeByPlatform(data);
  if (text !== undefined) return text;
  const target = new Uint8Array(base64Length(data.length));
  encodeByByte(data, target, 0);
  return lenientText(target, 0, target.length);
}

export function encodeBase64Into(data: Uint8Array, target: Uint8Array, offset: number): void {
  for (let from = 0, at = offset; from < data.length; from += ENCODE_SIZE, at += base64Length(ENCODE_SIZE)) {
    const piece = data.subarray(from, from + ENCODE_SIZE);
    const text = piece.length < ENCODE_MINIMUM ? undefined : encodeByPlatform(piece);
    if (text === undefined) encodeByByte(piece, target, at);
    else encoder.encodeInto(text, target.subarray(at));
  }
}

export function blobOfBytes(bytes: Uint8Array): Blob {
  return new Blob([bytes]);
}
