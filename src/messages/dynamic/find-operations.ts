import type { ResolvedOperation } from '../../contract/index.ts';

/** Words of questions that say nothing of an operation. */
const empty: ReadonlySet<string> = new Set(
  'a all an and any are as at be by can do for from has have how i in is it its me my no of on or our please that the their this to want was what where which who with'.split(
    ' ',
  ),
);

interface IndexedOperation {
  readonly operation: ResolvedOperation;
  readonly name: readonly string[];
  readonly doc: ReadonlySet<string>;
}

/** What a word is worth in a name, as the start of a word of a name, and in the documentation. */
const worth = { name: 4, start: 2, doc: 1 };

/** Finds operations by words of their names and documentation. */
export class OperationSearch {
  readonly #operations: readonly IndexedOperation[];
  /** How many operations have a word. */
  readonly #counts = new Map<string, number>();

  constructor(operations: Iterable<ResolvedOperation>) {
    this.#operations = [...operations].map((operation) => {
      const name = wordsOf(operation.identifier);
      return { operation, name, doc: new Set(wordsOf(operation.doc ?? '')) };
    });
    for (const { name, doc } of this.#operations) {
      for (const word of new Set([...name, ...doc])) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    }
  }

  /** The best ones first; rare words count more than usual ones, and of equal ones the shorter name is first. */
  find(query: string, most: number): readonly ResolvedOperation[] {
    const asked = wordsOf(query).filter((word) => !empty.has(word));
    const scored = this.#operations.map((one) => ({ ...one, score: this.#score(one, asked) }));
    const fitting = scored.filter(({ score }) => score > 0 || asked.length === 0);
    fitting.sort((one, other) => other.score - one.score || one.name.length - other.name.length);
    return fitting.slice(0, most).map(({ operation }) => operation);
  }

  #score({ name, doc }: IndexedOperation, asked: readonly string[]): number {
    let score = 0;
    let matched = 0;
    for (const word of asked) {
      const isWhole = name.includes(word);
      const isStart = word.length > 2 && name.some((one) => one.startsWith(word));
      if (isWhole) matched++;
      const part = isWhole ? worth.name : isStart ? worth.start : 0;
      score += (part + (doc.has(word) ? worth.doc : 0)) * this.#rarity(word);
    }
    return score === 0 ? 0 : score + matched / name.length;
  }

  #rarity(word: string): number {
    return 1 + Math.log((this.#operations.length + 1) / ((this.#counts.get(word) ?? 0) + 1));
  }
}

/** The words of a name in any of the usual cases, or of a text: in lower case, and in the singular. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+/gu) ?? [];
  return words.map((word) => singular(word.toLowerCase()));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
