import { decodeUtf8 } from '#bytes';
import type { LayoutReader } from './attribute-layout.ts';
import type { Declaration, NamespaceDeclaration } from './declaration.ts';
import type { Lexer } from './lexer.ts';
import { longSlice } from './long-slice.ts';

// Replaces `shortcuts.ts` in browsers: clients that call now and then gain little from it, and load less.

export { parseDeclaration as readDeclaration } from './encoding.ts';

/** No declaration is known: each is read. */
export function knownDeclaration(_lexer: Lexer, _start: number): undefined {}

/** A valid declaration that was read. */
export function declarationOf(
  _lexer: Lexer,
  _start: number,
  _end: number,
  { prefix, namespace }: { readonly prefix: string; readonly namespace: string; readonly isPlain: boolean },
): NamespaceDeclaration {
  return { prefix, namespace, bytes: undefined, last: undefined };
}

/** No layouts: each attribute is read. */
export function readByLayout(attributes: Pick<LayoutReader, 'readAny'>, outer: Declaration | undefined): boolean {
  return attributes.readAny(outer);
}

/** No child is likely: each start tag is read. */
export function openLikely(): number {
  return -1;
}

/** As `Lexer.slice`. */
export function sliceOf(lexer: Lexer, start: number, end: number): string {
  return longSlice(lexer, start, end, decodeUtf8);
}
