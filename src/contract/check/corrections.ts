import type { Contract } from '../model/index.ts';

/** Parts of a contract that are removed or replaced, since they contradict the rest. */
export class Corrections {
  readonly #omitted: Map<object, Set<string>> = new Map();
  readonly #replaced: Map<object, object | undefined> = new Map();

  /** Leaves out properties of a part. */
  omit(part: object, ...keys: readonly string[]): void {
    const omitted = this.#omitted.get(part) ?? new Set<string>();
    this.#omitted.set(part, omitted);
    for (const key of keys) omitted.add(key);
  }

  /** Replaces an item of a list. @param by undefined to leave the item out. */
  replace<T extends object>(item: T, by: T | undefined): void {
    this.#replaced.set(item, by);
  }

  /** Whether an item of a list is left out. */
  isOmitted(item: object): boolean {
    return this.#replaced.has(item) && this.#replaced.get(item) === undefined;
  }

  /** The contract itself if nothing is to be corrected. */
  applyTo(contract: Contract): Contract {
    if (this.#omitted.size + this.#replaced.size === 0) return contract;
    const copies = new Map<object, object>();
    return { ...contract, schemas: this.#corrected(contract.schemas, copies) };
  }

  /** Parts without corrections stay the same objects. */
  #corrected<T>(value: T, copies: Map<object, object>): T {
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known as T;
    const copy = Array.isArray(value) ? this.#list(value, copies) : this.#part(value, copies);
    copies.set(value, copy);
    return copy as T;
  }

  #list(items: readonly unknown[], copies: Map<object, object>): readonly unknown[] {
    const kept = items.flatMap((item) => {
      const isReplaced = typeof item === 'object' && item !== null && this.#replaced.has(item);
      const next = isReplaced ? this.#replaced.get(item) : item;
      return next === undefined ? [] : [this.#corrected(next, copies)];
    });
    return kept.length === items.length && kept.every((item, index) => item === items[index]) ? items : kept;
  }

  #part(part: object, copies: Map<object, object>): object {
    const omitted = this.#omitted.get(part);
    let isSame = omitted === undefined;
    const entries = Object.entries(part).flatMap(([key, value]) => {
      if (omitted?.has(key)) return [];
      const next = key === 'origin' ? value : this.#corrected(value, copies);
      if (next !== value) isSame = false;
      return [[key, next] as const];
    });
    return isSame ? part : Object.fromEntries(entries);
  }
}
