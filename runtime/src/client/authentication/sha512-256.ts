const mask = (1n << 64n) - 1n;

/** The first 64 bits of the fraction of a root of each prime (FIPS 180-4, 4.2.3 and 5.3.5). @param power 2 or 3. */
function fractions(count: number, power: bigint): readonly bigint[] {
  const primes: bigint[] = [];
  for (let next = 2n; primes.length < count; next++)
    if (primes.every((prime) => next % prime !== 0n)) primes.push(next);
  return primes.map((prime) => {
    const square = prime << (64n * power);
    let [low, high] = [0n, 1n << 70n];
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** power > square) high = middle;
      else low = middle;
    }
    return low & mask;
  });
}

const rotated = (value: bigint, by: bigint): bigint => ((value >> by) | (value << (64n - by))) & mask;

type State = [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];

/** Constants, computed when the first answer needs them. */
let rounds: readonly bigint[] | undefined;
let initial: readonly bigint[] | undefined;

/** The state after all blocks of 128 bytes (FIPS 180-4, 6.4). */
function hashed(bytes: Uint8Array, start: readonly bigint[]): readonly bigint[] {
  rounds ??= fractions(80, 3n);
  const padded = new Uint8Array(((bytes.length + 16) >> 7) * 128 + 128);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  let state = start;
  for (let block = 0; block < padded.length; block += 128) {
    const words = Array.from({ length: 16 }, (_, at) => view.getBigUint64(block + at * 8));
    let [a, b, c, d, e, f, g, h] = state as State;
    for (const [at, constant] of rounds.entries()) {
      const word = at < 16 ? (words[at] as bigint) : extended(words, at);
      const choice = (e & f) ^ (~e & mask & g);
      const one = h + (rotated(e, 14n) ^ rotated(e, 18n) ^ rotated(e, 41n)) + choice + constant + word;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const other = (rotated(a, 28n) ^ rotated(a, 34n) ^ rotated(a, 39n)) + majority;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & mask, c, b, a, (one + other) & mask];
    }
    state = [a, b, c, d, e, f, g, h].map((value, at) => (value + (state[at] as bigint)) & mask);
  }
  return state;
}

/** A word beyond the message's own, in the place of the one 16 before it. */
function extended(words: bigint[], at: number): bigint {
  const before = (by: number): bigint => words[(at - by) & 15] as bigint;
  const [late, early] = [before(2), before(15)];
  const sum =
    (rotated(late, 19n) ^ rotated(late, 61n) ^ (late >> 6n)) +
    before(7) +
    (rotated(early, 1n) ^ rotated(early, 8n) ^ (early >> 7n)) +
    before(16);
  words[at & 15] = sum & mask;
  return sum & mask;
}

/**
 * SHA-512/256 (FIPS 180-4), which Digest calls SHA-512-256, and which the platform's `crypto.subtle` lacks.
 *
 * @returns 32 bytes.
 */
export function sha512256(bytes: Uint8Array): Uint8Array {
  const salted = (): readonly bigint[] => fractions(8, 2n).map((value) => value ^ 0xa5a5a5a5a5a5a5a5n);
  initial ??= hashed(new TextEncoder().encode('SHA-512/256'), salted());
  const result = new DataView(new ArrayBuffer(32));
  for (const [at, word] of hashed(bytes, initial).slice(0, 4).entries()) result.setBigUint64(at * 8, word);
  return new Uint8Array(result.buffer);
}
