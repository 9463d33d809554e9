import { matches, positionsOf } from './position-automaton.ts';

/** An item of mixed content: text, or an element by its case. */
export type MixedItem = string | { readonly case: string };

/** The elements of mixed content and their order (XML Schema part 1, 3.8). Text is allowed everywhere. */
export interface ContentModel {
  fits(content: readonly MixedItem[]): boolean;
}

/**
 * A content model as a regular expression over its elements, one character each.
 *
 * @param pattern `^(?:…)$` of characters, groups `(?:…|…)`, and `?`, `*`, `+`, `{2}`, `{2,}`, `{2,5}`. It is not
 *   run as a RegExp: nested repetition would take exponential time for some content.
 * @param letters the character of each case.
 * @throws {TypeError} for another pattern.
 */
export function contentModel(pattern: RegExp, letters: Readonly<Record<string, string>>): ContentModel {
  const positions = positionsOf(pattern.source);
  const known = new Map(Object.entries(letters));
  return {
    fits: (content) => matches(positions, content.filter(isElement), (item, letter) => known.get(item.case) === letter),
  };
}

function isElement(item: MixedItem): item is Exclude<MixedItem, string> {
  return typeof item !== 'string';
}
