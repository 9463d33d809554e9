/** A regular expression whose parts are sets of characters. */
export type PatternNode =
  /** A character that one of the atoms matches: escapes, sets in brackets, or characters. */
  | { readonly kind: 'set'; readonly atoms: readonly string[] }
  | { readonly kind: 'sequence'; readonly of: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly of: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly of: PatternNode; readonly least: number; readonly most: number };

const ATOM =
  /\\[pP]\{[^}]*\}|\\u\{[\dA-Fa-f]+\}|\\u[\dA-Fa-f]{4}|\\[^bBk1-9]|\[(?:\\.|[^\\[\]]|\[(?:\\.|[^\\[\]]|\[(?:\\.|[^\\[\]])*\])*\])*\]|[^\\^$*+?()[\]{}|/]/uy;
const QUANTIFIER = /[?*+]|\{(\d+)(?:(,)(\d*))?\}/y;

/**
 * Parses a regular expression of JavaScript.
 *
 * @throws {TypeError} for anything but `^(?:…)$` or `^…$` of characters, sets, groups `(?:…|…)` and greedy quantifiers.
 */
export function parsePattern(source: string): PatternNode {
  return new Parser(source).whole();
}

/**
 * The number of steps of an automaton that matches the expression. A repeated set counts its characters: it is one or two
 * steps, and one for each 64 that are required. Repeated groups are copied.
 */
export function stepsOf(node: PatternNode): number {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'sequence':
      return sum(node.of);
    case 'choice':
      return sum(node.of) + node.of.length - 1;
    case 'repeat': {
      const { of, least, most } = node;
      const varies = most > least ? 1 : 0;
      if (of.kind === 'set') return 1 + Math.floor(least / 64) + (least > 0 ? varies : 0);
      if (most === Number.POSITIVE_INFINITY) return Math.max(least, 1) * stepsOf(of) + 1;
      return Math.max(1, most * (stepsOf(of) + varies));
    }
  }
}

/** At least one, since copies of nothing take time too. */
function sum(nodes: readonly PatternNode[]): number {
  return Math.max(
    1,
    nodes.reduce((total, node) => total + stepsOf(node), 0),
  );
}

class Parser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): PatternNode {
    this.#take('^');
    const all = this.#choice();
    this.#take('$');
    if (this.#at < this.#source.length) throw this.#wrong();
    return all;
  }

  #choice(): PatternNode {
    const branches = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at++;
      branches.push(this.#sequence());
    }
    const atoms = branches.flatMap((branch) => (branch.kind === 'set' ? branch.atoms : []));
    const [only] = branches;
    if (only !== undefined && branches.length === 1) return only;
    return branches.every(({ kind }) => kind === 'set') ? { kind: 'set', atoms } : { kind: 'choice', of: branches };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (!/^[|)$]?$/.test(this.#source[this.#at] ?? '')) parts.push(this.#repeated());
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : { kind: 'sequence', of: parts };
  }

  #repeated(): PatternNode {
    const of = this.#once();
    QUANTIFIER.lastIndex = this.#at;
    const quantifier = QUANTIFIER.exec(this.#source);
    if (quantifier === null) return of;
    this.#at = QUANTIFIER.lastIndex;
    const [least, most] = bounds(quantifier);
    return least === 1 && most === 1 ? of : { kind: 'repeat', of, least, most };
  }

  #once(): PatternNode {
    if (this.#source[this.#at] === '(') {
      this.#take('(?:');
      const inner = this.#choice();
      this.#take(')');
      return inner;
    }
    ATOM.lastIndex = this.#at;
    const atom = ATOM.exec(this.#source)?.[0];
    if (atom === undefined) throw this.#wrong();
    this.#at += atom.length;
    return { kind: 'set', atoms: [atom] };
  }

  #take(text: string): void {
    if (!this.#source.startsWith(text, this.#at)) throw this.#wrong();
    this.#at += text.length;
  }

  #wrong(): TypeError {
    return new TypeError(`A pattern has characters, sets, groups and counts only; at ${this.#at}: ${this.#source}`);
  }
}

function bounds([text, least, comma, most]: RegExpExecArray): readonly [least: number, most: number] {
  if (text === '?') return [0, 1];
  if (text === '*') return [0, Number.POSITIVE_INFINITY];
  if (text === '+') return [1, Number.POSITIVE_INFINITY];
  if (comma === undefined) return [Number(least), Number(least)];
  return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}
