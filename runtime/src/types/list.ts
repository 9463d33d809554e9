import { type SimpleType, ValueError } from './simple-type.ts';
import { collapseAll, itemsOf } from './spaces.ts';
import { ENTITY, IDREF, NMTOKEN } from './text-types.ts';

/** A list of values with white space between them (XML Schema part 2, 2.5.1.2). */
export function list<T>(name: string, item: SimpleType<T>, least = 0): SimpleType<T[]> {
  const checkCount = <Items extends { readonly length: number }>(items: Items): Items => {
    if (items.length < least) throw new ValueError(`it must have ${least} or more items`);
    return items;
  };
  return {
    name,
    parse: (text) => checkCount(itemsOf(text)).map((one) => item.parse(one)),
    print(values) {
      if (!Array.isArray(values)) throw new ValueError('it must be an array');
      return checkCount(values)
        .map((value) => {
          const text = item.print(value);
          if (text === '' || collapseAll(text) !== text || text.includes(' ')) {
            throw new ValueError('an item of a list can hold no white space, and cannot be empty');
          }
          return text;
        })
        .join(' ');
    },
  };
}

export const NMTOKENS: SimpleType<string[]> = list('NMTOKENS', NMTOKEN, 1);
export const IDREFS: SimpleType<string[]> = list('IDREFS', IDREF, 1);
export const ENTITIES: SimpleType<string[]> = list('ENTITIES', ENTITY, 1);
