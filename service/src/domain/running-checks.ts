/**
 * Checks of secrets that are running, by what they are counted for. Each may turn out to be one more wrong secret, so it
 * takes a place until it ends.
 */
export class RunningChecks {
  readonly #subjects = new Map<string, { running: number; waiting: (() => void)[] }>();

  of(subject: string): number {
    return this.#subjects.get(subject)?.running ?? 0;
  }

  begin(subjects: readonly string[]): void {
    for (const name of subjects) {
      const subject = this.#subjects.get(name) ?? { running: 0, waiting: [] };
      this.#subjects.set(name, subject);
      subject.running += 1;
    }
  }

  /** @param wrong The check was counted as a wrong secret: then its place stays taken, and nobody needs to look again. */
  end(subjects: readonly string[], { wrong }: { readonly wrong: boolean }): void {
    for (const name of subjects) {
      const subject = this.#subjects.get(name);
      if (subject === undefined) continue;
      subject.running -= 1;
      if (subject.running === 0) this.#subjects.delete(name);
      const woken = subject.waiting.splice(0, subject.running === 0 ? subject.waiting.length : wrong ? 0 : 1);
      for (const wake of woken) wake();
    }
  }

  /** Waits until it is worth looking again whether a subject has a place. */
  async change(subject: string): Promise<void> {
    const waiting = this.#subjects.get(subject)?.waiting;
    if (waiting !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
  }
}
