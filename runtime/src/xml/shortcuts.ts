import { AttributeLayouts } from './attribute-layout.ts';

// What only pays for many or long messages. Browsers have `no-shortcuts.ts` in place of it, with the same results.

export { declarationOf, knownDeclaration } from './known-declarations.ts';
export { readDeclaration } from './known-xml-declarations.ts';
export { openLikely } from './likely-child.ts';
export { readPlainText } from './plain-text.ts';
export { sliceOf } from './slices.ts';

/** The layouts of the start tags of one message. */
export function newLayouts(): AttributeLayouts | undefined {
  return new AttributeLayouts();
}
