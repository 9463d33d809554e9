/**
 * The position automaton of a regular expression (Glushkov): its states are the positions of the letters in the expression.
 */
export interface Positions {
  readonly letterAt: readonly string[];
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
  readonly follow: readonly ReadonlySet<number>[];
  /** Whether it matches the empty text. */
  readonly nullable: boolean;
}

interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

const EMPTY: Fragment = { first: [], last: [], nullable: true };
const QUANTIFIER = /[?*+]|\{(\d+)(?:(,)(\d*))?\}/y;

const LETTER = /[\p{L}_]/uy;

/**
 * Builds the automaton of an expression.
 *
 * @throws {TypeError} for an expression other than `^(?:…)$` of letters, groups and quantifiers.
 */
export function positionsOf(source: string): Positions {
  const parser = new Parser(source);
  const { first, last, nullable } = parser.whole();
  const { letterAt, follow } = parser;
  return { letterAt, follow, first: new Set(first), last: new Set(last), nullable };
}

/**
 * Whether a sequence matches, in time linear in its length for every expression.
 *
 * @param isAt whether a letter matches an item.
 */
export function matches<Item>(
  { letterAt, first, follow, last, nullable }: Positions,
  items: Iterable<Item>,
  isAt: (item: Item, letter: string) => boolean,
): boolean {
  let reached: ReadonlySet<number> | undefined;
  for (const item of items) {
    const next = new Set<number>();
    for (const from of reached === undefined ? [first] : [...reached].map((at) => follow[at] ?? first)) {
      for (const at of from) if (!next.has(at) && isAt(item, letterAt[at] as string)) next.add(at);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return reached === undefined ? nullable : [...reached].some((at) => last.has(at));
}

class Parser {
  readonly letterAt: string[] = [];
  readonly follow: Set<number>[] = [];
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Fragment {
    this.#take('^');
    this.#take('(?:');
    const all = this.#choice();
    this.#take(')');
    this.#take('$');
    return all;
  }

  #choice(): Fragment {
    let all = this.#sequence();
    while (this.#source[this.#at] === '|') {
      this.#at++;
      all = either(all, this.#sequence());
    }
    return all;
  }

  #sequence(): Fragment {
    let all = EMPTY;
    while (!/^[|)]?$/.test(this.#source[this.#at] ?? '')) all = this.#then(all, this.#repeated());
    return all;
  }

  /** A letter or a group with its quantifier. It is parsed once for each repetition, as each has positions of its own. */
  #repeated(): Fragment {
    const start = this.#at;
    const once = this.#once();
    const end = this.#at;
    QUANTIFIER.lastIndex = end;
    const quantifier = QUANTIFIER.exec(this.#source);
    if (quantifier === null) return once;
    const behind = QUANTIFIER.lastIndex;
    const again = (): Fragment => {
      this.#at = start;
      return this.#once();
    };
    const repeated = this.#times(once, again, ...bounds(quantifier));
    this.#at = behind;
    return repeated;
  }

  #times(once: Fragment, again: () => Fragment, least: number, most: number): Fragment {
    // If the repeated expression may be empty, no repetition is required.
    const needed = once.nullable ? 0 : least;
    const copies = most === Number.POSITIVE_INFINITY ? Math.max(needed, 1) : most;
    if (copies === 0) return EMPTY;
    const last: number[] = [];
    let copy = once;
    for (let count = 1; ; count++) {
      if (count >= needed) last.push(...copy.last);
      if (count === copies) break;
      const next = again();
      this.#link(copy, next);
      copy = next;
    }
    if (most === Number.POSITIVE_INFINITY) this.#link(copy, copy);
    return { first: once.first, last, nullable: needed === 0 };
  }

  #once(): Fragment {
    const character = this.#source[this.#at] ?? '';
    if (character === '(') {
      this.#take('(?:');
      const inner = this.#choice();
      this.#take(')');
      return inner;
    }
    LETTER.lastIndex = this.#at;
    const letter = LETTER.exec(this.#source)?.[0];
    if (letter === undefined) throw this.#wrong();
    this.#at += letter.length;
    const position = this.letterAt.push(letter) - 1;
    this.follow.push(new Set());
    return { first: [position], last: [position], nullable: false };
  }

  #then(a: Fragment, b: Fragment): Fragment {
    this.#link(a, b);
    return {
      first: a.nullable ? [...a.first, ...b.first] : a.first,
      last: b.nullable ? [...a.last, ...b.last] : b.last,
      nullable: a.nullable && b.nullable,
    };
  }

  #link(a: Fragment, b: Fragment): void {
    for (const from of a.last) for (const to of b.first) this.follow[from]?.add(to);
  }

  #take(text: string): void {
    if (!this.#source.startsWith(text, this.#at)) throw this.#wrong();
    this.#at += text.length;
  }

  #wrong(): TypeError {
    return new TypeError(`Not the expression of a content model, at ${this.#at}: ${this.#source}`);
  }
}

function either(a: Fragment, b: Fragment): Fragment {
  return { first: [...a.first, ...b.first], last: [...a.last, ...b.last], nullable: a.nullable || b.nullable };
}

function bounds([text, least, comma, most]: RegExpExecArray): readonly [least: number, most: number] {
  if (text === '?') return [0, 1];
  if (text === '*') return [0, Number.POSITIVE_INFINITY];
  if (text === '+') return [1, Number.POSITIVE_INFINITY];
  if (comma === undefined) return [Number(least), Number(least)];
  return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}
