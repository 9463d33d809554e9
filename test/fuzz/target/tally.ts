/** Counts of outcomes: a run that mostly rejects the first byte would be worthless. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  text(): string {
    return [...this.#counts].map(([what, count]) => `${count} ${what}`).join(', ');
  }
}
