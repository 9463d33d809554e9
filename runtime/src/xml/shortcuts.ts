// Optimisations for many or long messages. Browsers load `no-shortcuts.ts` instead, with the same results.

export { readByLayout } from './attribute-layout.ts';
export { declarationOf, knownDeclaration } from './known-declarations.ts';
export { readDeclaration } from './known-xml-declarations.ts';
export { openLikely } from './likely-child.ts';
export { sliceOf } from './slices.ts';
