import type { ElementStack } from './element-stack.ts';

/** The types that an xsi:type may name, the declared one first. */
export interface NamedTypes {
  readonly names: readonly { readonly namespace: string; readonly local: string }[];
  /** Whether the declared type is abstract, so that an element must name another. */
  readonly abstract: boolean;
}

/** As `XmlReader.type`, for the innermost open element. */
export function chooseType({ attributes, lexer }: ElementStack, { names, abstract }: NamedTypes): number {
  const declared = names[0]?.local;
  if (!attributes.hasType) {
    if (abstract) throw lexer.about('type', `it must name a type by xsi:type, since ${declared} is abstract`);
    return 0;
  }
  const named = attributes.type();
  const index = names.findIndex(({ namespace, local }) => local === named?.local && namespace === named.namespace);
  if (index === -1) throw lexer.about('type', `its xsi:type names neither ${declared} nor a type derived from it`);
  if (index === 0 && abstract) throw lexer.about('type', `its xsi:type names ${declared}, which is abstract`);
  attributes.dropType();
  return index;
}
