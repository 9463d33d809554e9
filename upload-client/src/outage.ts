import type { RetrySettings } from './uploader-options.ts';

/** Measures how long the service has been failing, over all uploads of an uploader. */
export class Outage {
  readonly #retry: Pick<RetrySettings, 'patience' | 'firstPatience'>;
  #hasAnswered = false;
  /** Time of the last progress of any upload. */
  #progressAt: number = performance.now();

  constructor(retry: Pick<RetrySettings, 'patience' | 'firstPatience'>) {
    this.#retry = retry;
  }

  /** Several uploads begin. */
  begin(): void {
    this.#progressAt = performance.now();
  }

  /** The service has answered a request, if only with an error. */
  answered(): void {
    this.#hasAnswered = true;
  }

  /** The service has accepted a chunk. */
  progressed(): void {
    this.#hasAnswered = true;
    this.#progressAt = performance.now();
  }

  /** Milliseconds that are left to an upload that has been failing since a time of `performance.now()`. */
  patienceLeft(failingSince: number): number {
    return this.#patience - (performance.now() - failingSince);
  }

  /** Whether no upload made progress for longer than the patience. */
  get isTooLong(): boolean {
    return performance.now() - this.#progressAt >= this.#patience;
  }

  get #patience(): number {
    return this.#hasAnswered ? this.#retry.patience : this.#retry.firstPatience;
  }
}
