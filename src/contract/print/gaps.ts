/** Features of a contract that the language cannot express. Each is named once. */
export class Gaps {
  readonly #found: Set<string> = new Set();

  /** @param what component and property: `the operation Find: part "in"`. */
  add(what: string): void {
    this.#found.add(what);
  }

  get all(): readonly string[] {
    return [...this.#found];
  }
}
