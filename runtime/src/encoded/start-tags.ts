import { VALUE, WORDS } from '../xml/attribute-words.ts';
import { NIL } from '../xml/attributes.ts';
import { isWhite, LESS, VALUE_SPECIAL } from '../xml/chars.ts';
import type { Declaration } from '../xml/declaration.ts';
import { type ElementStack, NAME_COLON_AT } from '../xml/element-stack.ts';
import type { Lexer } from '../xml/lexer.ts';
import type { Limits } from '../xml/limits.ts';
import { MANY, share } from '../xml/scope.ts';
import { inspect, variableAt } from './head.ts';
import { isAt, type Pattern, patternOf } from './pattern.ts';

/** Longer start tags are not remembered. */
const LONGEST = 320;

/** Stands for an absent attribute's index. */
const NONE = -1;

/**
 * A start tag that was read, except for the value of its `href`, `id`, `arrayType` or `position`. Equal bytes in an equal
 * scope are the same start tag: most accessors of a sender have one in all of its messages.
 */
export interface StartTag {
  /** From its name to the value, or through its `>` without one. */
  readonly before: Pattern;
  /** From the quote after the value; undefined without a value. */
  readonly after: Pattern | undefined;
  /** Number of bytes without the value. */
  readonly size: number;
  /** Offsets from the start of the name as if the value were empty. */
  readonly colon: number;
  readonly nameEnd: number;
  readonly words: readonly number[];
  /** Index of the first word that comes after the value. */
  readonly moved: number;
  readonly empty: boolean;
  readonly nil: number;
  readonly type: number;
  /** Whether it has an `href` or an `id`, as `inspect` returns it. */
  readonly head: number;
  readonly limits: Limits;
  /** The innermost declaration outside of it, and with its own ones. */
  outer: Declaration | undefined;
  inner: Declaration | undefined;
  /** The declaration of the prefix of each attribute. */
  declarations: readonly (Declaration | undefined)[];
  /** The accessors of the type that its xsi:type was found to name. */
  accessors: object | undefined;
}

/** The last start tag of a message that a remembered one was equal to. */
export interface LastStartTag {
  tag: StartTag | undefined;
  /** Offset of its name. */
  start: number;
}

/** The remembered start tag that the open element has; undefined when it was parsed. */
export function tagOf(elements: ElementStack, { tag, start }: LastStartTag): StartTag | undefined {
  return start === elements.nameStart ? tag : undefined;
}

/** The value of the open element's `href`, or else of its `id`, where `tag` has one. It holds no reference to a character. */
export function referenceOf({ attributes, lexer }: ElementStack, { moved }: StartTag): string {
  const { words } = attributes;
  return lexer.slice(words[moved - 1] as number, words[moved] as number);
}

/**
 * Remembers the start tag that was read last, if its only attribute is an xsi:type, or if it has an attribute whose value
 * may differ.
 *
 * @returns undefined for others, which are likely to differ the next time.
 */
export function remember(elements: ElementStack): StartTag | undefined {
  const { attributes, frame, frames, lexer, nameStart, scope } = elements;
  const { data, pos, limits } = lexer;
  const { innermost } = scope;
  const colon = frames[frame + NAME_COLON_AT] as number;
  const head = inspect(attributes);
  const variable = variableAt(attributes);
  if (variable === NONE && (attributes.count !== 1 || attributes.instance === 0)) return undefined;
  if (pos - nameStart > LONGEST || (innermost?.count ?? 0) > MANY) return undefined;
  const words = attributes.offsets();
  const moved = variable === NONE ? words.length : variable * WORDS + VALUE + 1;
  const from = variable === NONE ? pos : (words[moved - 1] as number);
  const to = words[moved] ?? pos;
  // Its own declarations are used again, in other messages too.
  if (innermost !== elements.outerScope) share(innermost);
  return {
    before: patternOf(data, nameStart, from),
    after: variable === NONE ? undefined : patternOf(data, to, pos),
    size: variable === NONE ? pos - nameStart : pos - nameStart - (to - from),
    colon: colon === -1 ? -1 : colon - nameStart,
    nameEnd: elements.nameEnd - nameStart,
    words: words.map((offset, index) => (offset === -1 ? -1 : offset - nameStart - (index < moved ? 0 : to - from))),
    moved,
    empty: elements.empty,
    nil: (attributes.instance & NIL) === 0 ? NONE : attributes.nilAttribute,
    type: attributes.hasType ? attributes.typeAttribute : NONE,
    head,
    limits,
    outer: elements.outerScope,
    inner: innermost,
    declarations: attributes.declarations.slice(0, attributes.count),
    accessors: undefined,
  };
}

/** Opens the next child if it has a remembered start tag; otherwise skips white space only. */
export function openRemembered(elements: ElementStack, known: StartTag | undefined, last: LastStartTag): boolean {
  if (known === undefined) return false;
  const { lexer } = elements;
  const { data } = lexer;
  let at = lexer.pos;
  while (isWhite(data[at] as number)) at++;
  lexer.pos = at;
  if (data[at] !== LESS) return false;
  const start = at + 1;
  const end = endOfTag(lexer, known, start);
  return end !== -1 && openEqual(elements, known, last, start, end);
}

/**
 * Opens an element whose start tag has the bytes of a remembered one.
 *
 * @param start offset of its name.
 * @param end offset after the tag.
 * @returns false, with nothing opened, where its prefixes have another meaning.
 */
export function openEqual(
  elements: ElementStack,
  known: StartTag,
  last: LastStartTag,
  start: number,
  end: number,
): boolean {
  if (known.outer !== elements.scope.innermost && !isEqualScope(elements, known)) return false;
  open(elements, known, start, end - start - known.size);
  elements.lexer.pos = end;
  last.tag = known;
  last.start = start;
  return true;
}

/** Offset after a start tag, from its name, if it has the bytes of a remembered one; otherwise -1. */
export function endOfTag(lexer: Lexer, { before, after, limits }: StartTag, start: number): number {
  if (!isAt(lexer, before, start) || limits !== lexer.limits) return -1;
  const from = start + before.bytes.length;
  if (after === undefined) return from;
  const { data } = lexer;
  let at = from;
  while (VALUE_SPECIAL[data[at] as number] === 0) at++;
  if (at - from > limits.maxAttributeValueBytes || !isAt(lexer, after, at)) return -1;
  return at + after.bytes.length;
}

/** Whether the prefixes of a start tag without declarations have the same meaning in the current scope. */
function isEqualScope({ scope }: ElementStack, known: StartTag): boolean {
  if (known.colon !== -1 || known.inner !== known.outer || (scope.innermost?.count ?? 0) > MANY) return false;
  const declarations = known.declarations.map((before) => (before === undefined ? before : scope.find(before.prefix)));
  if (declarations.some((found, index) => found?.namespace !== known.declarations[index]?.namespace)) return false;
  known.declarations = declarations;
  known.outer = scope.innermost;
  known.inner = scope.innermost;
  // The prefix in its xsi:type may have another meaning.
  known.accessors = undefined;
  return true;
}

function open(elements: ElementStack, known: StartTag, start: number, length: number): void {
  const { attributes } = elements;
  elements.push(start, known.colon === -1 ? -1 : start + known.colon, start + known.nameEnd);
  elements.empty = known.empty;
  if (known.inner !== known.outer) elements.scope.enter(known.inner);
  const { words, moved, declarations } = known;
  const { words: offsets } = attributes;
  for (let index = 0; index < moved; index++) {
    const offset = words[index] as number;
    offsets[index] = offset === -1 ? -1 : start + offset;
  }
  for (let index = moved; index < words.length; index++) {
    const offset = words[index] as number;
    offsets[index] = offset === -1 ? -1 : start + offset + length;
  }
  for (let index = 0; index < declarations.length; index++) attributes.declarations[index] = declarations[index];
  attributes.count = declarations.length;
  if (known.nil !== NONE) attributes.noteNil(known.nil);
  if (known.type !== NONE) attributes.noteType(known.type);
}
