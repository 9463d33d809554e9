import { WORDS } from '../xml/attributes.ts';
import { isWhite, LESS } from '../xml/chars.ts';
import type { ElementStack } from '../xml/element-stack.ts';
import { type Declaration, XSI_NAMESPACE } from '../xml/scope.ts';

/** Longer start tags are not remembered. */
const LONGEST = 160;

/**
 * A start tag without a prefix whose only attribute is an xsi:type. Equal bytes, where the attribute's prefix has the same
 * meaning, are the same start tag: most accessors of a sender have one in all of its messages.
 */
export interface StartTag {
  /** From its name through its `>`. */
  readonly bytes: Uint8Array;
  /** Length of its name. */
  readonly name: number;
  /** The offsets of the attribute, from the start of the name. */
  readonly words: readonly number[];
  /** Of the attribute. */
  readonly prefix: string;
  /** The last scope in which the prefix was looked up. */
  scope: Declaration | undefined;
  declaration: Declaration;
}

/** Remembers the start tag that was read last. @returns undefined for one of another form. */
export function remember(elements: ElementStack): StartTag | undefined {
  const { attributes, lexer, nameStart, nameEnd, scope } = elements;
  const { innermost } = scope;
  // Its own declarations would be in its bytes, too.
  if (attributes.count !== 1 || !attributes.hasType || elements.empty || innermost !== elements.outerScope)
    return undefined;
  const [declaration] = attributes.declarations;
  const isLong = lexer.pos - nameStart > LONGEST;
  if (isLong || elements.hasPrefix || declaration?.namespace !== XSI_NAMESPACE) return undefined;
  return {
    bytes: lexer.data.slice(nameStart, lexer.pos),
    name: nameEnd - nameStart,
    words: attributes.words.slice(0, WORDS).map((offset) => offset - nameStart),
    prefix: declaration.prefix,
    scope: innermost,
    declaration,
  };
}

/** Opens the next child if it has a remembered start tag; otherwise skips white space only. */
export function openRemembered(elements: ElementStack, known: StartTag | undefined): boolean {
  if (known === undefined) return false;
  const { lexer, scope, attributes } = elements;
  const { data } = lexer;
  let at = lexer.pos;
  while (isWhite(data[at] as number)) at++;
  lexer.pos = at;
  if (data[at] !== LESS) return false;
  const { bytes, words } = known;
  const start = at + 1;
  for (let index = 0; index < bytes.length; index++) if (data[start + index] !== bytes[index]) return false;
  if (known.scope !== scope.innermost) {
    const declaration = scope.find(known.prefix);
    if (declaration?.namespace !== XSI_NAMESPACE) return false;
    known.declaration = declaration;
    known.scope = scope.innermost;
  }
  elements.push(start, -1, start + known.name);
  lexer.pos = start + bytes.length;
  for (let index = 0; index < WORDS; index++) attributes.words[index] = start + (words[index] as number);
  attributes.declarations[0] = known.declaration;
  attributes.count = 1;
  attributes.noteType(0);
  return true;
}
