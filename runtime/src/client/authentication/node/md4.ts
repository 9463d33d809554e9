import { initialState, littleEndian, paddedWords, rotated } from '../md5.ts';

const rounds = [
  { order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], shifts: [3, 7, 11, 19], constant: 0 },
  { order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15], shifts: [3, 5, 9, 13], constant: 0x5a827999 },
  { order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15], shifts: [3, 9, 11, 15], constant: 0x6ed9eba1 },
];

/**
 * MD4 (RFC 1320), the hash of a password in NTLM. OpenSSL 3 has it in its legacy provider alone, which Node does not load.
 *
 * @returns 16 bytes.
 */
export function md4(bytes: Uint8Array): Uint8Array {
  const words = paddedWords(bytes);
  let [a, b, c, d] = initialState as [number, number, number, number];
  for (let block = 0; block < words.length; block += 16) {
    const before = [a, b, c, d] as const;
    for (const [round, { order, shifts, constant }] of rounds.entries()) {
      for (const [step, word] of order.entries()) {
        const mixed = round === 0 ? (b & c) | (~b & d) : round === 1 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
        const sum = (a + mixed + (words[block + word] as number) + constant) | 0;
        a = d;
        d = c;
        c = b;
        b = rotated(sum, shifts[step & 3] as number);
      }
    }
    a = (a + before[0]) | 0;
    b = (b + before[1]) | 0;
    c = (c + before[2]) | 0;
    d = (d + before[3]) | 0;
  }
  return littleEndian([a, b, c, d]);
}
