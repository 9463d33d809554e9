import type { ContentModel, LeafModel } from '../model/index.ts';

/** First and last positions of a part of a content. */
interface Span {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/** The positions of a content that an element can match, and those that can follow each of them (Glushkov's automaton). */
export class ContentPositions {
  /** The leaf at each position; of a named group that is used twice, each has two. */
  readonly leaves: LeafModel[] = [];
  readonly #first: readonly number[];
  readonly #follow: Map<number, Set<number>> = new Map();
  readonly #limit: number;

  /** @param limit of the number of positions; those after it are left out. */
  constructor(model: ContentModel, limit: number) {
    this.#limit = limit;
    this.#first = this.#span(model)?.first ?? [];
  }

  /** The leaves allowed first, then those allowed after each position, in order. */
  *alternatives(): Iterable<readonly LeafModel[]> {
    for (const numbers of [new Set(this.#first), ...this.#follow.values()]) {
      yield [...numbers].sort((one, other) => one - other).flatMap((number) => this.leaves[number] ?? []);
    }
  }

  #span(model: ContentModel): Span | undefined {
    const { min, max } = model;
    if (this.leaves.length > this.#limit) return undefined;
    const span = this.#once(model);
    const repeats = max > 1 && max !== min;
    if (repeats) this.#connect(span.last, span.first);
    return { ...span, nullable: span.nullable || min === 0 };
  }

  #once(model: ContentModel): Span {
    if (!('parts' in model)) {
      const number = this.leaves.push(model) - 1;
      return { nullable: false, first: [number], last: [number] };
    }
    const parts = model.parts.flatMap((part) => this.#span(part) ?? []);
    if (model.kind === 'sequence') return this.#sequence(parts);
    const any = {
      nullable: parts.some(({ nullable }) => nullable),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
    };
    if (model.kind === 'choice') return any;
    this.#connect(any.last, any.first);
    return { ...any, nullable: parts.every(({ nullable }) => nullable) };
  }

  #sequence(parts: readonly Span[]): Span {
    let whole: Span = { nullable: true, first: [], last: [] };
    for (const part of parts) {
      this.#connect(whole.last, part.first);
      whole = {
        nullable: whole.nullable && part.nullable,
        first: whole.nullable ? [...whole.first, ...part.first] : whole.first,
        last: part.nullable ? [...whole.last, ...part.last] : part.last,
      };
    }
    return whole;
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const one of from) {
      const follow = this.#follow.get(one) ?? new Set<number>();
      for (const next of to) follow.add(next);
      this.#follow.set(one, follow);
    }
  }
}
