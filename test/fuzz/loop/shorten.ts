/**
 * Shortens an input by leaving out pieces, as long as it passes the same check.
 *
 * @param attempts that it may take.
 */
export function shorten(bytes: Uint8Array, attempts: number, isSame: (less: Uint8Array) => boolean): Uint8Array {
  let best = bytes;
  let left = attempts;
  for (let size = best.length >> 1; size >= 1 && left > 0; size >>= 1) {
    for (let at = 0; at < best.length && left > 0; ) {
      const less = new Uint8Array(best.length - Math.min(size, best.length - at));
      less.set(best.subarray(0, at));
      less.set(best.subarray(at + size), at);
      left--;
      if (isSame(less)) best = less;
      else at += size;
    }
  }
  return best;
}
