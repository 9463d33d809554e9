import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-ctr';
const BLOCK = 16;

/** Encrypts a file that is written once, from its start, with a random key that only this object has (AES-256-CTR). */
export class FileCipher {
  readonly #key = randomBytes(32);
  readonly #counter = randomBytes(BLOCK);
  readonly #cipher = createCipheriv(ALGORITHM, this.#key, this.#counter);

  /** Encrypts the next bytes. */
  encrypt(bytes: Uint8Array): Uint8Array {
    return this.#cipher.update(bytes);
  }

  /** Decrypts pieces of the file, beginning at `start`. */
  async *decrypt(pieces: AsyncIterable<Uint8Array>, start: number): AsyncGenerator<Uint8Array, void, undefined> {
    const counter = BigInt.asUintN(
      128,
      BigInt(`0x${this.#counter.toString('hex')}`) + BigInt(Math.floor(start / BLOCK)),
    );
    const first = Buffer.from(counter.toString(16).padStart(2 * BLOCK, '0'), 'hex');
    const decipher = createDecipheriv(ALGORITHM, this.#key, first);
    decipher.update(Buffer.alloc(start % BLOCK));
    for await (const piece of pieces) yield decipher.update(piece);
  }
}
