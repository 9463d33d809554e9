/** Longer names are not compared: the cost is quadratic in the length. */
const maxNameLength = 64;

/** The candidate for "Did you mean …?", or undefined when none is close. Case counts as no difference. */
export function closest(name: string, among: Iterable<string>): string | undefined {
  if (name.length > maxNameLength || !/\p{L}/u.test(name)) return undefined;
  const folded = name.toLowerCase();
  let best: string | undefined;
  // A third of the letters may be wrong: "strng" is near "string", "abc" is not near "int".
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  let bestExact = Number.POSITIVE_INFINITY;
  for (const candidate of among) {
    if (candidate === name || candidate.length > maxNameLength) continue;
    const most = best === undefined ? bestDistance - 1 : bestDistance;
    if (Math.abs(candidate.length - name.length) > most) continue;
    const distance = editDistance(folded, candidate.toLowerCase());
    if (distance > most) continue;
    // Of two that are as close, the one in the same case: "Itme" is rather "Item" than "time".
    const exact = editDistance(name, candidate);
    if (distance < bestDistance || exact < bestExact) {
      best = candidate;
      bestDistance = distance;
      bestExact = exact;
    }
  }
  return best;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment) that turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let distance = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
