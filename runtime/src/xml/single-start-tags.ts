import type { AttributeLayouts } from './attribute-layout.ts';
import type { NamespaceDeclaration } from './known-declarations.ts';
import type { Lexer } from './lexer.ts';

// In place of `repeated-start-tags.ts` in browsers: clients that call now and then gain nothing from earlier start tags, and
// load less.

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
export function newLayouts(): AttributeLayouts | undefined {
  return undefined;
}
