import type { ShedReason } from '@soapwright/runtime/server';
import type { Logger } from '../common/logger.ts';

const everyMilliseconds = 1_000;

/**
 * Tells the log of requests that were sent away: the first one at once, then each second how many there were. A line for
 * each would cost more than sending them away does.
 */
export class ShedLog {
  readonly #log: Logger;
  readonly #counts = new Map<ShedReason, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(reason: ShedReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    if (this.#timer === undefined) this.#tell();
  }

  readonly #tell = (): void => {
    this.#timer = this.#counts.size === 0 ? undefined : setTimeout(this.#tell, everyMilliseconds).unref();
    for (const [reason, shed] of this.#counts) this.#log.warn('overloaded', { reason, shed });
    this.#counts.clear();
  };
}
