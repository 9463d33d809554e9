import type { Random } from '../random.ts';

/** Changes of bytes that know nothing of XML. */
export type ByteMutation = (input: Buffer, random: Random, material: Material) => Buffer;

export interface Material {
  /** Pieces worth putting in, as latin1. */
  readonly dictionary: readonly string[];
  /** Another input. */
  other(): Uint8Array;
}

function put(input: Buffer, from: number, to: number, piece: Uint8Array): Buffer {
  return Buffer.concat([input.subarray(0, from), piece, input.subarray(to)]);
}

function range(input: Buffer, random: Random, most = input.length): [number, number] {
  const from = random.below(input.length + 1);
  return [from, Math.min(input.length, from + random.length(most))];
}

export const byteMutations: readonly ByteMutation[] = [
  function flipBit(input, random) {
    const output = Buffer.from(input);
    const at = random.below(output.length);
    if (output.length > 0) output[at] = (output[at] as number) ^ (1 << random.below(8));
    return output;
  },
  function setByte(input, random) {
    const output = Buffer.from(input);
    if (output.length > 0)
      output[random.below(output.length)] = random.pick([
        0,
        9,
        10,
        13,
        32,
        0x3c,
        0x3e,
        0x26,
        0x80,
        0xc0,
        0xef,
        0xff,
        random.below(256),
      ]);
    return output;
  },
  function remove(input, random) {
    const [from, to] = range(input, random, 64);
    return put(input, from, to, Buffer.alloc(0));
  },
  function duplicate(input, random) {
    const [from, to] = range(input, random, 64);
    return put(input, to, to, input.subarray(from, to));
  },
  function move(input, random) {
    const [from, to] = range(input, random, 64);
    const piece = Buffer.from(input.subarray(from, to));
    const rest = put(input, from, to, Buffer.alloc(0));
    const at = random.below(rest.length + 1);
    return put(rest, at, at, piece);
  },
  function insertWord(input, random, { dictionary }) {
    const at = random.below(input.length + 1);
    return put(input, at, at, Buffer.from(random.pick(dictionary), 'latin1'));
  },
  function overwriteWord(input, random, { dictionary }) {
    const word = Buffer.from(random.pick(dictionary), 'latin1');
    const at = random.below(input.length + 1);
    return put(input, at, Math.min(input.length, at + word.length), word);
  },
  function splice(input, random, { other }) {
    const second = Buffer.from(other());
    return Buffer.concat([
      input.subarray(0, random.below(input.length + 1)),
      second.subarray(random.below(second.length + 1)),
    ]);
  },
  function insertOther(input, random, { other }) {
    const second = Buffer.from(other());
    const [from, to] = range(second, random, 128);
    const at = random.below(input.length + 1);
    return put(input, at, at, second.subarray(from, to));
  },
  function repeatByte(input, random) {
    const at = random.below(input.length + 1);
    return put(input, at, at, Buffer.alloc(random.length(90), random.pick([input[at] ?? 65, 32, 65, 13, 0x5d])));
  },
  function truncate(input, random) {
    return input.subarray(0, random.below(input.length + 1));
  },
];
