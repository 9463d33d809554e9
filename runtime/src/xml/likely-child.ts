import { GREATER, isWhite, LESS } from './chars.ts';
import type { ChildTable } from './codec-tables.ts';
import { type ElementStack, NAME_COLON_AT } from './element-stack.ts';
import type { Tag } from './tag.ts';

/** As `XmlBytesReader.openLikely`. */
export function openLikely(
  elements: ElementStack,
  { tags }: ChildTable,
  parent: number,
  canHaveAttributes: boolean,
): number {
  const guess = elements.guessAt(parent);
  if (openGuess(elements, tags[guess], parent, canHaveAttributes)) {
    elements.setGuess(parent, guess + 1);
    return guess;
  }
  return guess > 0 && openGuess(elements, tags[guess - 1], parent, canHaveAttributes) ? guess - 1 : -1;
}

/**
 * Opens the next child if it is `<Name>` in the default namespace, or `<p:Name>` with the prefix of its parent, as nearly
 * every field of a message is, or one of these with attributes; otherwise skips white space only.
 */
function openGuess(elements: ElementStack, tag: Tag | undefined, parent: number, canHaveAttributes: boolean): boolean {
  const { lexer } = elements;
  const { data } = lexer;
  let at = lexer.pos;
  while (isWhite(data[at] as number)) at++;
  lexer.pos = at;
  if (tag === undefined || data[at] !== LESS) return false;
  const start = at + 1;
  const bytes = tag.bytes;
  const name = skipPrefixOf(elements, parent, start);
  at = name;
  for (let index = 0; index < bytes.length; index++, at++) if (data[at] !== bytes[index]) return false;
  const isPlain = data[at] === GREATER;
  if (!isPlain && !(canHaveAttributes && isWhite(data[at] as number))) return false;
  if (!elements.isNamespaceOf(tag, start, name)) return false;
  lexer.pos = at;
  elements.push(start, name === start ? -1 : name - 1, at);
  if (!isPlain) return readAttributes(elements, tag);
  lexer.pos++;
  return true;
}

/** Offset after the prefix and colon at `start`, if they are those of the element at a frame; otherwise `start`. */
function skipPrefixOf({ frames, lexer }: ElementStack, frame: number, start: number): number {
  const colon = frames[frame + NAME_COLON_AT] as number;
  if (colon === -1) return start;
  const { data } = lexer;
  let at = start;
  for (let from = frames[frame] as number; from <= colon; from++, at++) {
    if (data[at] !== data[from]) return start;
  }
  return at;
}

/**
 * Reads the attributes of the element that `push` has opened, from the end of its name.
 *
 * @returns false, with nothing read and the element not opened, if a declaration among them changes its name.
 */
function readAttributes(elements: ElementStack, tag: Tag): boolean {
  const { attributes, lexer, scope } = elements;
  const outer = elements.outerScope;
  elements.empty = attributes.read(outer, elements.depth);
  if (scope.innermost === outer || elements.is(tag)) return true;
  lexer.pos = elements.nameStart - 1;
  elements.opened--;
  elements.close();
  return false;
}
