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
