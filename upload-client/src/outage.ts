import { anySignal } from './any-signal.ts';
import type { RetrySettings } from './retry-settings.ts';
import { pause } from './upload-error.ts';

/** Measures how long the service has been failing, over all uploads of an uploader. */
export class Outage {
  readonly #retry: Pick<RetrySettings, 'patience' | 'firstPatience'>;
  #hasAnswered = false;
  readonly #pauses = new Set<AbortController>();
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
    for (const each of this.#pauses) each.abort();
  }

  /**
   * Waits until another upload makes progress, but not longer than a number of milliseconds; returns whether one did.
   *
   * @throws {UploadError} `aborted`.
   */
  async pause(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
    const progress = new AbortController();
    this.#pauses.add(progress);
    try {
      await pause(milliseconds, anySignal(signal === undefined ? [progress.signal] : [signal, progress.signal]));
      return false;
    } catch (error) {
      if (signal?.aborted) throw error;
      return true;
    } finally {
      this.#pauses.delete(progress);
    }
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
