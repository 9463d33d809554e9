import { limitMessage } from '../xml/limits.ts';

/** There is no room for more streamed bytes now. */
export class SpoolFull extends Error {
  constructor(limit: number) {
    super(limitMessage('maxSpoolBytes', limit));
    this.name = 'SpoolFull';
  }
}

/** The bytes of streamed fields that are there at one time. */
export class SpoolBudget {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @throws {SpoolFull} */
  take(bytes: number): void {
    if (this.#used + bytes > this.#limit) throw new SpoolFull(this.#limit);
    this.#used += bytes;
  }

  giveBack(bytes: number): void {
    this.#used -= bytes;
  }
}
