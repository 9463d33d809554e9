import { VALUE, WORDS } from '../xml/attributes.ts';
import { isWhite, LESS, VALUE_SPECIAL } from '../xml/chars.ts';
import type { ElementStack } from '../xml/element-stack.ts';
import type { Lexer } from '../xml/lexer.ts';
import type { Limits } from '../xml/limits.ts';
import { type Declaration, MANY, share } from '../xml/scope.ts';
import { referenceAt } from './head.ts';

/** Longer start tags are not remembered. */
const LONGEST = 320;

/** In place of the attribute's index. */
const NONE = -1;

/**
 * A start tag that was read, except for the value of its `href` or `id`. Equal bytes in an equal scope are the same start tag:
 * most accessors of a sender have one in all of its messages.
 */
export interface StartTag {
  /** From its name to the value, or through its `>` without one. */
  readonly before: Pattern;
  /** From the quote after the value; undefined without a value. */
  readonly after: Pattern | undefined;
  /** Offsets from the start of the name as if the value were empty. */
  readonly colon: number;
  readonly nameEnd: number;
  readonly words: readonly number[];
  /** Index of the first word that comes after the value. */
  readonly moved: number;
  readonly empty: boolean;
  readonly nil: number;
  readonly type: number;
  readonly limits: Limits;
  /** The innermost declaration outside of it, and with its own ones. */
  outer: Declaration | undefined;
  inner: Declaration | undefined;
  /** The declaration of the prefix of each attribute. */
  declarations: readonly (Declaration | undefined)[];
}

/** Bytes that are compared in words of four; the last word overlaps the one before it. */
interface Pattern {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
}

function patternOf(data: Uint8Array, start: number, end: number): Pattern {
  const bytes = data.slice(start, end);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = bytes.length < 4 ? 0 : Math.ceil(bytes.length / 4);
  return { bytes, words: Int32Array.from({ length: count }, (_, at) => view.getInt32(wordAt(at, bytes.length))) };
}

function wordAt(index: number, length: number): number {
  return Math.min(index * 4, length - 4);
}

function isAt(lexer: Lexer, { bytes, words }: Pattern, at: number): boolean {
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

/**
 * Remembers the start tag that was read last, if its only attribute is an xsi:type, or if it has an `href` or an `id`.
 *
 * @returns undefined for others, whose values are likely to differ the next time.
 */
export function remember(elements: ElementStack): StartTag | undefined {
  const { attributes, lexer, nameStart, scope } = elements;
  const { data, pos, limits } = lexer;
  const { innermost } = scope;
  const reference = referenceAt(attributes);
  if (reference === NONE && (attributes.count !== 1 || attributes.instance === 0)) return undefined;
  if (pos - nameStart > LONGEST || (innermost?.count ?? 0) > MANY) return undefined;
  const words = attributes.offsets();
  const moved = reference === NONE ? words.length : reference * WORDS + VALUE + 1;
  const from = reference === NONE ? pos : (words[moved - 1] as number);
  const to = words[moved] ?? pos;
  // Its own declarations are used again, in other messages too.
  if (innermost !== elements.outerScope) share(innermost);
  return {
    before: patternOf(data, nameStart, from),
    after: reference === NONE ? undefined : patternOf(data, to, pos),
    colon: elements.colon === -1 ? -1 : elements.colon - nameStart,
    nameEnd: elements.nameEnd - nameStart,
    words: words.map((offset, index) => (offset === -1 ? -1 : offset - nameStart - (index < moved ? 0 : to - from))),
    moved,
    empty: elements.empty,
    ...attributes.instances,
    limits,
    outer: elements.outerScope,
    inner: innermost,
    declarations: attributes.declarations.slice(0, attributes.count),
  };
}

/** Opens the next child if it has a remembered start tag; otherwise skips white space only. */
export function openRemembered(elements: ElementStack, known: StartTag | undefined): boolean {
  if (known === undefined) return false;
  const { lexer } = elements;
  const { data } = lexer;
  let at = lexer.pos;
  while (isWhite(data[at] as number)) at++;
  lexer.pos = at;
  if (data[at] !== LESS) return false;
  const { before, after } = known;
  const start = ++at;
  if (!isAt(lexer, before, at)) return false;
  at += before.bytes.length;
  let length = 0;
  if (after !== undefined) {
    const from = at;
    while (VALUE_SPECIAL[data[at] as number] === 0) at++;
    length = at - from;
    if (!isAt(lexer, after, at)) return false;
    at += after.bytes.length;
  }
  if (known.limits !== lexer.limits || length > lexer.limits.maxAttributeValueBytes) return false;
  if (known.outer !== elements.scope.innermost && !isEqualScope(elements, known)) return false;
  open(elements, known, start, length);
  lexer.pos = at;
  return true;
}

/** Whether the prefixes of a start tag without declarations have the same meaning in the current scope. */
function isEqualScope({ scope }: ElementStack, known: StartTag): boolean {
  if (known.colon !== -1 || known.inner !== known.outer || (scope.innermost?.count ?? 0) > MANY) return false;
  const declarations = known.declarations.map((before) => (before === undefined ? before : scope.find(before.prefix)));
  if (declarations.some((found, index) => found?.namespace !== known.declarations[index]?.namespace)) return false;
  known.declarations = declarations;
  known.outer = scope.innermost;
  known.inner = scope.innermost;
  return true;
}

function open(elements: ElementStack, known: StartTag, start: number, length: number): void {
  const { attributes } = elements;
  elements.push(start, known.colon === -1 ? -1 : start + known.colon, start + known.nameEnd);
  elements.empty = known.empty;
  if (known.inner !== known.outer) elements.scope.enter(known.inner);
  const { words, moved, declarations } = known;
  for (let index = 0; index < words.length; index++) {
    const offset = words[index] as number;
    attributes.words[index] = offset === -1 ? -1 : start + offset + (index < moved ? 0 : length);
  }
  for (let index = 0; index < declarations.length; index++) attributes.declarations[index] = declarations[index];
  attributes.count = declarations.length;
  if (known.nil !== NONE) attributes.noteNil(known.nil);
  if (known.type !== NONE) attributes.noteType(known.type);
}
