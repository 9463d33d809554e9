/**
 * Tells how long requests wait for the thread, by two signs.
 *
 * All that is ready when a turn of the event loop begins is dealt with in it, one after the other: a request that is seen
 * late in a turn has waited since its beginning at least. The longest stretch between two requests does not count. One
 * that is slow (a handler that takes its time for once, a collection of garbage) is a stall, and passes; many that are not
 * are more than can be dealt with.
 *
 * Of new connections libuv takes in one a turn, so that others wait in the system, where nobody sees them. As long as
 * every turn has one, there may be more: the last one has waited since the first of these turns at most.
 */
export class TurnClock {
  #begun = false;
  #began = 0;
  #last = 0;
  #longest = 0;
  /** Since when every turn had a new connection; undefined when the last turn had none. */
  #since: number | undefined;
  #accepted = false;

  readonly #end = (): void => {
    this.#begun = false;
  };

  /** Called at the end of each turn, until one had no new connection. */
  readonly #look = (): void => {
    if (this.#accepted) {
      this.#accepted = false;
      setImmediate(this.#look);
    } else {
      this.#since = undefined;
    }
  };

  /** To be told of each new connection. */
  accepted(): void {
    this.#accepted = true;
    if (this.#since !== undefined) return;
    this.#since = performance.now();
    setImmediate(this.#look);
  }

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
    const inTurn = now - this.#began - this.#longest;
    return this.#since === undefined ? inTurn : Math.max(inTurn, now - this.#since);
  }
}
