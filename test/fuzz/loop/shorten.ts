/**
 * A shorter input of which the same can be said, pieces of it left out as long as that works.
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
