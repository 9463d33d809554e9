import type { Findings } from './findings.ts';
import type { Range } from './node.ts';

/** A place in one of the contract's files, and where to say what is wrong there. */
export interface Spot {
  readonly findings: Findings;
  readonly at: Range;
}

/** Where the parts of the model are written: finer than their origins, which are those of names. */
export class Marks {
  readonly #spots: Map<object, Spot | Map<string, Spot>> = new Map();

  mark(part: object, findings: Findings, at: Range): void {
    this.#spots.set(part, { findings, at });
  }

  /** For a part of the model that is a text or a number of an object. */
  markKey(part: object, key: string, findings: Findings, at: Range): void {
    const known = this.#spots.get(part);
    const keys = known instanceof Map ? known : new Map<string, Spot>();
    keys.set(key, { findings, at });
    if (keys !== known) this.#spots.set(part, keys);
  }

  /** Undefined for a part that the loader has made of itself. */
  spotOf(part: object, key?: string): Spot | undefined {
    const known = this.#spots.get(part);
    if (known instanceof Map) return key === undefined ? undefined : known.get(key);
    return key === undefined ? known : undefined;
  }
}
