import type { Findings, Range } from './findings.ts';

/** A position in one of the contract's files, with the findings of that file. */
export interface Spot {
  readonly findings: Findings;
  readonly at: Range;
}

/** The positions of parts of the model: finer than their origins, which are those of names. */
export class Marks {
  readonly #spots: Map<object, Spot | Map<string, Spot>> = new Map();

  mark(part: object, findings: Findings, at: Range): void {
    this.#spots.set(part, { findings, at });
  }

  /** For a property of an object, such as a text or a number. */
  markKey(part: object, key: string, findings: Findings, at: Range): void {
    const found = this.#spots.get(part);
    const keys = found instanceof Map ? found : new Map<string, Spot>();
    keys.set(key, { findings, at });
    if (keys !== found) this.#spots.set(part, keys);
  }

  /** Gives a copy of a part the positions of the original. */
  copy(part: object, copy: object): void {
    const found = this.#spots.get(part);
    if (found !== undefined) this.#spots.set(copy, found);
  }

  /** Undefined for a part that the loader synthesised. */
  spotOf(part: object, key?: string): Spot | undefined {
    const found = this.#spots.get(part);
    if (found instanceof Map) return key === undefined ? undefined : found.get(key);
    return key === undefined ? found : undefined;
  }
}
