import { type ElementStack, ITEM } from '../xml/element-stack.ts';

// An accessor is four numbers: its frame, start and end of its local name, and its index in its list.
const WORDS = 4;
const START = 1;
const END = 2;
const INDEX = 3;

/** The accessors whose references are being followed: paths show their names instead of those of the targets. */
export class FollowedAccessors {
  readonly #elements: ElementStack;
  readonly #words: number[] = [];
  /** Number of words in use. */
  #size = 0;

  constructor(elements: ElementStack) {
    this.#elements = elements;
    elements.aliases = this;
  }

  /** Adds the open element. */
  push(): void {
    const { frame, frames, nameEnd } = this.#elements;
    const words = this.#words;
    const at = this.#size;
    words[at] = frame;
    words[at + START] = this.#elements.localStart(frame);
    words[at + END] = nameEnd;
    words[at + INDEX] = frames[frame + ITEM] as number;
    this.#size = at + WORDS;
  }

  pop(): void {
    this.#size -= WORDS;
  }

  /** The step of the accessor at a frame; undefined without one. */
  get(frame: number): string | undefined {
    const words = this.#words;
    for (let at = this.#size - WORDS; at >= 0; at -= WORDS) {
      if (words[at] !== frame) continue;
      return this.#elements.step(words[at + START] as number, words[at + END] as number, words[at + INDEX] as number);
    }
    return undefined;
  }
}
