/**
 * The end of one call before its answer. An AbortSignal costs a call several microseconds, so it is made only when
 * somebody asks for it.
 */
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

  /** One listener at a time; called at once when the call is cancelled already. */
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
 * Watches the signals of callers. Any number of calls on one signal take one listener of it, which goes with the last
 * of them: Node warns of a leak from the eleventh listener on.
 */
export class SignalWatch {
  readonly #watched = new WeakMap<AbortSignal, Watched>();

  /** Calls `onAbort` once when the signal is aborted. The answer ends the watch. */
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
    // Wrapped, so that one function given twice counts twice.
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
