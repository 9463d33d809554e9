import { matches, type Positions, positionsOf } from '../xml/positions.ts';

/** What matches one character in a pattern as the generator translates it: an escape, a set, the character itself. */
const ATOM =
  /\\[pP]\{[^}]*\}|\\u\{[\dA-Fa-f]+\}|\\.|\[(?:\\.|[^\\[\]]|\[(?:\\.|[^\\[\]]|\[(?:\\.|[^\\[\]])*\])*\])*\]|[^\\^$.*+?()[\]{}|/]/uy;
const PARTS = new RegExp(`\\{\\d+(?:,\\d*)?\\}|${ATOM.source}`, 'ug');

/** A pattern of more places is left to the platform. */
const MOST_PLACES = 2000;

/**
 * How texts are matched with a pattern. The platform tries one way after the other, which takes exponential time where
 * repetitions stand in repetitions (`(a+)+`), and a message of a few characters never ends; such a pattern is followed in
 * all ways at once.
 *
 * @param pattern `^(?:…)$`, under the flag `u` or `v`.
 */
export function matcherOf(pattern: RegExp): (text: string) => boolean {
  const positions = mayExplode(pattern.source) ? placesOf(pattern) : undefined;
  if (positions === undefined) return (text) => pattern.test(text);
  const sets = new Map(positions.letterAt.map((atom) => [atom, new RegExp(`^${atom}$`, pattern.flags)]));
  return (text) => matches(positions, text, (character, atom) => sets.get(atom)?.test(character) === true);
}

function placesOf({ source }: RegExp): Positions | undefined {
  try {
    return positionsOf(source, ATOM, MOST_PLACES);
  } catch (error) {
    // It is not made by the generator, or too large.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Whether a text can be matched in more ways than its length allows to try: a repetition in another, or two of any length. */
function mayExplode(source: string): boolean {
  const shape = source.replaceAll('(?:', '(').replace(PARTS, (part) => (part.startsWith('{') ? part : 'a'));
  const varying = /[*+?]|\{\d+,|\|/g;
  const count = shape.match(varying)?.length ?? 0;
  if (/\)(?:[*+]|\{\d+,)/.test(shape)) return count > 1;
  if (/\)\{/.test(shape)) return count > 0;
  return (shape.match(/[*+]|,\}/g)?.length ?? 0) > 1;
}
