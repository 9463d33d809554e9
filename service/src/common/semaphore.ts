/** Lets so many run at once; the others wait in the order they came. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** Turns for each key: work on one key runs one after the other, on different keys side by side. */
export class KeyedTurns {
  readonly #queues = new Map<string, { readonly turns: Turns; users: number }>();

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { turns: new Turns(1), users: 0 };
    this.#queues.set(key, queue);
    queue.users += 1;
    try {
      return await queue.turns.take(work);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) this.#queues.delete(key);
    }
  }
}
