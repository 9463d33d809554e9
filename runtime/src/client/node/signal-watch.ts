const allWatched = new WeakMap<AbortSignal, Watched>();

/**
 * Calls `onAbort` once when the signal of a caller is aborted. All calls with one signal share one listener, which is removed
 * with the last call: Node warns of a leak from the eleventh listener on.
 *
 * @returns a function that ends the watch.
 */
export function watchSignal(signal: AbortSignal, onAbort: () => void): () => void {
  let watched = allWatched.get(signal);
  if (watched === undefined) {
    watched = new Watched(signal);
    allWatched.set(signal, watched);
  }
  return watched.add(onAbort);
}

class Watched {
  readonly #signal: AbortSignal;
  readonly #calls = new Set<() => void>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(onAbort: () => void): () => void {
    if (this.#calls.size === 0) this.#signal.addEventListener('abort', this.#fire);
    // Wrapped, so that the same function can be added twice.
    const call = (): void => onAbort();
    this.#calls.add(call);
    return () => {
      if (this.#calls.delete(call) && this.#calls.size === 0) this.#signal.removeEventListener('abort', this.#fire);
    };
  }

  readonly #fire = (): void => {
    const calls = [...this.#calls];
    this.#calls.clear();
    this.#signal.removeEventListener('abort', this.#fire);
    for (const call of calls) call();
  };
}
