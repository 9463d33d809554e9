import { AMPERSAND, APOSTROPHE, BANG, EQUALS, GREATER, isWhite, LESS, QUESTION, QUOTE, SLASH } from '../xml/chars.ts';
import { atChild } from '../xml/content.ts';
import type { Lexer } from '../xml/lexer.ts';

/** The start tag of an element beside the first one of a body. */
export interface Sibling {
  readonly id: string;
  /** Offset of its name. */
  readonly start: number;
  /** Offset after its start tag. */
  readonly content: number;
  readonly hasHref: boolean;
}

/**
 * Advances to the name of the next element beside the first one of a body. Looks for tags only: skipped parts are
 * checked when they are read.
 *
 * @param depth number of elements that are open at the lexer's position inside of the body.
 * @returns whether there is one.
 */
export function toSibling(lexer: Lexer, depth: number): boolean {
  return passOver(lexer, depth) && atChild(lexer);
}

/**
 * Reads the start tag of an element, from its name, if it has an `id`; otherwise advances to the next one that has.
 *
 * @returns undefined at the end, or where only a full parse can tell.
 */
export function scanSibling(lexer: Lexer): Sibling | undefined {
  do {
    const start = lexer.pos;
    const tag = scanTag(lexer, start);
    if (tag === undefined) return undefined;
    lexer.pos = tag.end + 1;
    if (tag.id !== undefined) return { id: tag.id, start, content: lexer.pos, hasHref: tag.hasHref };
  } while (toSibling(lexer, isEmptyTag(lexer) ? 0 : 1));
  return undefined;
}

/** Whether the tag that ends at the lexer's position is an empty-element tag. */
export function isEmptyTag({ data, pos }: Lexer): boolean {
  return data[pos - 2] === SLASH;
}

/** Advances over the rest of `depth` open elements. @returns false at the end of the message. */
function passOver(lexer: Lexer, depth: number): boolean {
  const { data, size } = lexer;
  let open = depth;
  let at = lexer.pos;
  while (open > 0) {
    while (at < size && data[at] !== LESS) at++;
    if (at >= size) return false;
    const next = data[at + 1];
    if (next === BANG || next === QUESTION) {
      lexer.pos = at;
      if (next === QUESTION) lexer.instruction();
      else if (!lexer.commentOrCdata()) lexer.cdata();
      at = lexer.pos;
      continue;
    }
    const end = endOfTag(data, size, at + 1);
    if (next === SLASH) open--;
    else if (data[end - 1] !== SLASH) open++;
    at = end + 1;
  }
  lexer.pos = at;
  return at <= size;
}

/** Offset of the `>` of a tag. */
function endOfTag(data: Uint8Array, size: number, from: number): number {
  let at = from;
  while (at < size && data[at] !== GREATER) {
    const byte = data[at] as number;
    at++;
    if (byte === QUOTE || byte === APOSTROPHE) {
      while (at < size && data[at] !== byte) at++;
      at++;
    }
  }
  return at;
}

interface ScannedTag {
  /** Offset of its `>`. */
  readonly end: number;
  readonly id: string | undefined;
  readonly hasHref: boolean;
}

/** @returns undefined for an id with a reference to a character. */
function scanTag(lexer: Lexer, start: number): ScannedTag | undefined {
  const { data, size } = lexer;
  let id: string | undefined;
  let hasHref = false;
  let at = start;
  while (at < size && data[at] !== GREATER) {
    const byte = data[at] as number;
    at++;
    if (byte !== QUOTE && byte !== APOSTROPHE) continue;
    const value = at;
    let isPlain = true;
    for (; at < size && data[at] !== byte; at++) if (data[at] === AMPERSAND) isPlain = false;
    if (isNamed(data, value - 1, 'href')) hasHref = true;
    else if (isNamed(data, value - 1, 'id')) {
      if (!isPlain) return undefined;
      id = lexer.slice(value, at);
    }
    at++;
  }
  return at < size ? { end: at, id, hasHref } : undefined;
}

/** Whether the attribute whose value begins at a quote has a name without a prefix. */
function isNamed(data: Uint8Array, quote: number, name: string): boolean {
  let at = quote - 1;
  while (isWhite(data[at] as number)) at--;
  if (data[at] !== EQUALS) return false;
  at--;
  while (isWhite(data[at] as number)) at--;
  for (let index = name.length - 1; index >= 0; index--, at--) if (data[at] !== name.charCodeAt(index)) return false;
  return isWhite(data[at] as number);
}
