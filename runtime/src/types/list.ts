import { limitMessage } from '../xml/limits.ts';
import { type SimpleType, ValueError } from './simple-type.ts';
import { collapseAll, hasMoreItems, itemsOf } from './spaces.ts';
import { ENTITY, IDREF, NMTOKEN } from './text-types.ts';

/** A list of values with white space between them (XML Schema part 2, 2.5.1.2). */
export function list<T>(name: string, item: SimpleType<T>, least = 0): SimpleType<T[]> {
  const checkCount = <Items extends { readonly length: number }>(items: Items): Items => {
    if (items.length < least) throw new ValueError(`it must have ${least} or more items`);
    return items;
  };
  return {
    name,
    contextual: true,
    compare: (a, b) => (isSame(item, a, b) ? 0 : Number.NaN),
    parse(text, context) {
      if (context !== undefined && hasMoreItems(text, context.maxItems)) {
        throw new ValueError(limitMessage('maxItems', context.maxItems));
      }
      return checkCount(itemsOf(text)).map((one) => item.parse(one, context));
    },
    print(values, prefixes) {
      if (!Array.isArray(values)) throw new ValueError('it must be an array');
      return checkCount(values)
        .map((value) => {
          const text = item.print(value, prefixes);
          if (text === '' || collapseAll(text) !== text || text.includes(' ')) {
            throw new ValueError('an item of a list can hold no white space, and cannot be empty');
          }
          return text;
        })
        .join(' ');
    },
  };
}

function isSame<T>(item: SimpleType<T>, a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, index) => sameValue(item, value, b[index] as T));
}

/** Whether two values of a type are equal (XML Schema part 2, 4.2.1). */
export function sameValue<T>(type: SimpleType<T>, a: T, b: T): boolean {
  return type.print(a) === type.print(b) || type.compare?.(a, b) === 0;
}

export const NMTOKENS: SimpleType<string[]> = list('NMTOKENS', NMTOKEN, 1);
export const IDREFS: SimpleType<string[]> = list('IDREFS', IDREF, 1);
export const ENTITIES: SimpleType<string[]> = list('ENTITIES', ENTITY, 1);
