/** How often what came out: that most of it is refused at the first byte would make a run worthless. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  text(): string {
    return [...this.#counts].map(([what, count]) => `${count} ${what}`).join(', ');
  }
}
