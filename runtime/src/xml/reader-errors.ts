import type { ElementStack } from './element-stack.ts';
import type { XmlError } from './error.ts';
import { END } from './reader.ts';
import type { AttributeName, Tag } from './tag.ts';

/** @param most items that the list may have. @throws {XmlError} `limit`, or `repeated-element` for one too many. */
export function checkItem(elements: ElementStack, count: number, most: number | undefined): void {
  elements.setItem(count);
  const { lexer } = elements;
  if (count >= lexer.limits.maxItems) throw lexer.limit('maxItems');
  if (most !== undefined && count >= most) {
    throw lexer.about('repeated-element', `it may be there ${times(most)} only`);
  }
}

export function expectedElement(elements: ElementStack, tag: Tag, next: number): XmlError {
  return lacking(elements, tag.local, 'this required element is missing', next);
}

export function expectedOneOf(elements: ElementStack, tags: readonly Tag[], next: number): XmlError {
  const names = tags.map(({ local }) => local).join(', ');
  const wanted = tags.length === 0 ? 'an element' : tags.length === 1 ? names : `one of ${names}`;
  return lacking(elements, '', `${wanted} is required, and is missing`, next);
}

export function tooFew(elements: ElementStack, tag: Tag, least: number, next: number): XmlError {
  return lacking(elements, tag.local, `it must be there ${times(least)} or more`, next);
}

/** The error for an element that its parent lacks; the parent was read to its end, or another child is open. */
function lacking(elements: ElementStack, local: string, reason: string, next: number): XmlError {
  const parent = elements.path(next === END ? elements.depth + 1 : elements.depth - 1);
  const path = [parent, local].filter((part) => part !== '').join('/');
  const instead = next === END ? '' : `; ${elements.shownLocal} stands in its place`;
  return elements.lexer.about('missing-element', `${reason}${instead}`, path);
}

/** The error for the value of the element that was read last. */
export function invalidValue(elements: ElementStack, type: string, reason: string): XmlError {
  return elements.lexer.about('value', `not a valid ${type}: ${reason}`, elements.path(elements.depth + 1));
}

export function attributeError(
  elements: ElementStack,
  { local }: AttributeName,
  code: 'value' | 'missing-attribute',
  reason: string,
): XmlError {
  return elements.lexer.about(code, reason, `${elements.path()}/@${local}`);
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
