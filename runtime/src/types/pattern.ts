import { matches, type Positions, positionsOf } from '../xml/position-automaton.ts';

/** The part of a pattern that matches one character, as the generator prints it: an escape, a set, or the character. */
const ATOM =
  /\\[pP]\{[^}]*\}|\\u\{[\dA-Fa-f]+\}|\\.|\[(?:\\.|[^\\[\]]|\[(?:\\.|[^\\[\]]|\[(?:\\.|[^\\[\]])*\])*\])*\]|[^\\^$.*+?()[\]{}|/]/uy;
const PARTS = new RegExp(`\\{\\d+(?:,\\d*)?\\}|${ATOM.source}`, 'ug');

/** Larger patterns are left to RegExp. */
const MAX_POSITIONS = 2000;

/**
 * Returns a function that tests texts. RegExp backtracks, which takes exponential time for nested repetitions (`(a+)+`): a
 * short message could block the thread. Such patterns are run as an automaton, in linear time.
 *
 * @param pattern `^(?:…)$`, under the flag `u` or `v`.
 */
export function matcherOf(pattern: RegExp): (text: string) => boolean {
  const positions = mayExplode(pattern.source) ? automatonOf(pattern) : undefined;
  if (positions === undefined) return (text) => pattern.test(text);
  const sets = new Map(positions.letterAt.map((atom) => [atom, new RegExp(`^${atom}$`, pattern.flags)]));
  return (text) => matches(positions, text, (character, atom) => sets.get(atom)?.test(character) === true);
}

function automatonOf({ source }: RegExp): Positions | undefined {
  try {
    return positionsOf(source, ATOM, MAX_POSITIONS);
  } catch (error) {
    // Not a pattern of the generator, or too large.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Whether backtracking can take more than linear time: nested repetitions, or two unbounded ones. */
function mayExplode(source: string): boolean {
  const shape = source.replaceAll('(?:', '(').replace(PARTS, (part) => (part.startsWith('{') ? part : 'a'));
  const varying = /[*+?]|\{\d+,|\|/g;
  const count = shape.match(varying)?.length ?? 0;
  if (/\)(?:[*+]|\{\d+,)/.test(shape)) return count > 1;
  if (/\)\{/.test(shape)) return count > 0;
  return (shape.match(/[*+]|,\}/g)?.length ?? 0) > 1;
}
