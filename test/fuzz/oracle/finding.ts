/** A failure of the code under test, by the oracle that saw it. */
export class Finding extends Error {
  override readonly name = 'Finding';
  /** `error`, `time`, `trusted`, `paths`, `again` and so on: see README.md. */
  readonly oracle: string;

  constructor(oracle: string, text: string) {
    super(text);
    this.oracle = oracle;
  }

  /** The same for findings that are likely to be one: digits and quoted parts of a message change with the input. */
  get key(): string {
    return `${this.oracle}: ${this.message.replace(/"(?:[^"\\]|\\.)*"|\d+/g, '_').slice(0, 120)}`;
  }
}
