import { counters } from 'fuzz:counters';

/** Counts in classes, as a bit each: 9 executions instead of 8 are new, 10 instead of 9 are not. */
const CLASSES = new Uint8Array(256);
for (let count = 1; count < 256; count++) {
  CLASSES[count] =
    count < 4 ? 1 << (count - 1) : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

/** Places reached so far, and by the last run. */
export class Coverage {
  readonly #counters: Uint32Array;
  readonly #seen: Uint8Array;
  /** How many places were reached. */
  reached = 0;

  constructor(size: number) {
    this.#counters = counters.subarray(0, size);
    this.#seen = new Uint8Array(size);
  }

  /** Before a run. */
  begin(): void {
    this.#counters.fill(0);
  }

  /** How much the last run did: the places that it passed, counted as often as it did. */
  steps(): number {
    let sum = 0;
    for (let at = 0; at < this.#counters.length; at++) sum += this.#counters[at] as number;
    return sum;
  }

  /** Adds the last run; returns the positions that are new or executed more often than before, undefined without any. */
  news(): number[] | undefined {
    const seen = this.#seen;
    const counted = this.#counters;
    let fresh: number[] | undefined;
    for (let at = 0; at < counted.length; at++) {
      const count = counted[at] as number;
      if (count === 0) continue;
      const bit = CLASSES[count < 255 ? count : 255] as number;
      const before = seen[at] as number;
      if ((before & bit) !== 0) continue;
      if (before === 0) this.reached++;
      seen[at] = before | bit;
      fresh ??= [];
      fresh.push(at);
    }
    return fresh;
  }

  /** The places and classes of the last run, each as a number. */
  features(): number[] {
    const found: number[] = [];
    for (let at = 0; at < this.#counters.length; at++) {
      const count = this.#counters[at] as number;
      if (count !== 0) found.push(at * 256 + (CLASSES[Math.min(count, 255)] as number));
    }
    return found;
  }

  /** The same for runs that went the same way. */
  fingerprint(): number {
    let hash = 0x811c9dc5;
    for (let at = 0; at < this.#counters.length; at++) {
      const count = this.#counters[at] as number;
      if (count === 0) continue;
      hash = Math.imul(hash ^ at, 0x01000193);
      hash = Math.imul(hash ^ (CLASSES[Math.min(count, 255)] as number), 0x01000193);
    }
    return hash >>> 0;
  }

  has(place: number): boolean {
    return this.#seen[place] !== 0;
  }
}
