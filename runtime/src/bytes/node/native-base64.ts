import { Buffer } from 'node:buffer';
import {
  type Base64Fault,
  decodeBase64 as decodeByByte,
  ENCODE_MINIMUM,
  ENCODE_SIZE,
  encodeBase64Into as encodeByByte,
} from '../base64.ts';
import { decodeByPlatform, decodeGroupsByPlatform } from '../platform-base64.ts';

/** Buffer's routines for one encoding each. They accept any Uint8Array and are missing in its type declarations. */
interface NativeRoutines {
  latin1Slice(start: number, end: number): string;
  utf8Write(text: string, offset: number): number;
  base64Slice(start: number, end: number): string;
  base64Write(text: string, offset: number, length: number): number;
}

const { latin1Slice, utf8Write, base64Slice, base64Write } = Buffer.prototype as Buffer & NativeRoutines;

function latin1Text(data: Uint8Array, start: number, end: number): string {
  return latin1Slice.call(data, start, end);
}

/** From this many characters on the native decoder is faster. */
const NATIVE_MINIMUM = 64;

/**
 * Node's decoder is fast and lenient: it skips invalid characters, accepts the URL alphabet, stops at the first `=` and
 * ignores stray bits. Its result is used only if none of that can have happened; otherwise the strict decoder runs.
 */
export function decodeBase64(data: Uint8Array, start: number, end: number): Uint8Array | Base64Fault {
  let from = start;
  let to = end;
  while (from < to && isWhite(data[from] as number)) from++;
  while (to > from && isWhite(data[to - 1] as number)) to--;
  if (to - from < NATIVE_MINIMUM) return decodeByByte(data, start, end);
  const found = decodeByPlatform(data, from, to, latin1Text);
  if (found !== undefined) return found;
  // Only the last group can have padding and stray bits: it is decoded strictly.
  const tail = decodeByByte(data, to - 4, to);
  const whole = typeof tail === 'string' ? undefined : decodeGroupsAndTail(data, from, to - 4, tail);
  return whole ?? decodeByByte(data, start, end);
}

function isWhite(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * Characters that are decoded at a time, a multiple of four. Only a full garbage collection frees a string of a megabyte,
 * and a server that receives uploads would spend its time on those.
 */
const DECODE_SIZE = 32_768;

/** Decodes complete groups without padding, and appends `tail`; undefined for any other character. */
function decodeGroupsAndTail(data: Uint8Array, start: number, end: number, tail: Uint8Array): Uint8Array | undefined {
  const lines = linesOf(data, start, end);
  if (lines === undefined) return undefined;
  const length = (lines.digits / 4) * 3;
  const target = new Uint8Array(length + tail.length);
  if (!decodeInParts(data, start, end, target, 0, lines)) return undefined;
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
  const decoded = decodeGroupsByPlatform(data, start, end, target, offset, latin1Text);
  return decoded ?? decodeInParts(data, start, end, target, offset, { width: end - start, line: end - start });
}

export function decodeBase64Lines(
  data: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
): number {
  const lines = linesOf(data, start, end);
  if (lines === undefined || !decodeInParts(data, start, end, target, offset, lines)) return -1;
  return (lines.digits / 4) * 3;
}

/** The line structure of base64. */
interface Lines {
  /** Digits of a line: a multiple of four. */
  readonly width: number;
  /** Bytes of a line with its end; for a single line both are the whole length. */
  readonly line: number;
}

/** Finds lines of equal width, as in MIME, except the last one; undefined for other text. */
function linesOf(data: Uint8Array, start: number, end: number): (Lines & { readonly digits: number }) | undefined {
  const first = data.subarray(start, Math.min(end, start + LONGEST_LINE)).indexOf(0x0a);
  if (first === -1)
    return (end - start) % 4 === 0 ? { width: end - start, line: end - start, digits: end - start } : undefined;
  const ends = data[start + first - 1] === 0x0d ? 2 : 1;
  const width = first + 1 - ends;
  if (width < 4 || width % 4 !== 0) return undefined;
  let white = 0;
  for (let at = start + width; at < end; at += width + ends) {
    if (data[at + ends - 1] !== 0x0a || (ends === 2 && data[at] !== 0x0d)) return undefined;
    white += ends;
  }
  const digits = end - start - white;
  return digits % 4 === 0 ? { width, line: width + ends, digits } : undefined;
}

/** Lines of MIME have 76 digits, those of PEM 64. */
const LONGEST_LINE = 1_024;

/**
 * Decodes digits and the line ends of `lines`. Node's decoder writes too few bytes for any other character, except for `-`
 * and `_`, which it reads as digits.
 *
 * @returns false for any other character.
 */
function decodeInParts(
  data: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
  { width, line }: Lines,
): boolean {
  const broken = line !== width;
  const lines = Math.max(1, Math.floor(DECODE_SIZE / line));
  const step = broken ? lines * line : DECODE_SIZE;
  for (let from = start, at = offset; from < end; from += step) {
    const to = Math.min(from + step, end);
    const text = latin1Slice.call(data, from, to);
    if (text.includes('-') || text.includes('_')) return false;
    const digits = broken ? digitsOf(to - from, width, line) : to - from;
    const expected = (digits / 4) * 3;
    if (base64Write.call(target, text, at, expected) !== expected) return false;
    at += expected;
  }
  return true;
}

/** Number of digits among `length` characters from the start of a line. */
function digitsOf(length: number, width: number, line: number): number {
  return Math.floor(length / line) * width + Math.min(length % line, width);
}

export function encodeBase64(data: Uint8Array): string {
  return base64Slice.call(data, 0, data.length);
}

export function encodeBase64Into(data: Uint8Array, target: Uint8Array, offset: number): void {
  if (data.length < ENCODE_MINIMUM) {
    encodeByByte(data, target, offset);
    return;
  }
  for (let from = 0, at = offset; from < data.length; from += ENCODE_SIZE) {
    at += utf8Write.call(target, base64Slice.call(data, from, Math.min(from + ENCODE_SIZE, data.length)), at);
  }
}
