import { matches, positionsOf } from './position-automaton.ts';

/** An item of mixed content: text, or an element by the name that its case has. */
export type MixedItem = string | { readonly case: string };

/** Which elements mixed content may hold, in which order (XML Schema part 1, 3.8). Text may stand anywhere. */
export interface ContentModel {
  fits(content: readonly MixedItem[]): boolean;
}

/**
 * A content model as a regular expression over its elements, each of which is one character.
 *
 * @param pattern `^(?:…)$` of characters, groups `(?:…|…)`, and `?`, `*`, `+`, `{2}`, `{2,}`, `{2,5}`. It is not run as it
 *   stands: groups that repeat in groups that repeat would take exponential time for some content.
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
