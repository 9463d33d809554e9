import { errorFields, type Logger } from '../common/logger.ts';

/** How long an answer holds, in milliseconds: whoever asks may be anybody, and finding out writes to the disk. */
const holds = 1_000;

/** Whether the service can do its work. What keeps it from it is logged, once when it begins and once when it is over. */
export class Readiness {
  readonly #check: () => Promise<void>;
  readonly #log: Logger;
  #stopping = false;
  #asked: Promise<boolean> | undefined;
  #askedAt = 0;
  #wasReady = true;

  /** @param check fails when it cannot. */
  constructor(check: () => Promise<void>, log: Logger) {
    this.#check = check;
    this.#log = log;
  }

  /** From now on it is not ready. */
  stop(): void {
    this.#stopping = true;
  }

  async ready(): Promise<boolean> {
    if (this.#stopping) return false;
    if (this.#asked === undefined || performance.now() - this.#askedAt > holds) {
      this.#askedAt = performance.now();
      this.#asked = this.#ask();
    }
    return (await this.#asked) && !this.#stopping;
  }

  async #ask(): Promise<boolean> {
    try {
      await this.#check();
      if (!this.#wasReady) this.#log.info('ready again');
      this.#wasReady = true;
    } catch (error) {
      if (this.#wasReady) this.#log.error('not ready', errorFields(error));
      this.#wasReady = false;
    }
    return this.#wasReady;
  }
}
