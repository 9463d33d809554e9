import type { Lexer } from '../xml/lexer.ts';

/** Bytes that are compared in words of four; the last word overlaps the one before it. */
export interface Pattern {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
}

export function patternOf(data: Uint8Array, start: number, end: number): Pattern {
  // A copy: a slice of a Buffer would keep the whole message in memory.
  const bytes = new Uint8Array(data.subarray(start, end));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = bytes.length < 4 ? 0 : Math.ceil(bytes.length / 4);
  return { bytes, words: Int32Array.from({ length: count }, (_, at) => view.getInt32(wordAt(at, bytes.length))) };
}

function wordAt(index: number, length: number): number {
  return Math.min(index * 4, length - 4);
}

/** Whether a message has the bytes of a pattern at an offset. */
export function isAt(lexer: Lexer, { bytes, words }: Pattern, at: number): boolean {
  const { data } = lexer;
  const { length } = bytes;
  if (at + length > lexer.size) return false;
  if (length < 4) {
    for (let index = 0; index < length; index++) if (data[at + index] !== bytes[index]) return false;
    return true;
  }
  lexer.view ??= new DataView(data.buffer, data.byteOffset, data.length);
  const { view } = lexer;
  const last = words.length - 1;
  for (let index = 0; index < last; index++) if (view.getInt32(at + index * 4) !== words[index]) return false;
  return view.getInt32(at + length - 4) === words[last];
}
