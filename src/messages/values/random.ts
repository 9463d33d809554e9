/** Random numbers that are the same for the same seed, on every machine. */
export class Random {
  #state: number;

  constructor(seed: string) {
    // FNV-1a.
    let hash = 0x811c9dc5;
    for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
    this.#state = hash;
  }

  /** From 0 up to, not including, 1 (the generator mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Both ends are possible. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True in that percentage of cases. */
  chance(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  /** @throws {RangeError} for an empty list. */
  pick<Item>(list: readonly Item[]): Item {
    const item = list[this.int(0, list.length - 1)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  }
}
