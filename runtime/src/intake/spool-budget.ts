import { SpoolFull } from '../spool/spool.ts';
import { limitMessage } from '../xml/limits.ts';

/** The bytes of streamed fields that are there at one time. */
export class SpoolBudget {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @throws {SpoolFull} */
  take(bytes: number): void {
    if (this.#used + bytes > this.#limit) throw new SpoolFull(limitMessage('maxSpoolBytes', this.#limit));
    this.#used += bytes;
  }

  giveBack(bytes: number): void {
    this.#used -= bytes;
  }
}
