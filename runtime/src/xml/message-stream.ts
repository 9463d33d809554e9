import { gather } from '../bytes/byte-pieces.ts';

/** Bytes of a message that become one Blob. */
const BATCH = 4 * 1024 * 1024;

/** A message that can be read in pieces. */
export interface PieceSource {
  readonly byteLength: number;
  /** Whether the message can be read again. */
  readonly isRepeatable: boolean;
  /**
   * The message in pieces of at most 256 KiB, one in memory at a time: each is valid until the next one is
   * requested. The last one is yielded only when every Blob had the promised size.
   *
   * @throws {BlobError} when a Blob has another size than promised, at the first piece where possible.
   */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * A message that is being sent, in pieces of known total length. It is iterated once; a piece is valid until the next one
 * is requested. If it is not iterated to its end, `return` must be called, which closes files.
 */
export class MessageStream implements AsyncIterableIterator<Uint8Array> {
  /** Total bytes of all pieces. */
  readonly length: number;
  readonly #message: PieceSource;
  readonly #pieces: AsyncIterator<Uint8Array, void, undefined>;
  readonly #onError: ((error: unknown) => void) | undefined;
  #first: IteratorResult<Uint8Array, void> | undefined;
  #isOver = false;
  #listener: (() => void) | undefined;

  private constructor(
    message: PieceSource,
    pieces: AsyncIterator<Uint8Array, void, undefined>,
    first: IteratorResult<Uint8Array, void>,
    onError: ((error: unknown) => void) | undefined,
  ) {
    this.length = message.byteLength;
    this.#message = message;
    this.#pieces = pieces;
    this.#first = first;
    this.#onError = onError;
  }

  /**
   * Starts to read a message, up to its first piece.
   *
   * @param onError called with a later error, when part of the message may have been sent.
   * @throws {BlobError} and the errors of sources.
   */
  static async open(message: PieceSource, onError?: (error: unknown) => void): Promise<MessageStream> {
    const pieces = message.pieces();
    return new MessageStream(message, pieces, await pieces.next(), onError);
  }

  /** Whether `again` can be called. */
  get isRepeatable(): boolean {
    return this.#message.isRepeatable;
  }

  /** The same message from its start. @throws {BlobError} as `open`. */
  again(): Promise<MessageStream> {
    return MessageStream.open(this.#message, this.#onError);
  }

  /** Calls the listener when reading has ended: after the last piece, an error, or `return`. */
  whenOver(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#listener = listener;
  }

  /** The remaining bytes in a new buffer. @throws {BlobError} as its iteration. */
  async bytes(): Promise<Uint8Array> {
    return gather(this, new Uint8Array(this.length));
  }

  /** The remaining bytes as a Blob, which platforms can keep outside of memory. @throws {BlobError} as its iteration. */
  async blob(): Promise<Blob> {
    const parts: Blob[] = [];
    let pieces: Uint8Array<ArrayBuffer>[] = [];
    let held = 0;
    for await (const piece of this) {
      pieces.push(piece.slice());
      held += piece.length;
      if (held < BATCH) continue;
      parts.push(new Blob(pieces));
      pieces = [];
      held = 0;
    }
    return new Blob([...parts, ...pieces]);
  }

  async next(): Promise<IteratorResult<Uint8Array, void>> {
    const first = this.#first;
    this.#first = undefined;
    if (first !== undefined) return first;
    try {
      const step = await this.#pieces.next();
      if (step.done === true) this.#end();
      return step;
    } catch (error) {
      this.#onError?.(error);
      this.#end();
      throw error;
    }
  }

  /** Stops reading. Never rejects. */
  async return(): Promise<IteratorResult<Uint8Array, void>> {
    this.#first = undefined;
    await this.#pieces.return?.().catch(() => undefined);
    this.#end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener?.();
  }
}
