/** A task that runs every so often, never twice at once. It does not keep the process alive. */
export class PeriodicTask {
  readonly #task: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #isStopped = false;

  /**
   * @param every milliseconds.
   * @param task never rejects.
   */
  constructor(every: number, task: () => Promise<void>) {
    this.#task = task;
    this.#timer = setInterval(() => this.#run(), every).unref();
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Returns when the run under way, if there is one, has ended. None begins later. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.#task().finally(() => {
      this.#running = undefined;
    });
  }
}
