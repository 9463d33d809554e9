/** Numbers that look random and are the same in every run and on every platform (xorshift32). */
export class Random {
  #state: number;

  constructor(seed = 0x9e3779b9) {
    this.#state = seed;
  }

  /** An integer from 0 to `below`, which is left out; at most 2 ** 32. */
  below(below: number): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return (state >>> 0) % below;
  }

  bytes(length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at++) bytes[at] = this.below(256);
    return bytes;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Text of any characters that are not lone surrogates. */
  text(length: number): string {
    const ends = [0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfeff, 0xfffd, 0xffff, 0x10000, 0x10ffff];
    let text = '';
    for (let at = 0; at < length; at++) {
      const point = this.below(3) === 0 ? this.pick(ends) : this.below(this.pick([0x80, 0x800, 0xd800, 0x110000]));
      text += String.fromCodePoint(point >= 0xd800 && point <= 0xdfff ? 0x20 : point);
    }
    return text;
  }
}

/** Bytes in which every stretch differs from the others, made quickly. */
export function patterned(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at++) bytes[at] = (at * 31 + (at >> 8) * 7 + (at >> 16)) & 255;
  return bytes;
}
