/** What a contract has that the language cannot say. Each is named once. */
export class Gaps {
  readonly #found: Set<string> = new Set();

  /** @param what the component and the property: `the operation Find: part "in"`. */
  add(what: string): void {
    this.#found.add(what);
  }

  get all(): readonly string[] {
    return [...this.#found];
  }
}
