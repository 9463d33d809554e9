import type { CharacterSet } from './character-set.ts';
import type { PatternNode } from './pattern-tree.ts';

/** A step of the automaton; `next` and `other` are indexes of steps. */
type Step =
  | { readonly kind: 'end' }
  /** Goes on at both steps. */
  | { readonly kind: 'split'; readonly next: number; readonly other: number }
  /** Takes one character. */
  | { readonly kind: 'one'; readonly set: CharacterSet; readonly next: number }
  /** Takes any number of characters, `most` at most. */
  | { readonly kind: 'some'; readonly set: CharacterSet; readonly most: number; readonly next: number }
  /** Takes `times` characters, two or more. */
  | { readonly kind: 'exactly'; readonly set: CharacterSet; readonly times: number; readonly next: number };

/** Returns a function that matches whole texts. Its time is linear in the characters, times the steps of the pattern. */
export function automatonOf(
  pattern: PatternNode,
  setOf: (atoms: readonly string[]) => CharacterSet,
): (text: string) => boolean {
  const steps: Step[] = [{ kind: 'end' }];
  const start = compile(pattern, 0, { steps, setOf });
  return (text) => new Run(steps).matches(start, text);
}

interface Program {
  readonly steps: Step[];
  readonly setOf: (atoms: readonly string[]) => CharacterSet;
}

/** Adds the steps of an expression. Returns its first step. @param next the step behind it. */
function compile(node: PatternNode, next: number, program: Program): number {
  const add = (step: Step): number => program.steps.push(step) - 1;
  switch (node.kind) {
    case 'set':
      return add({ kind: 'one', set: program.setOf(node.atoms), next });
    case 'sequence':
      return node.of.reduceRight((behind, part) => compile(part, behind, program), next);
    case 'choice':
      return node.of
        .map((branch) => compile(branch, next, program))
        .reduce((other, branch) => add({ kind: 'split', next: branch, other }));
    case 'repeat': {
      const { of, least, most } = node;
      let first = next;
      if (of.kind === 'set') {
        const set = program.setOf(of.atoms);
        if (most > least) first = add({ kind: 'some', set, most: most - least, next: first });
        if (least === 1) return add({ kind: 'one', set, next: first });
        return least === 0 ? first : add({ kind: 'exactly', set, times: least, next: first });
      }
      let copies = least;
      if (most === Number.POSITIVE_INFINITY) {
        const again = add({ kind: 'end' });
        const body = compile(of, again, program);
        program.steps[again] = { kind: 'split', next: body, other: next };
        first = least === 0 ? again : body;
        copies = Math.max(least - 1, 0);
      } else {
        for (let count = least; count < most; count++)
          first = add({ kind: 'split', next: compile(of, first, program), other: next });
      }
      for (; copies > 0; copies--) first = compile(of, first, program);
      return first;
    }
  }
}

/** All ways to match a text, character by character. A place is the number of characters before it. */
class Run {
  readonly #steps: readonly Step[];
  /** By step: the place at which it was reached last. */
  readonly #reached: Int32Array;
  /** By step of the kind `some` or `exactly`: the last place at which a repetition began. */
  readonly #begun: Int32Array;
  /** By step of the kind `exactly`: repetitions that began before this place have failed. */
  readonly #floor: Int32Array;
  /** By step of the kind `exactly`: places at which repetitions began, at their remainder by `times` + 1. */
  readonly #places: (Int32Array | undefined)[] = [];
  #waiting: number[] = [];
  #isEnd = false;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#reached = new Int32Array(steps.length).fill(-1);
    this.#begun = new Int32Array(steps.length).fill(-1);
    this.#floor = new Int32Array(steps.length);
  }

  matches(start: number, text: string): boolean {
    this.#reach(start, 0);
    let place = 0;
    for (let at = 0; at < text.length; place++) {
      const code = text.codePointAt(at) as number;
      at += code > 0xffff ? 2 : 1;
      const waiting = this.#waiting;
      this.#waiting = [];
      this.#isEnd = false;
      for (const index of waiting) this.#take(index, code, place);
      if (this.#waiting.length === 0 && !this.#isEnd) return false;
    }
    return this.#isEnd;
  }

  #reach(index: number, place: number): void {
    const step = this.#steps[index] as Step;
    if (step.kind === 'some') this.#begun[index] = place;
    else if (step.kind === 'exactly') this.#begin(index, step.times, place);
    if (this.#reached[index] === place) return;
    this.#reached[index] = place;
    if (step.kind === 'end') {
      this.#isEnd = true;
    } else if (step.kind === 'split') {
      this.#reach(step.next, place);
      this.#reach(step.other, place);
    } else {
      this.#waiting.push(index);
      if (step.kind === 'some') this.#reach(step.next, place);
    }
  }

  #begin(index: number, times: number, place: number): void {
    this.#begun[index] = place;
    let places = this.#places[index];
    if (places === undefined) {
      places = new Int32Array(times + 1).fill(-1);
      this.#places[index] = places;
    }
    places[place % (times + 1)] = place;
  }

  /** Takes the character behind a place at a step that waits there. */
  #take(index: number, code: number, place: number): void {
    const step = this.#steps[index] as Exclude<Step, { readonly kind: 'end' | 'split' }>;
    if (!step.set.has(code)) {
      this.#floor[index] = place + 1;
      return;
    }
    if (step.kind === 'one') {
      this.#reach(step.next, place + 1);
      return;
    }
    const length = place + 1 - (this.#begun[index] as number);
    if (step.kind === 'some') {
      // A repetition that begins at the next place allows all that this one allows.
      if (length === 0 || length > step.most) return;
      if (length < step.most) this.#stay(index, place + 1);
      this.#reach(step.next, place + 1);
      return;
    }
    if (length < step.times) this.#stay(index, place + 1);
    const begun = place + 1 - step.times;
    const isFull = this.#places[index]?.[begun % (step.times + 1)] === begun;
    if (begun >= (this.#floor[index] as number) && isFull) this.#reach(step.next, place + 1);
  }

  #stay(index: number, place: number): void {
    if (this.#reached[index] === place) return;
    this.#reached[index] = place;
    this.#waiting.push(index);
  }
}
