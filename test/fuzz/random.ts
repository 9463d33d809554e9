/** Numbers that look random, the same for the same seed (sfc32). */
export class Random {
  #a = 0x9e3779b9;
  #b = 0x243f6a88;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#c = seed | 0;
    for (let at = 0; at < 16; at++) this.#next();
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** An integer from 0 to below `end`; 0 if the range is empty. */
  below(end: number): number {
    return end <= 1 ? 0 : this.#next() % end;
  }

  /** True once in `times` calls, on average. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Small numbers more often than large ones, from 1 to `most`. */
  length(most: number): number {
    return 1 + this.below(1 + this.below(Math.max(1, most)));
  }
}
