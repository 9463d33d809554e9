import type { Spool, SpooledValues, SpoolWriter } from './spool.ts';

/** Sizes of blocks: multiples of three. */
const SMALLEST = 3 * 1024;
const LARGEST = 768 * 1024;

/** A spool in memory, for platforms without files. Only the limits of messages bound it. */
export function memorySpool(): Spool {
  return { begin: () => new MemoryValues() };
}

/** The spool of servers and clients whose options name none. */
export function defaultSpool(): Spool {
  return memorySpool();
}

class MemoryValues implements SpooledValues {
  open(most?: number): SpoolWriter {
    return new MemoryWriter(most);
  }

  /** Does nothing: values are garbage when nothing refers to them. */
  discard(): undefined {}

  keep(): void {}
}

class MemoryWriter implements SpoolWriter {
  buffer: Uint8Array<ArrayBuffer>;
  readonly #full: Uint8Array<ArrayBuffer>[] = [];
  #block: Uint8Array<ArrayBuffer>;
  #size: number;

  constructor(most: number = LARGEST) {
    this.#size = Math.min(Math.max(Math.ceil(most / 3), 1) * 3, SMALLEST);
    this.#block = new Uint8Array(this.#size);
    this.buffer = this.#block;
  }

  advance(bytes: number): undefined {
    this.buffer = this.buffer.subarray(bytes);
    if (this.buffer.length > 0) return;
    this.#full.push(this.#block);
    this.#size = Math.min(this.#size * 4, LARGEST);
    this.#block = new Uint8Array(this.#size);
    this.buffer = this.#block;
  }

  finish(): Blob {
    return new Blob([...this.#full, this.#block.subarray(0, this.#block.length - this.buffer.length)]);
  }
}
