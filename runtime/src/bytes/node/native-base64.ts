import { Buffer } from 'node:buffer';
import {
  type Base64Fault,
  decodeBase64 as decodeByByte,
  ENCODE_MINIMUM,
  ENCODE_SIZE,
  encodeBase64Into as encodeByByte,
} from '../base64.ts';
import { decodeByPlatform, decodeGroupsByPlatform } from '../platform-base64.ts';

/** Buffer's routines that take no encoding by name; they work on any Uint8Array and are not in its type declarations. */
interface NativeRoutines {
  latin1Slice(start: number, end: number): string;
  utf8Write(text: string, offset: number): number;
  base64Slice(start: number, end: number): string;
  base64Write(text: string, offset: number, length: number): number;
}

const { latin1Slice, utf8Write, base64Slice, base64Write } = Buffer.prototype as Buffer & NativeRoutines;

function textOf(data: Uint8Array, start: number, end: number): string {
  return latin1Slice.call(data, start, end);
}

/** Below this many characters the strict decoder is as fast. */
const WORTHWHILE = 64;

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
  if (to - from < WORTHWHILE) return decodeByByte(data, start, end);
  const found = decodeByPlatform(data, from, to, textOf);
  if (found !== undefined) return found;
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
  const lines = linesOf(data, start, end);
  if (lines === undefined) return undefined;
  const length = (lines.digits / 4) * 3;
  const target = new Uint8Array(length + tail.length);
  if (!decodeStretches(data, start, end, target, 0, lines)) return undefined;
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
  const decoded = decodeGroupsByPlatform(data, start, end, target, offset, textOf);
  return decoded ?? decodeStretches(data, start, end, target, offset, { width: end - start, line: end - start });
}

export function decodeBase64Lines(
  data: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
): number {
  const lines = linesOf(data, start, end);
  if (lines === undefined || !decodeStretches(data, start, end, target, offset, lines)) return -1;
  return (lines.digits / 4) * 3;
}

/** How base64 is broken into lines. */
interface Lines {
  /** Digits of a line: a multiple of four. */
  readonly width: number;
  /** The same with the end of the line; both are the whole length where there is one line. */
  readonly line: number;
}

/** Lines of one width, as MIME has them, the last one apart; undefined when the text is anything else. */
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

/** MIME's are of 76 digits, those of PEM of 64. */
const LONGEST_LINE = 1_024;

/** False unless all is digits, and ends of lines where they are known to be. */
function decodeStretches(
  data: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
  { width, line }: Lines,
): boolean {
  const broken = line !== width;
  const lines = Math.max(1, Math.floor(STRETCH / line));
  const stretch = broken ? lines * line : STRETCH;
  for (let from = start, at = offset; from < end; from += stretch) {
    const to = Math.min(from + stretch, end);
    const text = latin1Slice.call(data, from, to);
    if (text.includes('=') || text.includes('-') || text.includes('_')) return false;
    const digits = broken ? digitsOf(to - from, width, line) : to - from;
    const expected = (digits / 4) * 3;
    if (base64Write.call(target, text, at, expected) !== expected) return false;
    at += expected;
  }
  return true;
}

/** How many of so many characters are digits, the first being the first of a line. */
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
