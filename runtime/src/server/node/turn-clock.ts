/**
 * Tells how long requests wait for the thread. All that is ready when a turn of the event loop begins is dealt with in it,
 * one after the other: a request that is seen late in a turn has waited since its beginning at least.
 *
 * The longest stretch between two requests does not count. One that is slow (a handler that takes its time for once, a
 * collection of garbage) is a stall, and passes; many that are not are more than can be dealt with.
 *
 * What waits in the system to be accepted is not seen: libuv accepts one connection a turn, and 511 wait at most.
 */
export class TurnClock {
  #begun = false;
  #began = 0;
  #last = 0;
  #longest = 0;

  readonly #end = (): void => {
    this.#begun = false;
  };

  /** To be asked for each request as it is seen. In milliseconds. */
  waited(): number {
    const now = performance.now();
    if (!this.#begun) {
      this.#begun = true;
      this.#began = now;
      this.#longest = 0;
      setImmediate(this.#end);
    } else if (now - this.#last > this.#longest) {
      this.#longest = now - this.#last;
    }
    this.#last = now;
    return now - this.#began - this.#longest;
  }
}
