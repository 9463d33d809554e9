import type { Flight } from './flight.ts';
import type { Chunk, Outcome } from './send-chunk.ts';

/** Smaller chunks could overtake one another. */
const smallestAhead = 256 * 1024;

/** After this many chunks in a row that were sent ahead in vain, no more are sent ahead. */
const maxInVain = 3;

/** When a request began, by `performance.now()`, and its outcome. */
export interface Sent {
  readonly began: number;
  readonly outcome: Outcome;
}

/**
 * The requests of an upload: one, and while the service stores its chunk the next one, so that neither side nor the disk
 * waits for the others. The service appends chunks in their order. A chunk that was sent ahead and not appended is sent
 * again: only the outcome of that request counts.
 */
export class Flights {
  readonly #launch: (chunk: Chunk) => Flight;
  #current: Flight | undefined;
  #next: Flight | undefined;
  #inVain = 0;

  constructor(launch: (chunk: Chunk) => Flight) {
    this.#launch = launch;
  }

  /**
   * Sends a chunk, unless it was sent ahead and appended. Unless this chunk is appended, no request is left when this
   * returns or throws.
   *
   * @param next the chunk after this one, if it may be sent ahead.
   * @throws what sending the chunk throws.
   */
  async send(chunk: Chunk, next: Promise<Chunk | undefined>): Promise<Sent> {
    const appended = await this.#resultAhead(chunk, next);
    if (appended !== undefined) return appended;
    const flight = this.#launch(chunk);
    try {
      const outcome = await this.#follow(flight, next);
      if (outcome.kind !== 'appended') await this.end();
      return { began: flight.began, outcome };
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Aborts the request that was sent ahead, and waits for its end. */
  async end(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    next?.stop();
    await next?.outcome.catch(() => undefined);
  }

  /** The result of a chunk that was sent ahead, if it was appended; otherwise no request is left. */
  async #resultAhead(chunk: Chunk, next: Promise<Chunk | undefined>): Promise<Sent | undefined> {
    const ahead = this.#next;
    if (ahead?.chunk === chunk) {
      this.#next = undefined;
      const outcome = await this.#follow(ahead, next).catch(() => undefined);
      this.#inVain = outcome?.kind === 'appended' ? 0 : this.#inVain + 1;
      if (outcome?.kind === 'appended') return { began: ahead.began, outcome };
    }
    await this.end();
    return undefined;
  }

  async #follow(flight: Flight, next: Promise<Chunk | undefined>): Promise<Outcome> {
    this.#current = flight;
    void this.#sendAhead(flight, next);
    try {
      return await flight.outcome;
    } finally {
      this.#current = undefined;
    }
  }

  async #sendAhead(flight: Flight, next: Promise<Chunk | undefined>): Promise<void> {
    await flight.taken;
    const chunk = await next.catch(() => undefined);
    if (chunk === undefined || chunk.isLast || chunk.bytes.length < smallestAhead) return;
    if (this.#current !== flight || this.#next !== undefined || this.#inVain >= maxInVain) return;
    this.#next = this.#launch(chunk);
    // An error counts only where the chunk is sent again.
    this.#next.outcome.catch(() => undefined);
  }
}
