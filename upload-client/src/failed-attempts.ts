import { delayAfter } from './retry-settings.ts';
import type { Outcome } from './send-chunk.ts';
import { pause } from './upload-error.ts';
import type { Target, UploadOptions } from './uploader-options.ts';

/** The failed attempts to send the current chunk, and the waits between them. */
export class FailedAttempts {
  readonly #target: Target;
  readonly #options: UploadOptions & { readonly name: string };
  #count = 0;
  /** Time of the first one. */
  #since = 0;
  /** Whether the progress of another upload ended a wait for the current chunk. */
  #isWoken = false;

  constructor(target: Target, options: UploadOptions & { readonly name: string }) {
    this.#target = target;
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  /** A chunk was acknowledged. */
  progressed(): void {
    this.#count = 0;
    this.#isWoken = false;
    this.#target.outage.progressed();
  }

  /** Waits before the same chunk is sent again. @throws {UploadError} the failure, after the last attempt. */
  async wait({ error, wait = 0 }: Extract<Outcome, { readonly kind: 'failed' }>): Promise<void> {
    const { retry, outage } = this.#target;
    const { name, signal, onEvent } = this.#options;
    this.#count += 1;
    if (this.#count === 1) this.#since = performance.now();
    // A service that gives a reason is at the right address.
    if (error.serverMessage !== undefined) outage.answered();
    const left = outage.patienceLeft(this.#since);
    // The wait after wrong keys is meant to be long: another file would wait as well.
    const longest = error.code === 'throttled' ? retry.longestDelay : left;
    if (this.#count >= retry.attempts || left <= 0 || wait > longest) throw error;
    const delay = Math.max(Math.min(delayAfter(this.#count, retry), left), wait);
    onEvent?.({ type: 'retrying', name, error, failures: this.#count, delay });
    // Once for each chunk: its own failures may have another cause.
    const isOutage = error.code === 'unreachable' && wait === 0 && !this.#isWoken;
    if (isOutage) this.#isWoken = await outage.pause(delay, signal);
    else await pause(delay, signal);
  }
}
