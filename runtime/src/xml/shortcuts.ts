// What only pays for many or long messages. Browsers have `no-shortcuts.ts` in place of it, with the same results.

export { readByLayout } from './attribute-layout.ts';
export { declarationOf, knownDeclaration } from './known-declarations.ts';
export { readDeclaration } from './known-xml-declarations.ts';
export { openLikely } from './likely-child.ts';
export { readPlainText } from './plain-text.ts';
export { sliceOf } from './slices.ts';
