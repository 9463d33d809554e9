/** A regular expression by the places of its characters: which may come first, last, and behind which (Glushkov). */
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

/** @throws {TypeError} for what is no `^(?:…)$` of characters, groups and quantifiers. */
export function positionsOf(source: string): Positions {
  const parser = new Parser(source);
  const { first, last, nullable } = parser.whole();
  const { letterAt, follow } = parser;
  return { letterAt, follow, first: new Set(first), last: new Set(last), nullable };
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

  /** A character or a group with its quantifier: read anew for each time that it may stand there. */
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
    let unused: Fragment | undefined = once;
    const next = (): Fragment => {
      const fragment = unused ?? again();
      unused = undefined;
      return fragment;
    };
    let all = EMPTY;
    for (let count = 0; count < least; count++) all = this.#then(all, next());
    if (most === Number.POSITIVE_INFINITY) return this.#then(all, this.#star(next()));
    let rest = EMPTY;
    for (let count = least; count < most; count++) rest = { ...this.#then(next(), rest), nullable: true };
    return this.#then(all, rest);
  }

  #once(): Fragment {
    const character = this.#source[this.#at] ?? '';
    if (character === '(') {
      this.#take('(?:');
      const inner = this.#choice();
      this.#take(')');
      return inner;
    }
    if (!/^[\p{L}_]$/u.test(character)) throw this.#wrong();
    this.#at++;
    const position = this.letterAt.push(character) - 1;
    this.follow.push(new Set());
    return { first: [position], last: [position], nullable: false };
  }

  #then(a: Fragment, b: Fragment): Fragment {
    for (const from of a.last) for (const to of b.first) this.follow[from]?.add(to);
    return {
      first: a.nullable ? [...a.first, ...b.first] : a.first,
      last: b.nullable ? [...a.last, ...b.last] : b.last,
      nullable: a.nullable && b.nullable,
    };
  }

  #star(inner: Fragment): Fragment {
    for (const from of inner.last) for (const to of inner.first) this.follow[from]?.add(to);
    return { ...inner, nullable: true };
  }

  #take(text: string): void {
    if (!this.#source.startsWith(text, this.#at)) throw this.#wrong();
    this.#at += text.length;
  }

  #wrong(): TypeError {
    return new TypeError(`Not the pattern of a content model, at ${this.#at}: ${this.#source}`);
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
