/**
 * Syncs of folders that callers share. A sync covers changes made before it began: a caller who comes while one runs
 * waits for the next, together with all others who came during it. Nobody waits for others to come.
 */
export class SharedSyncs {
  readonly #syncFolder: (path: string) => Promise<void>;
  readonly #running = new Map<string, Promise<void>>();
  /** Syncs that begin when the running one ends. */
  readonly #next = new Map<string, Promise<void>>();

  constructor(syncFolder: (path: string) => Promise<void>) {
    this.#syncFolder = syncFolder;
  }

  /** Syncs the changes that were made in a folder until now. @throws the sync's error, to all who share it. */
  sync(path: string): Promise<void> {
    const running = this.#running.get(path);
    if (running === undefined) return this.#start(path);
    const next = this.#next.get(path) ?? this.#startAfter(running, path);
    this.#next.set(path, next);
    return next;
  }

  async #startAfter(running: Promise<void>, path: string): Promise<void> {
    await running.catch(() => undefined);
    this.#next.delete(path);
    await this.#start(path);
  }

  #start(path: string): Promise<void> {
    const sync = this.#syncFolder(path).finally(() => {
      if (this.#running.get(path) === sync) this.#running.delete(path);
    });
    this.#running.set(path, sync);
    return sync;
  }
}
