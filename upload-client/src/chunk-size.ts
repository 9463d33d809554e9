/** Size of the first chunk in bytes, and of all where the line is neither fast nor slow: 1 MiB. */
export const defaultChunkSize: number = 1024 ** 2;

/** Maximum size of a chunk in bytes: in base64 it fits into a body of 64 MiB, the default limit. */
export const largestChunkSize: number = 47 * 1024 ** 2;

/** Largest and smallest size that is chosen by itself, in bytes. An upload holds two chunks in memory. */
const largestChosen = 8 * 1024 ** 2;
const smallestChosen = 64 * 1024;

/** Milliseconds. A chunk that is acknowledged sooner is followed by larger ones; one that takes longer, by smaller ones. */
const fast = 2_000;
const slow = 10_000;

/**
 * The size of the chunks of an upload. It doubles while the service acknowledges chunks within two seconds, up to 8 MiB,
 * and halves when one takes more than ten seconds, so that no proxy cuts off a chunk after a minute. A size that was
 * given does not change, unless the service accepts less.
 */
export class ChunkSize {
  #bytes: number;
  #most: number;
  readonly #isGiven: boolean;

  constructor(given: number | undefined) {
    this.#bytes = given ?? defaultChunkSize;
    this.#most = given ?? largestChosen;
    this.#isGiven = given !== undefined;
  }

  /** Bytes of the next chunk. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Continues with the size that an earlier run had. */
  resume(bytes: number): void {
    if (this.#isGiven) return;
    this.#bytes = Math.min(bytes, largestChunkSize);
    this.#most = Math.max(this.#most, this.#bytes);
  }

  /** Notes that a chunk was acknowledged after some milliseconds. */
  acknowledged(bytes: number, milliseconds: number): void {
    // Smaller ones, such as the last, tell nothing about this size.
    if (bytes < this.#bytes) return;
    if (milliseconds < fast) this.#change(this.#bytes * 2);
    else this.#shrinkAfter(milliseconds);
  }

  /** Notes that there was no response to a chunk after some milliseconds. */
  failed(milliseconds: number): void {
    this.#shrinkAfter(milliseconds);
  }

  /** Notes the limit of the service. */
  limit(bytes: number): void {
    this.#most = bytes;
    this.#bytes = bytes;
  }

  #shrinkAfter(milliseconds: number): void {
    if (milliseconds > slow) this.#change(Math.max(smallestChosen, this.#bytes / 2));
  }

  #change(bytes: number): void {
    if (!this.#isGiven) this.#bytes = Math.min(Math.floor(bytes), this.#most);
  }
}
