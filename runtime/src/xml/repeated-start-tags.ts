import { AttributeLayouts } from './attribute-layout.ts';

/** What is known of earlier start tags: namespace declarations, and the names of attributes. */
export { declarationOf, knownDeclaration } from './known-declarations.ts';

/** The layouts of the start tags of one message. */
export function newLayouts(): AttributeLayouts | undefined {
  return new AttributeLayouts();
}
