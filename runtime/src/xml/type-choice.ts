import type { TypeTable } from './codec-tables.ts';
import type { ElementStack } from './element-stack.ts';

/** As `XmlReader.type`, for the innermost open element. */
export function chooseType({ attributes, lexer }: ElementStack, { names, abstract }: TypeTable): number {
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
