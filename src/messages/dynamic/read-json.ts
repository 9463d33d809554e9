/** Deeper data are refused, as in YAML. */
const deepest = 64;

class JsonFault extends Error {}

/**
 * Reads JSON in one pass. As in YAML, numbers and booleans stay the texts that they are, so that no digit is lost, and a key
 * that occurs twice is a mistake.
 *
 * @returns undefined for a text that is not JSON, or nests deeper than 64 levels.
 */
export function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: new JsonReader(text).whole() };
  } catch (error) {
    if (error instanceof JsonFault || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw new JsonFault();
    return value;
  }

  #value(depth: number): unknown {
    if (depth > deepest) throw new JsonFault();
    this.#space();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#list(depth);
      case '"':
        return this.#string();
      default:
        return this.#word();
    }
  }

  #object(depth: number): unknown {
    const entries = new Map<string, unknown>();
    for (let more = this.#opens('}'); more; more = this.#goesOn('}')) {
      this.#space();
      const key = this.#string();
      this.#space();
      if (entries.has(key) || !this.#takes(':')) throw new JsonFault();
      entries.set(key, this.#value(depth + 1));
    }
    return Object.fromEntries(entries);
  }

  #list(depth: number): unknown {
    const items: unknown[] = [];
    for (let more = this.#opens(']'); more; more = this.#goesOn(']')) items.push(this.#value(depth + 1));
    return items;
  }

  /** Whether there is an item after the bracket. */
  #opens(close: string): boolean {
    this.#at++;
    this.#space();
    return !this.#takes(close);
  }

  #goesOn(close: string): boolean {
    this.#space();
    if (this.#takes(',')) return true;
    if (this.#takes(close)) return false;
    throw new JsonFault();
  }

  #string(): string {
    const start = this.#at;
    if (this.#text[start] !== '"') throw new JsonFault();
    let end = start;
    let isEscaped = true;
    while (isEscaped) {
      end = this.#text.indexOf('"', end + 1);
      if (end === -1) throw new JsonFault();
      let slashes = 0;
      while (this.#text[end - 1 - slashes] === '\\') slashes++;
      isEscaped = slashes % 2 === 1;
    }
    this.#at = end + 1;
    return JSON.parse(this.#text.slice(start, end + 1)) as string;
  }

  /** A number, true or false as text; null. */
  #word(): string | null {
    const [word = ''] = this.#match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y);
    if (word === '') throw new JsonFault();
    return word === 'null' ? null : word;
  }

  #space(): void {
    this.#match(/[ \t\r\n]*/y);
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): readonly string[] {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? [];
    this.#at += found[0]?.length ?? 0;
    return found;
  }
}
