import { limitMessage, type NamedLimits } from '../xml/limits.ts';

/**
 * Bytes of a value that stay in memory even when no memory is left for values: a file costs more. A multiple of three, as
 * all buffers are. They count as bytes of the message.
 */
export const ALWAYS_IN_MEMORY = 4_095;

/**
 * Stores the values of streamed fields while their message is handled. One spool serves any number of messages; everything
 * that it starts must end by itself.
 */
export interface Spool {
  /** Called at the first streamed value of a message. @throws {Error} that fails this message only. */
  begin(): SpooledValues;
}

/** The streamed values of one message. */
export interface SpooledValues {
  /**
   * Starts a value; the previous ones were finished.
   *
   * @param most maximum number of its bytes, where that is known: no larger buffer is needed.
   */
  open(most?: number): SpoolWriter;
  /**
   * Discards all values that were not moved. Called at the end in every case, possibly twice; never rejects. The promise
   * resolves when their space is free.
   */
  discard(): Promise<void> | undefined;
  /** Leaves all values to their holders: each is removed when it is garbage. Nothing is called afterwards. */
  keep(): void;
}

/** Receives the bytes of one value: the caller fills `buffer`, then calls `advance`. */
export interface SpoolWriter {
  /**
   * Where the next bytes go; another one after each `advance`. While every `advance` was a multiple of three, its length is
   * a multiple of three, and not 0.
   */
  readonly buffer: Uint8Array;
  /**
   * Accepts the first `bytes` bytes of `buffer`. Returns a promise when the next buffer is not ready yet.
   *
   * @throws {SpoolFull} when there is no space for them; {Error} of the platform when they cannot be stored for another
   * reason. The promise rejects with the same errors.
   */
  advance(bytes: number): Promise<void> | undefined;
  /** The complete value. @throws {Error} as `advance`. */
  finish(): Blob | Promise<Blob>;
}

/** There is no space for more streamed bytes now. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}

/** Limits the bytes of streamed fields that exist at one time. */
export class SpoolBudget {
  readonly #limits: Pick<NamedLimits, 'maxSpoolBytes' | 'names'>;
  #used = 0;

  constructor(limits: Pick<NamedLimits, 'maxSpoolBytes' | 'names'>) {
    this.#limits = limits;
  }

  /** @throws {SpoolFull} */
  reserve(bytes: number): void {
    if (this.#used + bytes > this.#limits.maxSpoolBytes) {
      throw new SpoolFull(limitMessage('maxSpoolBytes', this.#limits));
    }
    this.#used += bytes;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}

/** A Blob of a spool. It can be kept longer than its message. */
export interface SpooledBlob extends Blob {
  /**
   * Moves the value to a file, atomically, replacing an existing one: by a rename where the spool is on the same volume.
   * The Blob stays readable.
   *
   * @throws {Error} of node:fs; also when the value was discarded.
   */
  moveTo(path: string): Promise<void>;
  /** Discards the value unless it was moved; a server does so after the response. It cannot be read afterwards. */
  discard(): Promise<void>;
}

/** Whether a Blob comes from a spool of files. */
export function isSpooled(blob: Blob): blob is SpooledBlob {
  return 'moveTo' in blob && typeof blob.moveTo === 'function';
}
