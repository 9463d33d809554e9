import { type CharacterSet, characterSets } from './character-set.ts';
import { automatonOf } from './pattern-automaton.ts';
import { isDeterministic } from './pattern-choices.ts';
import { parsePattern, stepsOf } from './pattern-tree.ts';

/** The most steps that a pattern may take for each character of a text. */
const MAX_PATTERN_STEPS = 1000;
/** RegExp remembers each repetition until the end. */
const MAX_REMEMBERED = 10_000;
/** Larger patterns are not examined for a way without backtracking. */
const MAX_EXAMINED = 100;

/**
 * Returns a function that tests texts in linear time. RegExp backtracks, which takes exponential time for nested
 * repetitions (`(a+)+`) and polynomial time for others (`a{0,3000}a{0,3000}b`): a short message could block the thread. It
 * runs only patterns in which the next character tells how to go on, and never for a long text.
 *
 * @param pattern `^(?:…)$` of characters, sets, groups and counts.
 * @throws {TypeError} for another pattern, and one of more than MAX_PATTERN_STEPS steps.
 */
export function patternMatcher(pattern: RegExp): (text: string) => boolean {
  const tree = parsePattern(pattern.source);
  const size = stepsOf(tree);
  if (!(size <= MAX_PATTERN_STEPS))
    throw new TypeError(`A pattern may have ${MAX_PATTERN_STEPS} steps, and this one has ${size}: ${pattern.source}`);
  const setOf: (atoms: readonly string[]) => CharacterSet = characterSets(pattern.flags);
  let isSimple: boolean | undefined;
  let automaton: ((text: string) => boolean) | undefined;
  return (text) => {
    if (text.length <= MAX_REMEMBERED) {
      isSimple ??= size <= MAX_EXAMINED && isDeterministic(tree, setOf);
      if (isSimple) return pattern.test(text);
    }
    automaton ??= automatonOf(tree, setOf);
    return automaton(text);
  };
}
