import type { Intake, Spool, SpooledValues } from './spool.ts';

/** Multiples of three. */
const SMALLEST = 3 * 1024;
const LARGEST = 768 * 1024;

/** A spool in memory, for platforms without files. The limits of messages are all that bounds it. */
export function memorySpool(): Spool {
  return { begin: () => new MemoryValues() };
}

/** The spool of servers and clients whose options name none. */
export function defaultSpool(): Spool {
  return memorySpool();
}

class MemoryValues implements SpooledValues {
  open(most?: number): Intake {
    return new MemoryIntake(most);
  }

  /** What nobody refers to goes by itself. */
  discard(): undefined {}

  keep(): void {}
}

class MemoryIntake implements Intake {
  room: Uint8Array<ArrayBuffer>;
  /** Blocks that are full. */
  readonly #full: Uint8Array<ArrayBuffer>[] = [];
  #block: Uint8Array<ArrayBuffer>;
  #size: number;

  constructor(most: number = LARGEST) {
    this.#size = Math.min(Math.max(Math.ceil(most / 3), 1) * 3, SMALLEST);
    this.#block = new Uint8Array(this.#size);
    this.room = this.#block;
  }

  advance(bytes: number): undefined {
    this.room = this.room.subarray(bytes);
    if (this.room.length > 0) return;
    this.#full.push(this.#block);
    this.#size = Math.min(this.#size * 4, LARGEST);
    this.#block = new Uint8Array(this.#size);
    this.room = this.#block;
  }

  finish(): Blob {
    return new Blob([...this.#full, this.#block.subarray(0, this.#block.length - this.room.length)]);
  }
}
