import type { ServerResponse } from 'node:http';

/** How long an answer may wait for others, in milliseconds. */
const patience = 1;

/**
 * Sends the answers of one turn of the event loop together, when everything that has arrived was read. Each write to a
 * socket may have to wake its reader, which costs more than making a small answer does; a reader that is awake already
 * costs nothing. Measured with 32 connections on loopback: a quarter more requests a second, and shorter tails.
 */
export class Outbox {
  readonly #responses: ServerResponse[] = [];
  readonly #bodies: (string | Uint8Array)[] = [];
  #since = 0;

  readonly #flush = (): void => {
    const responses = this.#responses.splice(0);
    const bodies = this.#bodies.splice(0);
    for (const [index, response] of responses.entries()) response.end(bodies[index], 'utf8');
  };

  /** Ends a response whose head was written, soon. */
  end(response: ServerResponse, body: string | Uint8Array): void {
    this.#bodies.push(body);
    if (this.#responses.push(response) === 1) {
      this.#since = performance.now();
      setImmediate(this.#flush);
    } else if (performance.now() - this.#since > patience) {
      // Handlers that keep the thread busy must not hold up the answers of others.
      this.#flush();
    }
  }
}
