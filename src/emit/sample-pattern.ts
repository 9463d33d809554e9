import { translatePattern } from '../contract/index.ts';

/** Characters of samples, the simplest first. */
const plain = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.:/+@#,;!?"\'`~$%^&*()[]{}<>|=\\'];
const lastLatin = 0x2fff;
const most = 1_000;

/**
 * A text that a regular expression of XML Schema (part 2, appendix F) matches, from its first branches.
 * It is only a guess: what takes sets out of one another in unusual ways may have no text here.
 *
 * @param extra how often more than it must be what may repeat is repeated.
 */
export function textOfPattern(pattern: string, extra: number): string | undefined {
  const maker = new Maker([...pattern], extra);
  const text = maker.branches();
  return text === undefined || text.length > most ? undefined : text;
}

class Maker {
  readonly #pattern: readonly string[];
  readonly #extra: number;
  #at = 0;

  constructor(pattern: readonly string[], extra: number) {
    this.#pattern = pattern;
    this.#extra = extra;
  }

  /** The first branch; the others are only passed over. */
  branches(): string | undefined {
    const first = this.#branch();
    while (this.#pattern[this.#at] === '|') {
      this.#at++;
      this.#branch();
    }
    return first;
  }

  #branch(): string | undefined {
    let text: string | undefined = '';
    for (;;) {
      const next = this.#pattern[this.#at];
      if (next === undefined || next === '|' || next === ')') return text;
      const atom = this.#atom();
      const times = this.#times();
      text = text === undefined || atom === undefined ? undefined : text + atom.repeat(times);
      if (text !== undefined && text.length > most) text = undefined;
    }
  }

  #atom(): string | undefined {
    const start = this.#at;
    const character = this.#pattern[this.#at++];
    if (character === '(') {
      const inside = this.branches();
      this.#at++;
      return inside;
    }
    if (character === '[') this.#passSet();
    else if (character === '\\') this.#passEscape();
    return oneOf(this.#pattern.slice(start, this.#at).join(''));
  }

  /** Behind the bracket. */
  #passSet(): void {
    for (let next = this.#pattern[this.#at++]; next !== undefined && next !== ']'; next = this.#pattern[this.#at++]) {
      if (next === '[') this.#passSet();
      else if (next === '\\') this.#at++;
    }
  }

  /** Behind the backslash. */
  #passEscape(): void {
    const letter = this.#pattern[this.#at++];
    if (letter !== 'p' && letter !== 'P') return;
    while (this.#at < this.#pattern.length && this.#pattern[this.#at++] !== '}');
  }

  #times(): number {
    const rest = this.#pattern.slice(this.#at, this.#at + 24).join('');
    const found = /^(?:[?*+]|\{(\d+)(,?)(\d*)\})/.exec(rest);
    if (found === null) return 1;
    const [whole, least, comma, last] = found;
    this.#at += whole.length;
    if (whole === '?') return Math.min(1, this.#extra);
    if (whole === '*') return this.#extra;
    if (whole === '+') return 1 + this.#extra;
    const upper = comma === '' ? Number(least) : last === '' ? Number.POSITIVE_INFINITY : Number(last);
    return Math.min(Number(least) + this.#extra, upper, most);
  }
}

/** A character that an atom of a pattern matches. */
function oneOf(atom: string): string | undefined {
  const translated = translatePattern(atom);
  if ('fault' in translated) return undefined;
  const expression = new RegExp(translated.source, translated.flags);
  const found = plain.find((character) => expression.test(character));
  if (found !== undefined) return found;
  for (let code = 0x80; code <= lastLatin; code++) {
    const character = String.fromCodePoint(code);
    if (expression.test(character)) return character;
  }
  return undefined;
}
