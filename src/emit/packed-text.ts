import { templateContent } from './literal.ts';

/**
 * The content of a template literal that `unpack` of the runtime expands to a text: repeated passages are references. A
 * WSDL repeats itself for each operation, so that a tenth of it remains.
 */

/** Digits to the base 90, as the runtime has them. */
const digits = '!"#%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}';
const base = digits.length;

/** Shorter passages are not worth a reference. */
const SHORTEST = 14;
const LONGEST = base ** 2 - 1;
const FARTHEST = base ** 4 - 1;

/** Columns of a line of the literal. */
const WIDTH = 119;

const SLOTS = 1 << 18;

export function packedLiteral(text: string): string {
  const lines: string[] = [];
  // Joined once a line: a string that grows by parts would keep each of them in memory until it is written.
  let parts: string[] = [];
  let columns = 0;
  const add = (content: string): void => {
    if (columns + content.length > WIDTH) {
      lines.push(parts.join(''));
      parts = [];
      columns = 0;
    }
    parts.push(content);
    columns += content.length;
  };
  for (const token of tokensOf(text)) {
    if (typeof token === 'string') for (const piece of piecesOf(token)) add(piece);
    else add(`~${number(token.distance, 4)}${number(token.length, 2)}`);
  }
  return [...lines, parts.join('')].join('\\\n');
}

/** Literal text as content of a template literal on one line, in pieces that may be on different lines. */
function piecesOf(text: string): readonly string[] {
  const pieces = text.match(/.{1,12}/gsu) ?? [];
  if (plain.test(text)) return pieces;
  return pieces.map((piece) => templateContent(piece.replaceAll('~', '~~')).replaceAll('\n', '\\n'));
}

/** ASCII without what has a meaning in a template literal or for `unpack`. */
const plain = /^[ -#%-[\]-_a-}]*$/;

interface Reference {
  readonly distance: number;
  readonly length: number;
}

/** Literal text, and references to the last place of the same characters. */
function* tokensOf(text: string): Generator<string | Reference> {
  const last = new Int32Array(SLOTS).fill(-1);
  const end = text.length - SHORTEST;
  let from = 0;
  let at = 0;
  while (at <= end) {
    const slot = slotOf(text, at);
    const candidate = last[slot] ?? -1;
    last[slot] = at;
    const length = candidate === -1 || at - candidate > FARTHEST ? 0 : commonLength(text, candidate, at);
    if (length < SHORTEST) {
      at++;
      continue;
    }
    if (at > from) yield text.slice(from, at);
    yield { distance: at - candidate, length };
    for (let inner = at + 1; inner < at + length && inner <= end; inner++) last[slotOf(text, inner)] = inner;
    at += length;
    from = at;
  }
  if (from < text.length) yield text.slice(from);
}

/** Length of the equal text from two places on; a passage does not overlap its reference. */
function commonLength(text: string, start: number, other: number): number {
  const most = Math.min(text.length - other, other - start, LONGEST);
  let length = 0;
  while (length < most && text.charCodeAt(start + length) === text.charCodeAt(other + length)) length++;
  return length;
}

/** By some of the characters: all of them take three times as long. */
function slotOf(text: string, at: number): number {
  let hash = 0;
  for (let index = at; index < at + SHORTEST; index += 3) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return Math.imul(hash, 0x9e3779b1) >>> (32 - 18);
}

function number(value: number, count: number): string {
  let text = '';
  for (let rest = value; text.length < count; rest = Math.floor(rest / base)) text = digits.charAt(rest % base) + text;
  return text;
}
