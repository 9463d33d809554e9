/** Computes a digest piece by piece. */
export interface IncrementalHash {
  update(bytes: Uint8Array): void;
  /** The digest in hexadecimal; nothing is called afterwards. */
  digest(): string;
}

/** Bytes of a block (FIPS 180-4, section 5.2.1). */
const blockBytes = 64;

/** The first 32 bits of the fractional parts of roots of the first primes (FIPS 180-4, sections 4.2.2 and 5.3.3). */
const { constants, initial } = rootsOfPrimes();

/** SHA-256 without Node: WebCrypto cannot compute it piece by piece. */
export function portableSha256(): IncrementalHash {
  return new Sha256();
}

class Sha256 implements IncrementalHash {
  readonly #state = Int32Array.from(initial);
  readonly #schedule = new Int32Array(blockBytes);
  readonly #rest = new Uint8Array(blockBytes);
  #restBytes = 0;
  #bytes = 0;

  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    let at = 0;
    if (this.#restBytes > 0) {
      at = Math.min(blockBytes - this.#restBytes, bytes.length);
      this.#rest.set(bytes.subarray(0, at), this.#restBytes);
      this.#restBytes += at;
      if (this.#restBytes < blockBytes) return;
      this.#addBlock(this.#rest, 0);
      this.#restBytes = 0;
    }
    for (; at + blockBytes <= bytes.length; at += blockBytes) this.#addBlock(bytes, at);
    this.#rest.set(bytes.subarray(at), 0);
    this.#restBytes = bytes.length - at;
  }

  digest(): string {
    const bits = BigInt(this.#bytes) * 8n;
    // A bit 1, zeros, and the length in 64 bits fill the last block.
    const padding = new Uint8Array(((119 - (this.#bytes % blockBytes)) % blockBytes) + 9);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  /** FIPS 180-4, section 6.2.2. */
  #addBlock(bytes: Uint8Array, start: number): void {
    const w = this.#schedule;
    const block = new DataView(bytes.buffer, bytes.byteOffset + start, blockBytes);
    for (let t = 0; t < 16; t += 1) w[t] = block.getInt32(t * 4);
    for (let t = 16; t < 64; t += 1) {
      const early = w[t - 15] ?? 0;
      const late = w[t - 2] ?? 0;
      const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      w[t] = ((w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1) | 0;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
    for (let t = 0; t < 64; t += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[t] ?? 0) + (w[t] ?? 0)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    const added = [a, b, c, d, e, f, g, h];
    for (let i = 0; i < 8; i += 1) this.#state[i] = ((this.#state[i] ?? 0) + (added[i] ?? 0)) | 0;
  }
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function rootsOfPrimes(): { readonly constants: Int32Array; readonly initial: Int32Array } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;
  return {
    constants: Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    initial: Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  };
}
