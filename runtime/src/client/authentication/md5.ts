/** Little-endian words: the message, a 1 bit, zeros, and its length in bits (RFC 1321, 3.1 and 3.2). */
export function paddedWords(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array((((bytes.length + 8) >> 6) + 1) << 4);
  const put = (at: number, byte: number): void => {
    words[at >> 2] = (words[at >> 2] as number) | (byte << ((at & 3) << 3));
  };
  for (let at = 0; at < bytes.length; at++) put(at, bytes[at] as number);
  put(bytes.length, 0x80);
  words[words.length - 2] = bytes.length << 3;
  words[words.length - 1] = Math.floor(bytes.length / 2 ** 29);
  return words;
}

/** The bytes of four words, the first one first. */
export function littleEndian(state: readonly number[]): Uint8Array {
  return Uint8Array.from({ length: state.length * 4 }, (_, at) => (state[at >> 2] as number) >>> ((at & 3) << 3));
}

export const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

export const initialState: readonly number[] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];

const sines = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) | 0);
const shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/**
 * MD5 (RFC 1321), which Digest needs for most servers, and which the platform's `crypto.subtle` lacks.
 *
 * @returns 16 bytes.
 */
export function md5(bytes: Uint8Array): Uint8Array {
  const words = paddedWords(bytes);
  let [a, b, c, d] = initialState as [number, number, number, number];
  for (let block = 0; block < words.length; block += 16) {
    const before = [a, b, c, d] as const;
    for (let step = 0; step < 64; step++) {
      const round = step >> 4;
      const mixed =
        round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
      const word = round === 0 ? step : round === 1 ? 5 * step + 1 : round === 2 ? 3 * step + 5 : 7 * step;
      const sum = (a + mixed + (sines[step] as number) + (words[block + (word & 15)] as number)) | 0;
      a = d;
      d = c;
      c = b;
      b = (b + rotated(sum, shifts[round as 0][(step & 3) as 0])) | 0;
    }
    a = (a + before[0]) | 0;
    b = (b + before[1]) | 0;
    c = (c + before[2]) | 0;
    d = (d + before[3]) | 0;
  }
  return littleEndian([a, b, c, d]);
}
