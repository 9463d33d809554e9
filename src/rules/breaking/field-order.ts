import type { FieldMatch } from './field-matching.ts';

/** The fewest fields that must move to bring the old order into the new one. @param before, after keys in order. */
export function movedFields(
  matches: readonly FieldMatch[],
  before: readonly string[],
  after: readonly string[],
): readonly FieldMatch[] {
  const elements = matches.filter((match) => match.how !== 'kind' && match.after.kind === 'element');
  const inOldOrder = [...elements].sort((a, b) => before.indexOf(a.before.key) - before.indexOf(b.before.key));
  const positions = inOldOrder.map((match) => after.indexOf(match.after.key));
  const kept = new Set(longestAscending(positions));
  return inOldOrder.filter((_, index) => !kept.has(index));
}

/** Indexes of the longest ascending subsequence. */
function longestAscending(values: readonly number[]): readonly number[] {
  /** Index of the smallest last value of the ascending subsequences of each length. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  }
  const found: number[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) found.unshift(at);
  return found;
}
