/** Runs up to `limit` tasks at a time; the others wait in FIFO order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** A mutex for each key: tasks with the same key run one at a time, tasks with different keys in parallel. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, { readonly mutex: Semaphore; users: number }>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const entry = this.#mutexes.get(key) ?? { mutex: new Semaphore(1), users: 0 };
    this.#mutexes.set(key, entry);
    entry.users += 1;
    try {
      return await entry.mutex.run(task);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#mutexes.delete(key);
    }
  }
}
