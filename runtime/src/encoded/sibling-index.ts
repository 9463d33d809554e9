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
  readonly isEmpty: boolean;
  readonly hasHref: boolean;
}

/**
 * Finds the next element beside the first one of a body that has an `id`: nearly all toolkits put the targets of references
 * there. It looks for tags only: what it passes over is checked when it is read.
 *
 * @param from offset in the body or in an element of it.
 * @param depth number of elements that are open there inside of the body.
 * @returns undefined where there is none, or where only a full parse can tell.
 */
export function nextSibling(lexer: Lexer, from: number, depth: number): Sibling | undefined {
  const { pos } = lexer;
  lexer.pos = from;
  const sibling = passOver(lexer, depth) ? siblingAt(lexer) : undefined;
  lexer.pos = pos;
  return sibling;
}

function siblingAt(lexer: Lexer): Sibling | undefined {
  while (atChild(lexer)) {
    const start = lexer.pos;
    const tag = scanTag(lexer, start);
    if (tag === undefined) return undefined;
    const isEmpty = lexer.data[tag.end - 1] === SLASH;
    lexer.pos = tag.end + 1;
    if (tag.id !== undefined) return { id: tag.id, start, content: lexer.pos, isEmpty, hasHref: tag.hasHref };
    if (!isEmpty && !passOver(lexer, 1)) return undefined;
  }
  return undefined;
}

/** Advances over the rest of so many open elements. @returns false at the end of the message. */
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
