import { limitMessage } from '../xml/limits.ts';
import { type SimpleType, ValueError } from './simple-type.ts';
import { ENTITY, IDREF, NMTOKEN } from './text-types.ts';
import { collapseAll } from './white-space-facet.ts';

/** A list of values, separated by white space (XML Schema part 2, 2.5.1.2). @param min least number of items. */
export function list<T>(name: string, item: SimpleType<T>, min = 0): SimpleType<T[]> {
  const checkCount = <Items extends { readonly length: number }>(items: Items): Items => {
    if (items.length < min) throw new ValueError(`it must have ${min} or more items`);
    return items;
  };
  return {
    name,
    contextual: true,
    compare: (a, b) => (isSame(item, a, b) ? 0 : Number.NaN),
    parse(text, context) {
      if (context !== undefined && hasMoreItems(text, context.maxItems)) {
        throw new ValueError(limitMessage('maxItems', context));
      }
      return checkCount(itemsOf(text)).map((one) => item.parse(one, context));
    },
    print(values, prefixes) {
      if (!Array.isArray(values)) throw new ValueError('it must be an array');
      return checkCount(values)
        .map((value) => {
          const text = item.print(value, prefixes);
          if (text === '' || collapseAll(text) !== text || text.includes(' ')) {
            throw new ValueError('an item of a list cannot be empty or hold white space');
          }
          return text;
        })
        .join(' ');
    },
  };
}

function itemsOf(text: string): readonly string[] {
  const collapsed = collapseAll(text);
  return collapsed === '' ? [] : collapsed.split(' ');
}

/** Whether a text has more than `max` items, found without splitting it. */
function hasMoreItems(text: string, max: number): boolean {
  let items = 0;
  let inside = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const white = code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
    if (!white && !inside && ++items > max) return true;
    inside = !white;
  }
  return false;
}

function isSame<T>(item: SimpleType<T>, a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, index) => sameValue(item, value, b[index] as T));
}

/** Whether two values of a type are equal (XML Schema part 2, 4.2.1). */
export function sameValue<T>(type: SimpleType<T>, a: T, b: T): boolean {
  return type.print(a) === type.print(b) || type.compare?.(a, b) === 0;
}

export const NMTOKENS: SimpleType<string[]> = /* @__PURE__ */ list('NMTOKENS', NMTOKEN, 1);
export const IDREFS: SimpleType<string[]> = /* @__PURE__ */ list('IDREFS', IDREF, 1);
export const ENTITIES: SimpleType<string[]> = /* @__PURE__ */ list('ENTITIES', ENTITY, 1);
