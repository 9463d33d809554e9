import { readCharacters } from './character-data.ts';
import { LESS } from './chars.ts';
import type { TreeElement } from './element-tree.ts';
import { Lexer } from './lexer.ts';
import { defaultLimits } from './limits.ts';
import { RawElement } from './raw-element.ts';

/**
 * The text between two tags of a tree's document, with references resolved and line ends normalised, without comments.
 *
 * @param data the document as UTF-8.
 * @param end offset in bytes of a tag, or of the end of the document.
 */
export function characterData(data: Uint8Array, start: number, end: number): string {
  if (start >= end) return '';
  // With the beginning of a tag, at which the reader ends.
  const text = new Uint8Array(end - start + 1);
  text.set(data.subarray(start, end));
  text[end - start] = LESS;
  const lexer = new Lexer(text, 'utf-8', defaultLimits);
  // U+FEFF inside of a document is a character of it.
  lexer.pos = 0;
  return readCharacters(lexer);
}

/** The character data of an element without children. @param data the document that it is in. */
export function leafText({ tagEnd, end, closeTag }: TreeElement, data: Uint8Array): string {
  return characterData(data, tagEnd, Math.min(closeTag, end));
}

/** An element as XML text, with the outer namespace declarations that it needs. @param data the document that it is in. */
export function elementXml(element: TreeElement, data: Uint8Array): string {
  const { namespace, local, start, end, nameEnd, scope, outerScope } = element;
  const source = {
    content: data.subarray(start, end),
    nameBytes: nameEnd - start - 1,
    inner: scope,
    outer: outerScope,
  };
  return new RawElement(namespace, local, source).xml;
}
