import type { Spool, SpooledValues, SpoolWriter } from '../../../runtime/src/spool/spool.ts';

/** A value that was spooled, with its bytes at hand. */
export class HeldBlob extends Blob {
  readonly content: Buffer;

  constructor(content: Buffer) {
    super([]);
    this.content = content;
  }
}

/** A spool whose values can be looked at without waiting, and whose room is small: of as many groups as is said. */
export function heldSpool(groups: number): Spool {
  return { begin: () => new HeldValues(groups * 3) };
}

class HeldValues implements SpooledValues {
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  open(): SpoolWriter {
    return new HeldWriter(this.#size);
  }

  discard(): undefined {}

  keep(): void {}
}

class HeldWriter implements SpoolWriter {
  buffer: Uint8Array;
  readonly #parts: Uint8Array[] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
    this.buffer = new Uint8Array(size);
  }

  advance(bytes: number): undefined {
    if (bytes > this.buffer.length) throw new RangeError('More was written than there is room for.');
    this.#parts.push(this.buffer.slice(0, bytes));
    this.buffer = this.buffer.subarray(bytes);
    if (this.buffer.length === 0) this.buffer = new Uint8Array(this.#size);
  }

  finish(): Blob {
    return new HeldBlob(Buffer.concat(this.#parts));
  }
}
