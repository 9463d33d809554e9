/** Milliseconds that a request may wait for others. */
const maxWait = 1;

/**
 * Sends the requests of one turn of the event loop together, after all responses that have arrived. A write to a socket may
 * wake its reader, which costs more than the call itself; a reader that is awake already costs nothing. Measured with 32
 * concurrent calls on loopback: a third less CPU time per call.
 */
export class SendBatch {
  readonly #waiting: (() => void)[] = [];
  #since = 0;

  readonly #flush = (): void => {
    for (const send of this.#waiting.splice(0)) send();
  };

  /** Calls `send` soon. It must not throw. */
  add(send: () => void): void {
    if (this.#waiting.push(send) === 1) {
      this.#since = performance.now();
      setImmediate(this.#flush);
    } else if (performance.now() - this.#since > maxWait) {
      // A caller that blocks the thread must not delay the requests of others.
      this.#flush();
    }
  }
}
