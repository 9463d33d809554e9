import { randomBytes } from 'node:crypto';

/** Values that are recognised wherever they appear. */
export class Marks {
  readonly #values = new Map<string, string>();

  /** The unique value of a name: letters and digits, so that names of users and files may have it. */
  of(name: string): string {
    const value = this.#values.get(name) ?? `m${randomBytes(9).toString('hex')}`;
    this.#values.set(name, value);
    return value;
  }

  /** Adds a value that something else has made. */
  add(name: string, value: string): void {
    this.#values.set(name, value);
  }

  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** The names of values that a text has, as they are, in upper or lower case, in hexadecimal or in base64. */
  in(text: string): readonly string[] {
    const folded = text.toLowerCase();
    return this.names.filter((name) => {
      const value = this.of(name);
      const [hidden, ...encoded] = formsOf(value);
      return (
        folded.includes(value.toLowerCase()) ||
        folded.includes(hidden ?? '') ||
        encoded.some((form) => text.includes(form))
      );
    });
  }
}

/** Hexadecimal, and base64 of something longer, which has the value at one of three offsets. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const within = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return text.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3) - 1);
  });
  return [bytes.toString('hex'), ...within, ...within.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
}
