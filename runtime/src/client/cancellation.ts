/** The early end of one call. Creating an AbortSignal takes several microseconds, so it is created on first use. */
export class Cancellation {
  #cancelled = false;
  #reason: unknown;
  #controller: AbortController | undefined;
  #listener: ((reason: unknown) => void) | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Sets the only listener, and calls it immediately if the call is cancelled already. */
  listen(listener: (reason: unknown) => void): void {
    this.#listener = listener;
    if (this.#cancelled) listener(this.#reason);
  }

  cancel(reason: unknown): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#listener?.(reason);
  }
}

/**
 * Watches the signals of callers. All calls with one signal share one listener, which is removed with the last call: Node warns
 * of a leak from the eleventh listener on.
 */
export class SignalWatch {
  readonly #watched = new WeakMap<AbortSignal, Watched>();

  /** Calls `onAbort` once when the signal is aborted. @returns a function that ends the watch. */
  watch(signal: AbortSignal, onAbort: () => void): () => void {
    let watched = this.#watched.get(signal);
    if (watched === undefined) {
      watched = new Watched(signal);
      this.#watched.set(signal, watched);
    }
    return watched.add(onAbort);
  }
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
