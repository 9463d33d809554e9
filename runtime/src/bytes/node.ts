import { Buffer } from 'node:buffer';
import { type Base64Fault, decodeBase64 as decodeByByte } from './base64.ts';

export { isAscii, isUtf8 } from 'node:buffer';
export { utf16ToUtf8 } from './utf16.ts';

/** Buffer's routines that take no encoding by name; they work on any Uint8Array and are not in its type declarations. */
interface NativeRoutines {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
  utf8Write(text: string, offset: number): number;
  latin1Write(text: string, offset: number): number;
  base64Slice(start: number, end: number): string;
  base64Write(text: string, offset: number, length: number): number;
}

const native = Buffer.prototype as Buffer & NativeRoutines;
const { latin1Slice, utf8Slice, utf8Write, latin1Write, base64Slice, base64Write } = native;

/** Below this many characters the strict decoder is as fast. */
const WORTHWHILE = 64;

export function decodeAscii(data: Uint8Array, start: number, end: number): string {
  return latin1Slice.call(data, start, end);
}

export function decodeUtf8(data: Uint8Array, start: number, end: number): string {
  return utf8Slice.call(data, start, end);
}

export function encodeUtf8(text: string): Uint8Array {
  const target = new Uint8Array(Buffer.byteLength(text));
  utf8Write.call(target, text, 0);
  return target;
}

export function encodeUtf8Into(text: string, target: Uint8Array, offset: number): number {
  return utf8Write.call(target, text, offset);
}

export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

export function indexOf(data: Uint8Array, byte: number, from: number): number {
  return data.indexOf(byte, from);
}

/**
 * Node's decoder is fast and lenient: it passes over what it does not know, takes the URL alphabet too, stops at the
 * first `=` and drops stray bits. So what it made counts only when nothing of that can have happened; else the strict
 * one goes over the text.
 */
export function decodeBase64(data: Uint8Array, start: number, end: number): Uint8Array | Base64Fault {
  let from = start;
  let to = end;
  while (from < to && isWhite(data[from] as number)) from++;
  while (to > from && isWhite(data[to - 1] as number)) to--;
  if (to - from < WORTHWHILE || (to - from) % 4 !== 0) return decodeByByte(data, start, end);
  // Padding and stray bits can stand in the last group only: that one goes the strict way.
  const tail = decodeByByte(data, to - 4, to);
  const whole = typeof tail === 'string' ? undefined : decodeWhole(data, from, to - 4, tail);
  return whole ?? decodeByByte(data, start, end);
}

function isWhite(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * Characters that are decoded at a time: a multiple of four. A string of a megabyte would be one that only a full
 * collection frees, and a server that takes uploads would do little else.
 */
const STRETCH = 32_768;

/** Whole groups of four without padding, followed by `tail`; undefined when there is anything else among them. */
function decodeWhole(data: Uint8Array, start: number, end: number, tail: Uint8Array): Uint8Array | undefined {
  const length = ((end - start) / 4) * 3;
  const target = new Uint8Array(length + tail.length);
  if (!decodeBase64Groups(data, start, end, target, 0)) return undefined;
  target.set(tail, length);
  return target;
}

export function decodeBase64Groups(
  data: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
): boolean {
  for (let from = start, at = offset; from < end; from += STRETCH) {
    const to = Math.min(from + STRETCH, end);
    const text = latin1Slice.call(data, from, to);
    if (text.includes('=') || text.includes('-') || text.includes('_')) return false;
    const expected = ((to - from) / 4) * 3;
    if (base64Write.call(target, text, at, expected) !== expected) return false;
    at += expected;
  }
  return true;
}

export function encodeBase64(data: Uint8Array): string {
  return base64Slice.call(data, 0, data.length);
}

export function encodeBase64Into(data: Uint8Array, target: Uint8Array, offset: number): void {
  latin1Write.call(target, base64Slice.call(data, 0, data.length), offset);
}
